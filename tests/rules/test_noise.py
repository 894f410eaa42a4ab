"""Noise is a pure function of (seed, step, variable name), the same on every TensorFlow."""

import numpy as np
import pytest
import tensorflow.compat.v1 as tf

from tf1_updates.rules import WrappedNoisyDescent
from tf1_updates.rules.noise import normal_noise, variable_key


def draw(seed=7, step=3, name="w", mean=0.0, stddev=1.0, shape=(1000,), dtype=tf.float32):
    with tf.Graph().as_default(), tf.Session() as session:
        noise = normal_noise(
            tf.zeros(shape, dtype), mean, stddev, seed, tf.constant(step, tf.int64), name
        )
        return np.asarray(session.run(noise)).astype(np.float64)


def test_the_same_key_gives_the_same_noise_and_another_key_other_noise():
    reference = draw()
    assert (draw() == reference).all()
    for other in (draw(seed=8), draw(step=4), draw(name="v")):
        # Independent normals of 1,000 draws: correlation within 5 standard errors of zero.
        assert abs(np.corrcoef(reference, other)[0, 1]) < 5 / np.sqrt(1000)


def test_the_stateless_draw_has_the_bits_it_has_always_had():
    with tf.Graph().as_default(), tf.Session() as session:
        bits = session.run(tf.random.stateless_normal([4], seed=[7, 3])).view(np.uint32)
    assert bits.tolist() == [1039083911, 3189481430, 3209469532, 1037824564]


def test_the_key_of_a_variable_is_fixed_for_good():
    # First 8 bytes of blake2b over "7/w", as a signed integer: recorded runs depend on it.
    assert variable_key(7, "w") == 6216286409598106147
    assert -(2**63) <= variable_key(2**63 - 1, "w") < 2**63


@pytest.mark.parametrize("dtype", [tf.float16, tf.float32, tf.float64], ids=lambda d: d.name)
def test_noise_is_unit_noise_of_the_key_scaled_and_shifted(dtype):
    unit, scaled = draw(dtype=dtype), draw(mean=0.5, stddev=0.25, dtype=dtype)
    rounding = {"float16": 2.0**-10, "float32": 2.0**-22, "float64": 2.0**-51}[dtype.name]
    assert np.abs(scaled - (0.5 + 0.25 * unit)).max() <= rounding


def test_noise_has_the_mean_and_deviation_that_were_asked_for():
    noise = draw(mean=3.0, stddev=0.5, shape=(20000,))
    assert abs(noise.mean() - 3.0) < 5 * 0.5 / np.sqrt(20000)
    assert abs(noise.std() - 0.5) < 5 * 0.5 / np.sqrt(2 * 20000)


def test_without_deviation_there_is_no_random_op_in_the_graph():
    with tf.Graph().as_default() as graph:
        weights = tf.zeros([3])
        WrappedNoisyDescent(0.1, 20, noise_stddev=0, noise_mean=1.0).move(weights, weights, 0, "w")
        kinds = {operation.type for operation in graph.get_operations()}
    assert not [kind for kind in kinds if "Random" in kind or "Stateless" in kind]


def test_two_variables_of_one_shape_get_independent_noise():
    rule = WrappedNoisyDescent(0.0, 20, noise_stddev=1.0, centred=True)
    with tf.Graph().as_default(), tf.Session() as session:
        variables = [tf.get_variable(name, initializer=np.zeros(1000, np.float32)) for name in "ab"]
        news = [rule.next_weights(variable, tf.zeros([1000]), 5) for variable in variables]
        session.run(tf.global_variables_initializer())
        a, b = session.run(news)
    assert abs(np.corrcoef(a, b)[0, 1]) < 5 / np.sqrt(1000)


def test_the_noise_that_was_previewed_is_the_noise_that_is_applied():
    rule = WrappedNoisyDescent(0.0, 1e6, noise_stddev=1.0, centred=True)
    with tf.Graph().as_default(), tf.Session() as session:
        variable = tf.get_variable("w", initializer=np.zeros(4, np.float32))
        noise = normal_noise(tf.convert_to_tensor(variable), 0.0, 1.0, 0, tf.constant(9), "w")
        new = rule.next_weights(variable, tf.zeros([4]), 9)
        session.run(tf.global_variables_initializer())
        previewed = session.run(noise)
        assert (session.run(new) == previewed).all()


def test_a_variable_of_unknown_shape_gets_noise_of_its_own_shape():
    with tf.Graph().as_default(), tf.Session() as session:
        weights = tf.placeholder(tf.float32, [None, 2])
        noise = normal_noise(weights, 0.0, 1.0, 0, tf.constant(0), "w")
        assert session.run(noise, {weights: np.zeros([3, 2])}).shape == (3, 2)
