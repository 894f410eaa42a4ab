"""Ablation: the reference, and then one more `session.run`, of an op that does nothing."""

import tensorflow.compat.v1 as tf

from tf1_updates.approaches import group_assign


def build(loss, variables, rule):
    """Return the reference's train step with a second call of the session, built beforehand.

    Args, Returns, Raises: as for every approach, see `tf1_updates.approaches`.

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
    nothing = tf.no_op("nothing")

    def train_step(session, feed_dict=None):
        reference_step(session, feed_dict)
        session.run(nothing)

    return train_step
