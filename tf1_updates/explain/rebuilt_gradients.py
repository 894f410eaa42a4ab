"""Ablation: the loss is differentiated anew at each step, and the new gradients are run as well."""

import tensorflow.compat.v1 as tf

from tf1_updates.explain.reference_update import reference_update


def build(loss, variables, rule):
    """Return the reference's train step with new gradients among its fetches, to no other use.

    It is a fetch never seen before in a changed graph, too. It differs from
    `unseen_fetch_and_dead_ops` by what is new: the derivative of the loss, which Python derives,
    and which TensorFlow has to prepare for its run.

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
    update, written = reference_update(loss, variables, rule)

    def train_step(session, feed_dict=None):
        with loss.graph.as_default():
            gradients = tf.gradients(loss, written)
        session.run([update] + [gradient.op for gradient in gradients], feed_dict)

    return train_step
