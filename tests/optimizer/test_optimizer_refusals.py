"""What RuleOptimizer cannot take is said in one line that names the variable."""

import numpy as np
import pytest
import tensorflow.compat.v1 as tf

from tf1_updates.errors import InputError
from tf1_updates.optimizer import RuleOptimizer
from tf1_updates.rules import GradientDescent, Rule, WrappedNoisyDescent

DESCENT = GradientDescent(0.1)


def refused(call, *parts):
    with pytest.raises(InputError) as refusal:
        call()
    text = str(refusal.value)
    assert "\n" not in text
    for part in parts:
        assert part in text


@pytest.mark.parametrize("start", [np.int32(3), np.int64(3), np.complex64(3)])
def test_variables_without_a_descent(start):
    with tf.Graph().as_default():
        count = tf.get_variable("count", initializer=start)
        dtype = count.dtype.base_dtype
        call = lambda: RuleOptimizer(DESCENT).apply_gradients([(tf.ones([], dtype), count)])  # noqa: E731
        refused(call, "variable 'count': '{}' was given".format(dtype.name), "float16, bfloat16")


@pytest.mark.parametrize("given, wanted", [(tf.float64, tf.float32), (tf.float32, tf.float64)])
def test_a_gradient_of_another_dtype(given, wanted):
    with tf.Graph().as_default():
        w = tf.get_variable("layer/w", [2], wanted)
        call = lambda: RuleOptimizer(DESCENT).apply_gradients([(tf.ones([2], given), w)])  # noqa: E731
        refused(call, "gradient of variable 'layer/w'", given.name, "allowed is " + wanted.name)


def test_gradients_that_are_all_none():
    with tf.Graph().as_default():
        a, b = tf.get_variable("a", []), tf.get_variable("b", [])
        call = lambda: RuleOptimizer(DESCENT).apply_gradients([(None, a), (None, b)])  # noqa: E731
        refused(call, "['a', 'b'] was given", "gradient that is not None")
        refused(lambda: RuleOptimizer(DESCENT).apply_gradients([]), "[] was given")


def test_eager_execution(eagerly):
    w = tf.Variable(1.0)
    call = lambda: RuleOptimizer(DESCENT).apply_gradients([(tf.constant(1.0), w)])  # noqa: E731
    refused(call, "RuleOptimizer: 'eager execution' was given", "tf.Graph().as_default()")


def test_two_slots_of_one_name():
    class Twice(GradientDescent):
        slots = ("memory", "memory")

    refused(lambda: RuleOptimizer(Twice(0.1)), "slots of Twice", "differ from each other")


@pytest.mark.parametrize(
    "spoil, shown",
    [
        (lambda weights: weights[:1], "float32 (1,)"),
        (lambda weights: tf.cast(weights, tf.float64), "float64 (2,)"),
        (lambda weights: tf.stack([weights, weights]), "float32 (2, 2)"),
    ],
)
def test_a_rule_that_returns_another_shape_or_dtype(spoil, shown):
    class Spoiled(Rule):
        def move(self, weights, gradient, step, name):
            return spoil(weights)

    with tf.Graph().as_default():
        w = tf.get_variable("w", [2])
        call = lambda: RuleOptimizer(Spoiled()).minimize(tf.reduce_sum(w * w))  # noqa: E731
        refused(call, "Spoiled for variable 'w'", shown, "float32 (2,)")


@pytest.mark.parametrize("spoiled_part", ["move", "project"])
def test_a_rule_that_returns_nothing(spoiled_part):
    class Silent(GradientDescent):
        pass

    setattr(Silent, spoiled_part, lambda self, *given: None)
    with tf.Graph().as_default():
        w = tf.get_variable("w", [2])
        call = lambda: RuleOptimizer(Silent(0.1)).minimize(tf.reduce_sum(w * w))  # noqa: E731
        refused(call, "Silent for variable 'w': None was given", "float32 (2,)")


@pytest.mark.parametrize("returned", [{}, {"memory": 0.0, "other": 0.0}, {"memoir": 0.0}])
def test_a_rule_that_returns_other_slots_than_it_has(returned):
    class Forgetful(GradientDescent):
        slots = ("memory",)

        def advance(self, weights, gradient, slots, step, name):
            return weights, {key: slots["memory"] for key in returned}

    with tf.Graph().as_default():
        w = tf.get_variable("w", [2])
        call = lambda: RuleOptimizer(Forgetful(0.1)).minimize(tf.reduce_sum(w * w))  # noqa: E731
        refused(call, "Forgetful for variable 'w': new slots", str(sorted(returned)), "['memory']")


def test_a_slot_of_another_shape():
    class Spoiled(GradientDescent):
        slots = ("memory",)

        def advance(self, weights, gradient, slots, step, name):
            return weights, {"memory": tf.reduce_sum(slots["memory"])}

    with tf.Graph().as_default():
        w = tf.get_variable("w", [2])
        call = lambda: RuleOptimizer(Spoiled(0.1)).minimize(tf.reduce_sum(w * w))  # noqa: E731
        refused(call, "Spoiled for variable 'w'", "float32 ()")


@pytest.mark.parametrize("bound", [-20.0, 0.0])
def test_a_bound_given_as_a_tensor_is_caught_when_run_and_nothing_is_written(bound):
    with tf.Graph().as_default(), tf.Session() as session:
        w = tf.get_variable("w", initializer=[1.0, -3.0])
        given = tf.Variable(bound, trainable=False)
        train_op = RuleOptimizer(WrappedNoisyDescent(0.1, given)).minimize(tf.reduce_sum(w * w))
        session.run(tf.global_variables_initializer())
        with pytest.raises(tf.errors.InvalidArgumentError, match="WrappedNoisyDescent: bound"):
            session.run(train_op)
        assert session.run(w).tolist() == [1.0, -3.0]
