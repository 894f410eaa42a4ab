"""A1: the rule as a `tf.train.Optimizer`, applied like any other."""

from tf1_updates.gradients import gradient_pairs
from tf1_updates.optimizer import RuleOptimizer


def build(loss, variables, rule):
    """Return a train step that runs a `RuleOptimizer`'s update, built once.

    Takes sparse gradients too: it updates the rows that were looked up.

    Args, Returns, Raises: as for every approach, see `tf1_updates.approaches`.

    >>> import tensorflow.compat.v1 as tf
    >>> from tf1_updates.rules import GradientDescent
    >>> with tf.Graph().as_default(), tf.Session() as session:
    ...     w = tf.get_variable("w", initializer=[1.0, -3.0])
    ...     train_step = build(0.5 * tf.reduce_sum(w * w), [w], GradientDescent(0.5))
    ...     session.run(tf.global_variables_initializer())
    ...     train_step(session)
    ...     print(session.run(w))
    [ 0.5 -1.5]
    """
    optimizer = RuleOptimizer(rule)
    pairs = gradient_pairs("optimizer_subclass", loss, variables, optimizer, sparse=True)
    train_op = optimizer.apply_gradients(pairs)

    def train_step(session, feed_dict=None):
        session.run(train_op, feed_dict)

    return train_step
