"""The draws of a rule and nothing else: the bits that the rule draws, and really drawn."""

import numpy as np
import pytest
import tensorflow.compat.v1 as tf

from tf1_updates.problems.sized import Sized
from tf1_updates.rules import (
    Chain,
    GradientDescent,
    Langevin,
    Momentum,
    Noise,
    ProjectedDescent,
    WrappedNoisyDescent,
)
from tf1_updates.rules.noise import normal_noise
from tf1_updates.session_stepper import SessionStepper
from tf1_updates.sweep.normals import NormalsAlone, draws_noise


@pytest.mark.parametrize(
    "rule, has_noise",
    [
        (WrappedNoisyDescent(), True),
        (WrappedNoisyDescent(noise_stddev=0.0, noise_mean=0.5), False),
        (WrappedNoisyDescent(noise_stddev=lambda step: 0.02), True),
        (Langevin(), True),
        (Chain(Momentum(), Noise(0.1)), True),
        (GradientDescent(), False),
        (ProjectedDescent(), False),
        (Momentum(), False),
    ],
)
def test_whether_a_rule_draws(rule, has_noise):
    assert draws_noise(rule) is has_noise


def drawn_in(stepper):
    """The values of each draw that a step makes, by a trace of what ran."""
    ops = [op for op in stepper.graph.get_operations() if op.type == "StatelessRandomNormal"]
    metadata = tf.RunMetadata()
    options = tf.RunOptions(trace_level=tf.RunOptions.FULL_TRACE)
    run = stepper.session.run
    stepper.session.run = lambda asked, feed=None: run(asked, feed, options, metadata)
    stepper.step(stepper.feed(0))
    ran = {each.node_name for device in metadata.step_stats.dev_stats for each in device.node_stats}
    stepper.session.run = run
    return ops, [op for op in ops if op.name in ran]


def test_each_variable_is_drawn_once_and_nothing_else_is_done(use_resource):
    stepper = SessionStepper(NormalsAlone(), Sized(50, 3), WrappedNoisyDescent(), use_resource)
    built, ran = drawn_in(stepper)
    assert len(built) == len(ran) == 3
    before = stepper.session.run(stepper.model.variables)
    stepper.step(stepper.feed(1))
    after = stepper.session.run(stepper.model.variables)
    assert all(np.array_equal(*pair) for pair in zip(before, after))
    stepper.close()


def test_what_is_drawn_is_the_rules_own_noise_and_another_at_each_step(use_resource):
    rule = WrappedNoisyDescent(noise_stddev=1.0, seed=7)
    stepper = SessionStepper(NormalsAlone(), Sized(50), rule, use_resource)
    (draw,) = [
        op.outputs[0] for op in stepper.graph.get_operations() if op.type == "StatelessRandomNormal"
    ]
    with tf.Graph().as_default(), tf.Session() as session:
        wanted = session.run([normal_noise(tf.zeros([50]), 0.0, 1.0, 7, n, "w0") for n in (0, 2)])
    first = stepper.session.run(draw)
    for number in range(2):
        stepper.step(stepper.feed(number))
    third = stepper.session.run(draw)
    assert np.array_equal(first, wanted[0]) and np.array_equal(third, wanted[1])
    assert not np.array_equal(first, third)
    stepper.close()
