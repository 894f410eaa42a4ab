"""Ablation: the new weights are fetched and assigned anew, baked into the graph as a constant."""

from tf1_updates.explain.growth_ops import add_dead_ops
from tf1_updates.explain.reference_update import read_after, reference_update


def build(loss, variables, rule, ops_per_step=16):
    """Return the reference's train step followed by a new `variable.assign(array)`.

    Where `numpy_round_trip` feeds a placeholder, this adds the weights to the graph, for good.

    Args, Returns, Raises: as for every approach, see `tf1_updates.approaches`; and
        ops_per_step: how many ops each step adds, filled up with no-ops: so that this grows as
            `unseen_fetch_and_dead_ops` does, and differs from it by the constants.

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
    update, written = reference_update(loss, variables, rule)
    reads = read_after(update, written)

    def train_step(session, feed_dict=None):
        weights = session.run(reads, feed_dict)
        with loss.graph.as_default() as graph:
            before = graph.version
            writes = [variable.assign(values).op for variable, values in zip(written, weights)]
            add_dead_ops(ops_per_step - (graph.version - before))
        session.run(writes)

    return train_step
