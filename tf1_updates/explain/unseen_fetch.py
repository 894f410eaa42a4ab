"""Ablation: each step fetches what no step before has fetched, in a graph that stays as it is."""

from tf1_updates.approaches import group_assign
from tf1_updates.explain.growth_ops import unseen_fetches


def build(loss, variables, rule):
    """Return the reference's train step with a call for a few no-ops before it, others each time.

    It differs from `one_more_call` by what is fetched: that the session has not seen it.

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
    reference_step = group_assign.build(loss, variables, rule)
    fetches = unseen_fetches()

    def train_step(session, feed_dict=None):
        session.run(next(fetches))
        reference_step(session, feed_dict)

    return train_step
