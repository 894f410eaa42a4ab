"""A chain is its parts in their order: moves, projections, slots, schedules, noise."""

import numpy as np
import pytest
import tensorflow.compat.v1 as tf

from tf1_updates.errors import InputError
from tf1_updates.optimizer import RuleOptimizer
from tf1_updates.rules import (
    Adam,
    Ball,
    Box,
    Chain,
    Decay,
    GradientDescent,
    Langevin,
    Momentum,
    Noise,
    ProjectedDescent,
    Rule,
    Wrap,
    WrappedNoisyDescent,
)


def trained(rule, use_resource=None, steps=20):
    """The weights of two variables after each step, under fed gradients."""
    random = np.random.RandomState(2)
    with tf.Graph().as_default(), tf.Session() as session:
        start = {"a": np.float32([1.0, -3.0, 19.99]), "b": np.float32([[0.0, 5.0]])}
        variables = [
            tf.get_variable(name, initializer=values, use_resource=use_resource)
            for name, values in start.items()
        ]
        fed = [tf.placeholder(tf.float32, variable.shape) for variable in variables]
        train = RuleOptimizer(rule).apply_gradients(list(zip(fed, variables)))
        session.run(tf.global_variables_initializer())
        seen = []
        for _ in range(steps):
            session.run(train, {each: random.standard_normal(each.shape) * 9 for each in fed})
            seen.extend(weights.ravel() for weights in session.run(variables))
        return np.concatenate(seen)


@pytest.mark.parametrize(
    "chain, rule",
    [
        (
            Chain(GradientDescent(0.1), Noise(0.01), Wrap(20)),
            WrappedNoisyDescent(0.1, 20, 0.01),
        ),
        (
            Chain(GradientDescent(lambda s: 0.1 / (1 + s)), Noise(0.5, 0.1, 3), Wrap(20, True)),
            WrappedNoisyDescent(lambda s: 0.1 / (1 + s), 20, 0.5, 0.1, 3, True),
        ),
        (Chain(GradientDescent(0.1), Box(-2, 2)), ProjectedDescent(0.1, -2, 2)),
        (Chain(GradientDescent(0.1), Ball(2)), ProjectedDescent(0.1, radius=2)),
        (Chain(Adam(0.1)), Adam(0.1)),
        (Chain(Chain(Momentum(0.1)), Chain(Wrap(20))), Chain(Momentum(0.1), Wrap(20))),
    ],
    ids=lambda rule: repr(rule)[:30],
)
def test_a_chain_equals_the_rule_that_it_spells_bit_for_bit(chain, rule, use_resource):
    assert (trained(chain, use_resource) == trained(rule, use_resource)).all()


def stepped(rule, weights, gradient, step=0):
    with tf.Graph().as_default(), tf.Session() as session:
        w, g = tf.placeholder(tf.float64, [None]), tf.placeholder(tf.float64, [None])
        rule = rule.at(tf.constant(step, tf.int64))
        new = rule.project(rule.move(w, g, tf.constant(step, tf.int64), "w"))
        return session.run(new, {w: weights, g: gradient})


def test_moves_come_in_order_then_projections_in_order():
    descent, decay = GradientDescent(0.5), Decay(0.25)
    after = stepped(Chain(descent, decay), [4.0], [2.0])
    before = stepped(Chain(decay, descent), [4.0], [2.0])
    assert after.tolist() == [(4.0 - 0.5 * 2.0) * 0.75]
    assert before.tolist() == [4.0 * 0.75 - 0.5 * 2.0]
    assert stepped(Chain(Box(-9, 5), Wrap(4), descent), [9.0], [2.0]).tolist() == [5.0 - 4.0]
    assert stepped(Chain(Wrap(4), Box(-9, 5), descent), [9.0], [2.0]).tolist() == [8.0 - 8.0]


