"""Ablation: each step adds ops that nobody fetches, and runs what every step before has run."""

from tf1_updates.approaches import group_assign
from tf1_updates.explain.growth_ops import add_dead_ops


def build(loss, variables, rule, ops_per_step=16):
    """Return the reference's train step in a graph that has changed whenever it is run.

    Args, Returns, Raises: as for every approach, see `tf1_updates.approaches`; and
        ops_per_step: how many no-ops each step adds.

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
    reference_step = group_assign.build(loss, variables, rule)

    def train_step(session, feed_dict=None):
        with loss.graph.as_default():
            add_dead_ops(ops_per_step)
        reference_step(session, feed_dict)

    return train_step
