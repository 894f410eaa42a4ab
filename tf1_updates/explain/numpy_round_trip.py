"""Ablation: the new weights leave TensorFlow as NumPy arrays, and are fed back in."""

import tensorflow.compat.v1 as tf

from tf1_updates.explain.reference_update import read_after, reference_update


def build(loss, variables, rule):
    """Return the reference's train step with a round trip of its weights, built beforehand.

    The weights are fetched by the run that updates them; feeding them back takes a second run. So
    it differs from `one_more_call` by the copies alone.

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
    reads = read_after(update, written)
    fed = [tf.placeholder(variable.dtype.base_dtype, variable.shape) for variable in written]
    writes = [variable.assign(values).op for variable, values in zip(written, fed)]

    def train_step(session, feed_dict=None):
        weights = session.run(reads, feed_dict)
        session.run(writes, dict(zip(fed, weights)))

    return train_step
