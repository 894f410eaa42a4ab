"""TensorFlow's own `GradientDescentOptimizer`, at a rule's learning rate."""

import tensorflow.compat.v1 as tf

from tf1_updates.errors import UnsupportedError
from tf1_updates.rules.base import check_rule
from tf1_updates.rules.hyper_parameters import as_scalar


def stock_descent(approach, rule, variables, step):
    """Return a `GradientDescentOptimizer` with the rule's learning rate at that step.

    Args:
        approach: name of the approach that asks, for a refusal.
        rule: a `Rule` with a `learning_rate`.
        variables: the variables to be trained; the rate is computed in the first one's dtype.
        step: int64 scalar tensor.

    Raises:
        UnsupportedError: a rule that has no learning rate.

    >>> from tf1_updates.rules import GradientDescent
    >>> with tf.Graph().as_default():
    ...     w = tf.get_variable("w", [2])
    ...     stock_descent("built_in", GradientDescent(0.1), [w], tf.constant(0)).get_name()
    'GradientDescent'
    """
    if not hasattr(check_rule(rule), "learning_rate"):
        raise UnsupportedError(
            approach,
            "{} for {!r} has no learning rate".format(type(rule).__name__, variables[0].op.name),
            "use group_assign or optimizer_subclass",
        )
    dtype = variables[0].dtype.base_dtype
    rate = as_scalar("learning_rate", rule.learning_rate, dtype, tf.cast(step, tf.int64))
    return tf.train.GradientDescentOptimizer(rate)
