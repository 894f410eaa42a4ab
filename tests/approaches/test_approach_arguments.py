"""What is no loss and what are no variables is refused in one line, by every approach."""

import numpy as np
import pytest
import tensorflow.compat.v1 as tf

from tf1_updates.approaches import APPROACHES
from tf1_updates.errors import InputError
from tf1_updates.rules import GradientDescent

RULE = GradientDescent(0.1)
ALL = list(APPROACHES)


def refused(build, *arguments):
    """The text of the refusal, which is a line and leaves no step counter or slot behind."""
    before = tf.global_variables()
    with pytest.raises(InputError) as refusal:
        build(*arguments)
    assert "\n" not in str(refusal.value)
    assert [each.op.name for each in tf.global_variables()] == [each.op.name for each in before]
    return str(refusal.value)


@pytest.mark.parametrize("name", ALL)
def test_what_is_no_loss(name):
    with tf.Graph().as_default():
        w = tf.get_variable("w", [2], use_resource=True)
        rows = tf.IndexedSlices(tf.ones([1, 2]), tf.constant([0]))
        wrong = [None, 3, 0.5, "loss", np.float32(1), [w], lambda: w, rows, tf.constant(3)]
        for given in wrong + [tf.constant("x"), tf.constant(1j), tf.constant(True)]:
            text = refused(APPROACHES[name].build, given, [w], RULE)
            assert text.startswith("loss: ")
            assert text.endswith("allowed is a scalar tensor of a floating-point dtype")


@pytest.mark.parametrize("name", ALL)
def test_what_are_no_variables(name):
    build = APPROACHES[name].build
    with tf.Graph().as_default():
        w = tf.get_variable("w", [2], use_resource=True)
        loss = tf.reduce_sum(w * w)
        for given in (3, None, "w", {"w": w}, w, w * 1.0, 0.5):
            text = refused(build, loss, given, RULE)
            assert text.startswith("variables: ") and "a list of variables" in text
        wrong = [3, None, "w", w * 1.0, tf.constant([1.0, 2.0]), np.zeros(2), [w], (w,)]
        for given in wrong:
            text = refused(build, loss, [w, given], RULE)
            assert text.startswith("variables: ") and "a list of variables of a graph" in text
        assert "'w twice' was given; allowed is each variable once" in refused(
            build, loss, [w, w], RULE
        )


def test_a_variable_of_eager_execution(eagerly):
    eager = tf.Variable([1.0, 2.0])
    with tf.Graph().as_default():
        w = tf.get_variable("w", [2])
        for approach in APPROACHES.values():
            text = refused(approach.build, tf.reduce_sum(w * w), [eager], RULE)
            assert "a list of variables of a graph" in text
            assert refused(approach.build, tf.reduce_sum(w * w), eager, RULE)
    for approach in APPROACHES.values():
        with pytest.raises(InputError, match="variables of a graph"):
            approach.build(tf.constant(1.0), [eager], RULE)