def test_a_schedule_reaches_every_part():
    rule = Chain(GradientDescent(lambda step: 0.5 * step), Decay(lambda step: 0.25 * step))
    assert stepped(rule, [4.0], [1.0], step=2).tolist() == [(4.0 - 0.5 * 2 * 1.0) * (1 - 0.25 * 2)]
    calls = []
    rule = Chain(GradientDescent(lambda step: calls.append(step) or 0.5), Wrap(20))
    trained(rule, steps=1)
    assert len(calls) == 1  # once a step, and not once a variable


def test_noise_of_two_parts_is_independent_and_that_of_the_first_is_as_if_alone():
    zeros = np.zeros(4000)
    alone = stepped(Noise(1.0), zeros, zeros)
    second = stepped(Chain(Noise(0.0), Noise(1.0)), zeros, zeros)
    both = stepped(Chain(Noise(1.0), Noise(1.0)), zeros, zeros)
    assert np.abs(both - (alone + second)).max() < 1e-12
    # Five standard errors of a correlation of independent numbers.
    assert abs(np.corrcoef(alone, second)[0, 1]) < 5.0 / np.sqrt(4000)
    wandering = Chain(Langevin(0.5), Noise(1.0))
    assert abs(np.var(stepped(wandering, zeros, zeros)) - 2.0) < 5.0 * 2.0 * np.sqrt(2.0 / 4000)
    other_seed = stepped(Chain(Noise(1.0, seed=8), Noise(1.0)), zeros, zeros)
    assert np.abs(other_seed - alone - stepped(Noise(1.0, seed=8), zeros, zeros)).max() < 1e-12


@pytest.mark.parametrize(
    "parts, given",
    [
        ((), r"parts of Chain: \(\) was given"),
        ((GradientDescent(0.1), 20), "parts of Chain: 20 was given"),
        ((Wrap,), "parts of Chain: <class"),
        ((Momentum(0.1), Momentum(0.2)), r"slots of Chain: \['momentum', 'momentum'\] was given"),
        ((Chain(Adam()), Adam()), r"slots of Chain: \['m', 'v', 'm', 'v'\] was given"),
    ],
)
def test_parts_that_do_not_fit_are_refused_in_one_line(parts, given):
    with pytest.raises(InputError, match=given) as refusal:
        Chain(*parts)
    assert "\n" not in str(refusal.value)


def test_slots_of_different_parts_go_side_by_side(use_resource):
    rule = Chain(Momentum(0.1), Adam(0.01))
    assert rule.slots == ("momentum", "m", "v")
    assert np.isfinite(trained(rule, use_resource)).all()


def test_a_chain_says_of_itself_what_its_parts_say():
    class Unsaid(Rule):
        def move(self, weights, gradient, step, name):
            return weights

    class RowRule(Unsaid):
        reads_weights = False

    assert not Chain(GradientDescent(0.1), RowRule()).reads_weights
    for part in (Wrap(20), Decay(0.1), Noise(0.1), Langevin(0.1), Unsaid()):
        assert Chain(GradientDescent(0.1), part).reads_weights
    assert Chain(GradientDescent(0.1), Wrap(20)).sparse_rows == "touched"
    assert Chain(GradientDescent(0.1), Ball(20)).sparse_rows == "all"
    assert Chain(Decay(0.1), GradientDescent(0.5), GradientDescent(0.25)).learning_rate == 0.5
    assert not hasattr(Chain(Noise(0.1)), "learning_rate")
    rule = Chain(GradientDescent(0.5), Noise(0.25, seed=3), Wrap(20))
    assert rule.settings() == {
        "GradientDescent.learning_rate": 0.5,
        "Noise.noise_stddev": 0.25,
        "Noise.noise_mean": 0.0,
        "Noise.seed": 3,
        "Wrap.bound": 20.0,
        "Wrap.centred": False,
    }
    assert repr(rule) == (
        "Chain(GradientDescent(learning_rate=0.5), "
        "Noise(noise_stddev=0.25, noise_mean=0.0, seed=3), Wrap(bound=20.0, centred=False))"
    )
