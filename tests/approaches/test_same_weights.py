"""All approaches that claim a rule give the weights of the oracle, at every step."""

import pytest
import tensorflow.compat.v1 as tf

from tf1_updates.agreement.check import check
from tf1_updates.agreement.judge import Judge
from tf1_updates.approaches import APPROACHES
from tf1_updates.datasets import load, one_hot
from tf1_updates.errors import UnsupportedError
from tf1_updates.problems import Coupled, Quadratic, SoftmaxDigits
from tf1_updates.rules import GradientDescent, ProjectedDescent, WrappedNoisyDescent

RULES = {
    "wrapped": WrappedNoisyDescent(0.1, 20, 0.01, seed=2),
    "centred": WrappedNoisyDescent(0.1, 20, 0.01, 0.005, seed=2, centred=True),
    "scheduled": WrappedNoisyDescent(lambda step: 0.1 - 0.01 * step, 20, 0.01),
    "descent": GradientDescent(0.1),
    "projected": ProjectedDescent(0.1, low=-0.004, high=0.003),
}

# What an approach cannot express, by the problem and the rule; all else has to agree.
CANNOT = {
    ("process_gradients", "any", "wrapped"),
    ("process_gradients", "any", "centred"),
    ("process_gradients", "any", "scheduled"),
    ("process_gradients", "any", "projected"),
    ("session_run_in_update", "coupled", "any"),
}

# The floor is another rule: it is held against that one.
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


def cannot(approach, problem, rule):
    return bool(CANNOT & {(approach, "any", rule), (approach, problem, "any")})


@pytest.mark.parametrize("rule_name", list(RULES))
@pytest.mark.parametrize("problem_name", ["softmax_digits", "quadratic", "coupled"])
def test_every_approach_agrees_with_the_oracle(
    problems, problem_name, rule_name, use_resource, lacks
):
    problem, rule = problems[problem_name], RULES[rule_name]
    judge = Judge(problem, rule, use_resource)
    wrong = {}
    for name in CLAIMED:
        build = APPROACHES[name].build
        if lacks(name, use_resource):
            with pytest.raises(UnsupportedError), tf.Graph().as_default():
                model = problem.build(use_resource)
                build(model.loss, model.variables, rule)
            continue
        if cannot(name, problem_name, rule_name):
            with pytest.raises(UnsupportedError), tf.Graph().as_default():
                model = problem.build(use_resource)
                build(model.loss, model.variables, rule)
            build = APPROACHES[name].attempt
        found = check(build, problem, rule, judge, 8, use_resource)
        if bool(found.first_wrong) != cannot(name, problem_name, rule_name):
            wrong[name] = found.first_wrong or "agrees, though it says that it cannot"
    judge.close()
    assert wrong == {}


@pytest.mark.parametrize("problem_name", ["softmax_digits", "quadratic"])
def test_the_floor_is_plain_descent_whatever_the_rule(problems, problem_name, use_resource):
    problem = problems[problem_name]
    judge = Judge(problem, GradientDescent(0.1), use_resource)
    build = APPROACHES["built_in"].build
    found = check(build, problem, RULES["wrapped"], judge, 8, use_resource)
    judge.close()
    assert found.first_wrong is None


def test_equal_ops_give_equal_bits(problems, use_resource, lacks):
    problem, rule = problems["softmax_digits"], RULES["wrapped"]
    judge = Judge(problem, rule, use_resource)
    shares = {
        name: check(APPROACHES[name].build, problem, rule, judge, 8, use_resource).bit_equal_share
        for name in CLAIMED
        if name != "process_gradients" and not lacks(name, use_resource)
    }
    judge.close()
    # Two roundings more: the gradient is rewritten and subtracted from the weight again. One less:
    # XLA multiplies and adds at once.
    others = ("rewritten_gradient", "constraint", "compiled")
    rewritten = {name: shares.pop(name) for name in others if name in shares}
    assert set(shares.values()) == {1.0}
    assert all(0.5 < share <= 1.0 for share in rewritten.values())
