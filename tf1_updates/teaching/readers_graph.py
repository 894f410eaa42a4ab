"""What a reader's function returned to an exercise, made fit for a session, whatever it is."""

import tensorflow.compat.v1 as tf


def ops_in(given):
    """Return the ops in an answer: of ops, tensors and assigned variables, alone or in lists.

    Args:
        given: anything; what is no part of a graph is left out.

    >>> with tf.Graph().as_default():
    ...     one = tf.constant(1.0, name="one")
    ...     [op.name for op in ops_in([one, (one.op, "text"), None])]
    ['one', 'one']
    >>> ops_in(3)
    []
    """
    ops = [getattr(each, "op", each) for each in tf.nest.flatten(given)]
    return [op for op in ops if isinstance(op, tf.Operation)]


def value_of(session, given, feed_dict=None):
    """Return the value of a tensor or a variable, and anything else as it is.

    Args:
        session: of the tensor's graph.
        given: anything.
        feed_dict: what the tensor is computed from.

    >>> with tf.Graph().as_default(), tf.Session() as session:
    ...     print(value_of(session, 2 * tf.constant(3.0)), value_of(session, "text"))
    6.0 text
    """
    return session.run(given, feed_dict) if tf.is_tensor(given) else given
