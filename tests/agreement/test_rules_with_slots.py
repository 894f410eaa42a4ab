"""Every approach gives the oracle's weights for the rules beyond the thread, slots and all."""

import numpy as np
import pytest
import tensorflow.compat.v1 as tf

from tf1_updates.agreement.check import check
from tf1_updates.agreement.judge import Judge
from tf1_updates.approaches import APPROACHES, group_assign
from tf1_updates.datasets import load, one_hot
from tf1_updates.errors import InputError, UnsupportedError
from tf1_updates.problems import Coupled, Quadratic, SoftmaxDigits
from tf1_updates.rules import (
    Adam,
    Box,
    Chain,
    Decay,
    FeedbackAlignment,
    GradientDescent,
    Langevin,
    Momentum,
    Noise,
    Oja,
    ProjectedDescent,
    Rule,
    Wrap,
)
from tf1_updates.step_counter import count_after, new_step_counter
from tf1_updates.updates import create_slots, new_values

RULES = {
    "momentum": Momentum(0.1, 0.9),
    "nesterov": Momentum(lambda step: 0.1 - 0.01 * step, 0.8, use_nesterov=True),
    "adam": Adam(0.01),
    "langevin": Langevin(0.1, temperature=1e-4, seed=5),
    "ball": ProjectedDescent(0.1, radius=0.02),
    "chain": Chain(Decay(0.01), Adam(0.01), Noise(0.001, seed=4), Noise(0.001, seed=4), Wrap(20)),
    "boxed chain": Chain(Momentum(0.1, 0.5), Noise(0.001, 0.002), Box(-0.01, 0.02)),
}

CLAIMED = [name for name in APPROACHES if name != "built_in"]


@pytest.fixture(scope="module")
def problems():
    digits = load()
    images, labels = digits.train_images[:500], one_hot(digits.train_labels[:500])
    return {
        "softmax_digits": SoftmaxDigits(images, labels, seed=1),
        "quadratic": Quadratic(seed=1),
        "coupled": Coupled(seed=1),
    }


def cannot(approach, problem_name):
    """Processed gradients see no slots and no weights; the hack writes one by one."""
    hack = (approach, problem_name) == ("session_run_in_update", "coupled")
    return hack or approach == "process_gradients"


def shares_that_agree(problems, problem_name, rule, use_resource, approaches, steps=5):
    """Check the approaches; return the share of equal bits of each."""
    problem, wrong, shares = problems[problem_name], {}, {}
    judge = Judge(problem, rule, use_resource)
    for name in approaches:
        build = APPROACHES[name].build
        if cannot(name, problem_name):
            with pytest.raises(UnsupportedError), tf.Graph().as_default():
                model = problem.build(use_resource)
                build(model.loss, model.variables, rule)
            build = APPROACHES[name].attempt
        found = check(build, problem, rule, judge, steps, use_resource)
        if bool(found.first_wrong) != cannot(name, problem_name):
            wrong[name] = found.first_wrong or "agrees, though it says that it cannot"
        shares[name] = found.bit_equal_share
    judge.close()
    assert wrong == {}
    return shares


@pytest.mark.parametrize("rule_name", list(RULES))
def test_every_approach_agrees_with_the_oracle(problems, rule_name, lacks):
    # One kind of variable per rule and problem here; all of them in the slow test below.
    use_resource = list(RULES).index(rule_name) % 2 == 0
    names = [name for name in CLAIMED if not lacks(name, use_resource)]
    shares_that_agree(problems, "coupled", RULES[rule_name], use_resource, names)


@pytest.mark.slow
@pytest.mark.parametrize("rule_name", list(RULES))
@pytest.mark.parametrize("problem_name", ["softmax_digits", "quadratic", "coupled"])
def test_every_approach_agrees_on_every_problem(
    problems, problem_name, rule_name, use_resource, lacks
):
    names = [name for name in CLAIMED if not lacks(name, use_resource)]
    shares_that_agree(problems, problem_name, RULES[rule_name], use_resource, names, steps=12)


@pytest.mark.parametrize("rule_name", ["momentum", "adam"])
def test_slots_of_equal_ops_give_equal_bits_and_start_over(problems, rule_name, use_resource):
    exact = ["group_assign", "optimizer_subclass"]
    rule = RULES[rule_name]
    shares = shares_that_agree(problems, "softmax_digits", rule, use_resource, exact)
    assert set(shares.values()) == {1.0}


