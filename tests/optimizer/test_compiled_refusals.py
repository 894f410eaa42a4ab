"""What cannot be compiled is refused in one line; what is checked when run stays checked."""

import numpy as np
import pytest
import tensorflow.compat.v1 as tf
from compiled_and_not import BOUND, half_square, variable
from lacking import ON_TF1, needs_compiling

from tf1_updates.errors import UnsupportedError
from tf1_updates.optimizer import RuleOptimizer
from tf1_updates.rules import GradientDescent, Wrap, WrappedNoisyDescent


def refused(call, *parts):
    with pytest.raises(UnsupportedError) as refusal:
        call()
    text = str(refusal.value)
    assert "\n" not in text
    for part in ("RuleOptimizer(compiled=True): ",) + parts:
        assert part in text


def test_tensorflow_1_15_is_refused_in_one_line():
    if not ON_TF1:
        pytest.skip("this TensorFlow compiles")
    with tf.Graph().as_default():
        w = variable("w", [1.0, -3.0])
        optimizer = RuleOptimizer(GradientDescent(0.1), compiled=True)
        before = len(tf.global_variables())
        refused(
            lambda: optimizer.minimize(half_square(w)),
            "TensorFlow {} compiles no update in place".format(tf.__version__),
            "use TensorFlow 2.16 or later",
        )
        assert len(tf.global_variables()) == before


@needs_compiling
def test_a_reference_variable_and_an_unknown_shape_are_refused_by_name():
    with tf.Graph().as_default():
        old = tf.get_variable("layer/old", [2], use_resource=False)
        vague = tf.Variable(tf.placeholder(tf.float32, [None]), use_resource=True, name="vague")
        optimizer = RuleOptimizer(GradientDescent(0.1), compiled=True)
        before = len(tf.global_variables())
        refused(lambda: optimizer.minimize(half_square(old)), "'layer/old'", "use_resource=True")
        call = lambda: optimizer.minimize(half_square(vague), var_list=[vague])  # noqa: E731
        refused(call, "the shape of 'vague' is not known")
        assert len(tf.global_variables()) == before


@needs_compiling
@pytest.mark.parametrize(
    "spoil, operation",
    [
        (lambda w: tf.debugging.check_numerics(w, "bad"), "CheckNumerics"),
        (lambda w: w + tf.random.normal(w.shape), "RandomStandardNormal"),
        (lambda w: w + tf.random.stateless_uniform(w.shape, [1, 2]), "StatelessRandom"),
        (
            lambda w: tf.cond(w[0] > 0, lambda: tf.debugging.check_numerics(w, "bad"), lambda: w),
            "CheckNumerics",
        ),
    ],
)
def test_a_rule_whose_checks_or_noise_xla_would_change_is_refused(spoil, operation):
    class Mine(GradientDescent):
        def project(self, moved):
            return spoil(moved)

    with tf.Graph().as_default():
        w = variable("w", [1.0, -3.0])
        optimizer = RuleOptimizer(Mine(0.1), compiled=True)
        refused(lambda: optimizer.minimize(half_square(w)), operation, "Mine")


@needs_compiling
def test_a_rule_with_an_assertion_is_refused_and_one_with_a_condition_is_not():
    class Asserts(GradientDescent):
        def project(self, moved):
            with tf.control_dependencies([tf.debugging.Assert(moved[0] < 3.0, [moved])]):
                return tf.identity(moved)

    class Decides(GradientDescent):
        def project(self, moved):
            return tf.cond(moved[0] > 0, lambda: moved, lambda: -moved)

    with tf.Graph().as_default(), tf.Session() as session:
        w = variable("w", [-1.0, -3.0])
        refused(
            lambda: RuleOptimizer(Asserts(0.5), compiled=True).minimize(half_square(w)), "Assert"
        )
        train_op = RuleOptimizer(Decides(0.5), compiled=True).minimize(half_square(w))
        session.run(tf.global_variables_initializer())
        session.run(train_op)
        assert session.run(w).tolist() == [0.5, 1.5]


@needs_compiling
@pytest.mark.parametrize("bound", [-20.0, 0.0, np.inf, np.nan])
def test_a_bad_bound_in_a_tensor_is_caught_when_run_and_nothing_is_written(bound):
    for rule_of in (lambda given: WrappedNoisyDescent(0.1, given), lambda given: Wrap(given)):
        with tf.Graph().as_default(), tf.Session() as session:
            w, given = variable("w", [1.0, -3.0]), tf.Variable(bound, trainable=False)
            train_op = RuleOptimizer(rule_of(given), compiled=True).minimize(half_square(w))
            session.run(tf.global_variables_initializer())
            with pytest.raises(tf.errors.InvalidArgumentError, match="bound: this value was given"):
                session.run(train_op)
            assert session.run(w).tolist() == [1.0, -3.0]
            session.run(given.assign(BOUND))
            session.run(train_op)
            assert session.run(w)[1] > 0.0
