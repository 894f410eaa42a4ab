"""Which gradients an update may use, and which variables it may touch."""

import tensorflow.compat.v1 as tf

from tf1_updates.errors import InputError, UnsupportedError


def listed(variables):
    """Return variables as a list, a partitioned variable as its slices.

    Args:
        variables: list, or anything else that yields `tf.Variable`, but not a variable itself.

    Raises:
        InputError: no list, or an empty one.

    >>> with tf.Graph().as_default():
    ...     cut = tf.get_variable("w", [4, 2], partitioner=tf.fixed_size_partitioner(2))
    ...     [variable.op.name for variable in listed([cut])]
    ['w/part_0', 'w/part_1']
    """
    if variables is None or hasattr(variables, "op"):
        raise InputError("variables", variables, "a list of variables")
    # Only a partitioned variable has slices, and no op of its own.
    found = [
        each for given in variables for each in ([given] if hasattr(given, "op") else list(given))
    ]
    if not found:
        raise InputError("variables", found, "a list of at least one variable")
    return found


def gradient_pairs(approach, loss, variables, optimizer=None, sparse=False):
    """Return `[(gradient, variable)]` for the variables that the loss depends on

    A variable without a gradient (`None`) is left out, and so left untouched, as TensorFlow's own
    optimizers do.

    Args:
        approach: name of the approach that asks, for a refusal.
        loss: scalar tensor.
        variables: list of `tf.Variable`.
        optimizer: a `tf.train.Optimizer` to take the gradients from, by its `compute_gradients`;
            by default they come from `tf.gradients`.
        sparse: whether the approach can take a sparse gradient (`IndexedSlices`).

    Raises:
        InputError: no variables at all, or none that the loss depends on.
        UnsupportedError: a sparse gradient that the approach cannot take, naming its variable.

    >>> with tf.Graph().as_default():
    ...     w, unused = tf.get_variable("w", [2]), tf.get_variable("unused", [2])
    ...     pairs = gradient_pairs("group_assign", tf.reduce_sum(w * w), [w, unused])
    ...     [variable.op.name for _, variable in pairs]
    ['w']
    """
    variables = listed(variables)
    if optimizer is None:
        gradients = tf.gradients(loss, variables)
    else:
        gradients = [gradient for gradient, _ in optimizer.compute_gradients(loss, variables)]
    pairs = [pair for pair in zip(gradients, variables) if pair[0] is not None]
    if not pairs:
        names = [variable.op.name for variable in variables]
        raise InputError("variables", names, "variables of which the loss depends on at least one")
    for gradient, variable in pairs:
        if isinstance(gradient, tf.IndexedSlices) and not sparse:
            raise UnsupportedError(
                approach,
                "the gradient of {!r} is sparse (IndexedSlices)".format(variable.op.name),
                "use optimizer_subclass, which updates the rows that were looked up",
            )
    return pairs
