"""Compiled, every rule gives the weights and slots that it gives otherwise, in every dtype."""

import numpy as np
import pytest
import tensorflow.compat.v1 as tf
from compiled_and_not import RULES, assert_near, both, variable
from lacking import needs_compiling

from tf1_updates.optimizer import RuleOptimizer
from tf1_updates.rules import FeedbackAlignment, Oja

pytestmark = [needs_compiling, pytest.mark.slow]

DTYPES = [tf.float16, tf.bfloat16, tf.float32, tf.float64]


@pytest.mark.parametrize("dtype", DTYPES, ids=lambda dtype: dtype.name)
@pytest.mark.parametrize("name", list(RULES))
def test_every_rule_in_every_dtype_with_several_variables_and_slots(name, dtype):
    def run(session, compiled):
        w, v = variable("w", [1.0, -3.0, 0.25], dtype), variable("v", [[2.0], [-0.5]], dtype)
        fed = [tf.placeholder(dtype, each.shape) for each in (w, v)]
        optimizer = RuleOptimizer(RULES[name], compiled=compiled)
        train_op = optimizer.apply_gradients(list(zip(fed, (w, v))))
        slots = [optimizer.get_slot(each, slot) for each in (w, v) for slot in RULES[name].slots]
        session.run(tf.global_variables_initializer())
        draw = np.random.RandomState(5)
        for _ in range(5):
            given = [draw.normal(size=each.shape).astype(dtype.as_numpy_dtype) for each in fed]
            session.run(train_op, dict(zip(fed, given)))
        return session.run([tf.cast(each, tf.float64) for each in [w, v] + slots])

    assert_near(*both(run), dtype=dtype)


def test_rules_that_take_something_else_than_a_gradient():
    def run(session, compiled):
        draw = np.random.RandomState(3)
        w, v = variable("w", draw.normal(size=(4, 3))), variable("v", draw.normal(size=(4, 2)))
        x, fed = (
            tf.placeholder(tf.float32, [None, 4]),
            tf.placeholder(tf.float32, [None, 4 + 5 + 3]),
        )
        hebbian = RuleOptimizer(Oja(0.1), compiled=compiled).apply_gradients([(x, v)])
        aligned = RuleOptimizer(FeedbackAlignment(0.1, seed=1), compiled=compiled)
        train_ops = [hebbian, aligned.apply_gradients([(fed, w)])]
        session.run(tf.global_variables_initializer())
        for count in (6, 6, 2):  # batches of two sizes
            feed = {x: draw.normal(size=(count, 4)), fed: draw.normal(size=(count, 12))}
            session.run(train_ops, feed)
        return session.run([w, v])

    assert_near(*both(run))


@pytest.mark.parametrize("name", list(RULES))
def test_nan_stays_nan_and_spoils_nothing_else(name):
    def run(session, compiled):
        w, fed = variable("w", [1.0, -3.0, 0.25, 2.0]), tf.placeholder(tf.float32, [4])
        train_op = RuleOptimizer(RULES[name], compiled=compiled).apply_gradients([(fed, w)])
        session.run(tf.global_variables_initializer())
        session.run(train_op, {fed: [np.nan, 1.0, np.inf, -np.inf]})
        session.run(train_op, {fed: [0.0, 1.0, 0.0, 0.0]})
        return [session.run(w)]

    (plain,), (fused,) = both(run)
    assert np.isnan(fused[0]) and (np.isnan(plain) == np.isnan(fused)).all()
    assert np.isfinite(fused[1])
