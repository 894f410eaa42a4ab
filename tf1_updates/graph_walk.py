"""Walks a graph backwards: what has to run before an op, and what an op reads."""

# Ops that hand on an input's memory, or do once TensorFlow has found a factor of one in them.
_MAY_BE_SIMPLIFIED_AWAY = frozenset(
    ["BroadcastTo", "Identity", "Mul", "Reshape", "Squeeze", "StopGradient", "Sum", "Tile"]
)


def ancestors(start, through_control=True):
    """Return the set of ops that must run before the given tensors or ops, themselves included.

    Args:
        start: list of tensors or ops.
        through_control: whether to follow control inputs (order) as well as inputs (values).

    >>> import tensorflow.compat.v1 as tf
    >>> with tf.Graph().as_default():
    ...     first, second = tf.constant(1.0, name="first"), tf.constant(2.0, name="second")
    ...     with tf.control_dependencies([first]):
    ...         last = tf.negative(second, name="last")
    >>> sorted(op.name for op in ancestors([last]))
    ['first', 'last', 'second']
    >>> sorted(op.name for op in ancestors([last], through_control=False))
    ['last', 'second']
    """
    waiting = [getattr(item, "op", item) for item in start]
    seen = set()
    while waiting:
        operation = waiting.pop()
        if operation in seen:
            continue
        seen.add(operation)
        waiting.extend(tensor.op for tensor in operation.inputs)
        if through_control:
            waiting.extend(operation.control_inputs)
    return seen


def is_reference(variable):
    """Return whether a variable is of the old, reference kind, whose reads are no copies."""
    return variable.op.type in ("VariableV2", "Variable")


def may_be_memory_of(tensor, variables):
    """Return the reference variable whose memory a tensor may be, or `None`

    An Identity of a reference variable hands on its buffer, not a copy. And TensorFlow simplifies
    the graph before it runs it: the gradient of `sum(a*b)` by `a` is written as ones times `b`, and
    run as the memory of `b` itself, which changes when `b` is written.

    Args:
        tensor: a tensor.
        variables: the variables to look among.
    """
    waiting = [tensor.op]
    while waiting:
        operation = waiting.pop()
        for variable in variables:
            if operation is variable.op and is_reference(variable):
                return variable
        if operation.type in _MAY_BE_SIMPLIFIED_AWAY:
            waiting.extend(source.op for source in operation.inputs)
    return None
