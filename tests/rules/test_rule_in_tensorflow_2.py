"""A rule, used eagerly and in a `tf.function` of TensorFlow 2, gives what it gives in a graph."""

import numpy as np
import pytest
import tensorflow.compat.v1 as tf

from tf1_updates.rules import WrappedNoisyDescent

pytestmark = pytest.mark.usefixtures("eagerly")


def next_weights(weights, step):
    rule = WrappedNoisyDescent(0.1, 20, 0.5)
    return rule.project(rule.move(weights, weights, step, "w"))


@pytest.mark.parametrize("compile_it", [False, True])
def test_the_same_noise_and_weights_as_in_a_graph(compile_it):
    start = np.array([1.0, -3.0, 19.9], np.float32)
    with tf.Graph().as_default(), tf.Session() as session:
        expected = session.run(next_weights(tf.constant(start), tf.constant(3, tf.int64)))
    function = tf.function(next_weights) if compile_it else next_weights
    found = function(tf.constant(start), tf.constant(3, tf.int64)).numpy()
    np.testing.assert_allclose(found, expected, rtol=1e-6)
