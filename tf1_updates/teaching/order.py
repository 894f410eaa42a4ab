"""Tells from the graph, and not by luck, whether every new value is computed before any write."""

from tf1_updates.graph_walk import ancestors

_KINDS = ("Assign", "AssignAdd", "AssignSub")
_WRITES = frozenset([kind + end for kind in _KINDS for end in ("", "VariableOp")])


def unordered_writes(train_op, variables):
    """Return the pairs (written, computed) of variables between which the graph has no order.

    The write of the first may come before the new value of the second is computed, which then may
    be computed from the weights before the step or after it.

    Args:
        train_op: the op or tensor that performs a step.
        variables: list of the variables that it writes, by `assign`, `assign_add` or `assign_sub`.

    Returns:
        A list of pairs of variable names, empty where every value stands before every write.

    >>> import tensorflow.compat.v1 as tf
    >>> with tf.Graph().as_default():
    ...     a, b = tf.get_variable("a", initializer=1.0), tf.get_variable("b", initializer=2.0)
    ...     new_a, new_b = a - b, b - a
    ...     plain = tf.group(a.assign(new_a).op, b.assign(new_b).op)
    ...     with tf.control_dependencies([new_a, new_b]):
    ...         gated = tf.group(a.assign(new_a).op, b.assign(new_b).op)
    >>> unordered_writes(plain, [a, b])
    [('a', 'b'), ('b', 'a')]
    >>> unordered_writes(gated, [a, b])
    []
    """
    names = {variable.op: variable.op.name for variable in variables}
    writes = [op for op in ancestors([train_op]) if op.type in _WRITES and op.inputs[0].op in names]
    return sorted(
        (names[write.inputs[0].op], names[other.inputs[0].op])
        for write in writes
        for other in writes
        if other is not write and other.inputs[1].op not in ancestors([write])
    )