def spoiled(spoil):
    """An approach like group_assign, one of whose new values is spoiled by a function."""

    def build(loss, variables, rule):
        counter = new_step_counter()
        pairs = list(zip(tf.gradients(loss, variables), variables))
        updates = spoil(new_values(rule, pairs, create_slots(rule, pairs), counter.value()))
        with tf.control_dependencies([new for _, new in updates]):
            writes = [variable.assign(new).op for variable, new in updates]
        train_op = count_after(writes, counter)
        return lambda session, feed_dict=None: session.run(train_op, feed_dict)

    return build


def forgets(slot):
    return lambda updates: [(v, n) for v, n in updates if not v.op.name.endswith("/" + slot)]


def halves(slot):
    return lambda updates: [
        (v, 0.5 * n if v.op.name.endswith("/" + slot) else n) for v, n in updates
    ]


@pytest.mark.parametrize(
    "rule_name, spoil",
    [("momentum", forgets("momentum")), ("momentum", halves("momentum")), ("nesterov", None)]
    + [("adam", forgets("m")), ("adam", forgets("v")), ("adam", halves("v")), ("adam", None)],
)
def test_a_mistake_in_a_slot_is_found_at_the_next_step(problems, rule_name, spoil):
    problem, rule = problems["quadratic"], RULES[rule_name]
    judge = Judge(problem, rule)
    build = spoiled(spoil) if spoil else spoiled(lambda updates: updates)
    found = check(build, problem, rule, judge, 6)
    judge.close()
    if spoil is None:
        assert found.first_wrong is None
    else:
        assert found.first_wrong.startswith("step 1 in ")


OTHERS = {
    "adam": [Adam(0.0101), Adam(0.01, beta1=0.8), Adam(0.01, beta2=0.99)],
    "momentum": [Momentum(0.1, 0.91), Momentum(0.1, 0.9, use_nesterov=True)],
    "langevin": [Langevin(0.1, 1.1e-4, seed=5), Langevin(0.1, 1e-4, seed=6)],
    "ball": [ProjectedDescent(0.1, radius=0.0201), GradientDescent(0.1)],
}


@pytest.mark.parametrize("rule_name", list(OTHERS))
def test_another_rule_is_found_out(problems, rule_name):
    problem = problems["quadratic"]
    judge = Judge(problem, RULES[rule_name])
    for other in OTHERS[rule_name]:
        assert check(group_assign.build, problem, other, judge, 6).first_wrong, other
    judge.close()


@pytest.mark.parametrize("rule", [Momentum(-0.1), Adam(-0.01), GradientDescent(-0.1)], ids=repr)
def test_a_negative_rate_makes_no_negative_tolerance(problems, rule):
    judge = Judge(problems["quadratic"], rule)
    assert check(group_assign.build, problems["quadratic"], rule, judge, 6).first_wrong is None
    judge.close()


class StartsWithNan(Quadratic):
    """One weight is nan from the start."""

    def initial_weights(self):
        weights = super().initial_weights()
        weights["vector"][0] = np.nan
        return weights


@pytest.mark.parametrize("rule", [GradientDescent(0.1), Adam(0.01), Chain(Noise(), Wrap(20))])
def test_a_nan_that_was_there_before_has_to_stay(rule):
    problem = StartsWithNan(seed=1)
    judge = Judge(problem, rule)

    assert check(group_assign.build, problem, rule, judge, 4).first_wrong is None
    hidden = spoiled(lambda updates: [(v, without_nan(n)) for v, n in updates])
    found = check(hidden, problem, rule, judge, 4)
    judge.close()
    assert found.first_wrong == "step 0 in 'vector': 1 of 6 weights, the farthest by inf"


def without_nan(values):
    zeros = tf.zeros_like(values)
    return tf.raw_ops.Select(condition=tf.math.is_nan(values), x=zeros, y=values)


class Unknown(Rule):
    """A rule that the oracle has no equation for."""


@pytest.mark.parametrize(
    "rule", [Oja(0.1), FeedbackAlignment(0.1), Unknown(), Chain(Oja(0.1), Wrap(20))], ids=repr
)
def test_a_rule_that_the_oracle_does_not_know_is_refused_in_one_line(problems, rule):
    with pytest.raises(InputError, match="takes a gradient") as refusal:
        Judge(problems["quadratic"], rule)
    assert "\n" not in str(refusal.value)
