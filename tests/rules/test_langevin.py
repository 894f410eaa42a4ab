"""Langevin's weights are samples of the right density, and its noise is keyed like all noise."""

import numpy as np
import pytest
import tensorflow.compat.v1 as tf

from tf1_updates.errors import InputError
from tf1_updates.optimizer import RuleOptimizer
from tf1_updates.rules import GradientDescent, Langevin


@pytest.mark.parametrize("temperature", [1.0, 0.25])
def test_on_a_gaussian_mean_and_variance_are_those_of_theory(temperature, use_resource):
    """A chain per weight: w <- w - mu*k*(w - c) + noise is an AR(1) process, known exactly."""
    rate, curvature, centre, chains, steps = 0.2, 2.0, 3.0, 20000, 40
    with tf.Graph().as_default(), tf.Session() as session:
        w = tf.get_variable(
            "w", initializer=np.zeros(chains, np.float32), use_resource=use_resource
        )
        loss = 0.5 * curvature * tf.reduce_sum((w - centre) ** 2)
        train = RuleOptimizer(Langevin(rate, temperature, seed=4)).minimize(loss)
        session.run(tf.global_variables_initializer())
        for _ in range(steps):
            session.run(train)
        samples = session.run(w).astype(np.float64)
    kept = 1.0 - rate * curvature  # of the distance to the centre, at each step
    mean = centre * (1.0 - kept**steps)
    variance = 2.0 * rate * temperature * (1.0 - kept ** (2 * steps)) / (1.0 - kept**2)
    # In the long run: the density's variance T/k, and the bias of a finite step.
    assert np.isclose(variance, temperature / curvature / (1.0 - rate * curvature / 2.0))
    # Five standard errors of the mean and of the variance of independent normal samples.
    assert abs(samples.mean() - mean) < 5.0 * np.sqrt(variance / chains)
    assert abs(samples.var() - variance) < 5.0 * variance * np.sqrt(2.0 / chains)
    # The bias is seen, not lost in the error: the variance is not T/k.
    assert abs(samples.var() - temperature / curvature) > 5.0 * variance * np.sqrt(2.0 / chains)


def moved(rule, step=3, name="w", dtype=tf.float32):
    with tf.Graph().as_default(), tf.Session() as session:
        weights, gradient = tf.placeholder(dtype, [4]), tf.placeholder(dtype, [4])
        feed = {weights: [1.0, -1.0, 2.0, 0.0], gradient: [1.0, -2.0, 0.0, 4.0]}
        new = rule.at(tf.constant(step)).move(weights, gradient, tf.constant(step, tf.int64), name)
        return np.float64(session.run(new, feed))


def test_the_noise_is_that_of_seed_step_and_name_scaled_by_rate_and_temperature():
    still = moved(Langevin(0.5, 0.0))
    assert still.tolist() == [1.0 - 0.5 * 1.0, -1.0 + 0.5 * 2.0, 2.0, 0.0 - 0.5 * 4.0]
    unit = (moved(Langevin(0.5, 1.0)) - still) / np.sqrt(2 * 0.5 * 1.0)
    hot = (moved(Langevin(0.5, 4.0)) - still) / np.sqrt(2 * 0.5 * 4.0)
    assert np.abs(unit - hot).max() < 1e-5 and np.abs(unit).max() > 0.1
    others = [moved(Langevin(0.5, seed=1)), moved(Langevin(0.5), step=4)]
    others.append(moved(Langevin(0.5), name="v"))
    assert all((other != moved(Langevin(0.5))).all() for other in others)
    assert (moved(Langevin(lambda step: 0.5), 3) == moved(Langevin(0.5))).all()


def test_without_temperature_it_is_descent():
    assert (moved(Langevin(0.1, 0)) == moved(GradientDescent(0.1))).all()


@pytest.mark.parametrize(
    "arguments",
    [{"learning_rate": -0.1}, {"temperature": -1}, {"temperature": float("nan")}, {"seed": -1}],
    ids=str,
)
def test_what_has_no_root_is_refused_in_one_line(arguments):
    with pytest.raises(InputError) as refusal:
        Langevin(**arguments)
    assert str(refusal.value).startswith(list(arguments)[0] + ": ")
