"""Which gradients an update may use, and which variables it may touch."""

import tensorflow.compat.v1 as tf

from tf1_updates.errors import InputError, UnsupportedError


def listed(variables):
    """Return variables as a list, a partitioned variable as its slices.

    Args:
        variables: list, or anything else that yields `tf.Variable`, but not a variable itself.

    Raises:
        InputError: no list, an empty one, or one with anything but variables, each once.

    >>> with tf.Graph().as_default():
    ...     cut = tf.get_variable("w", [4, 2], partitioner=tf.fixed_size_partitioner(2))
    ...     [variable.op.name for variable in listed([cut])]
    ['w/part_0', 'w/part_1']
    """
    if isinstance(variables, (str, dict)) or is_variable(variables) or not _is_iterable(variables):
        raise InputError("variables", variables, "a list of variables")
    found = []
    for given in variables:
        # Only a partitioned variable is iterable and still has one value.
        cut = hasattr(given, "as_tensor") and _is_iterable(given)
        found.extend(list(given) if cut else [given])
    if not found:
        raise InputError("variables", found, "a list of at least one variable")
    for variable in found:
        if not is_variable(variable):
            raise InputError("variables", variable, "a list of variables of a graph")
    check_each_once("variables", found)
    return found


def is_variable(given):
    """Return whether something is a variable of a graph: one made eagerly has no op."""
    return hasattr(given, "op") and hasattr(given, "assign")


def check_each_once(argument, variables):
    """Refuse a variable that is there twice: its two updates would be one lost."""
    names = [variable.op.name for variable in variables]
    for name in names:
        if names.count(name) > 1:
            raise InputError(argument, "{} twice".format(name), "each variable once")


def check_loss(loss):
    """Return the loss if it is a tensor that a gradient can be taken of.

    >>> check_loss(3)
    Traceback (most recent call last):
        ...
    tf1_updates.errors.InputError: loss: 3 was given; allowed is a scalar tensor of a \
floating-point dtype
    """
    is_tensor = is_variable(loss) or (isinstance(loss, tf.Tensor) and hasattr(loss, "op"))
    if not is_tensor or not loss.dtype.base_dtype.is_floating:
        raise InputError("loss", loss, "a scalar tensor of a floating-point dtype")
    return loss


def _is_iterable(given):
    # A tensor is no list, though Python's `iter` takes it for one.
    return hasattr(type(given), "__iter__") and not tf.is_tensor(given)


def gradient_pairs(approach, loss, variables, optimizer=None, sparse=False, weights=None):
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
        weights: list of tensors that the loss was computed from in the variables' place.

    Raises:
        InputError: no variables at all, or none that the loss depends on; what is no loss.
        UnsupportedError: a sparse gradient that the approach cannot take, naming its variable.

    >>> with tf.Graph().as_default():
    ...     w, unused = tf.get_variable("w", [2]), tf.get_variable("unused", [2])
    ...     pairs = gradient_pairs("group_assign", tf.reduce_sum(w * w), [w, unused])
    ...     [variable.op.name for _, variable in pairs]
    ['w']
    """
    variables, loss = listed(variables), check_loss(loss)
    if optimizer is None:
        gradients = tf.gradients(loss, variables if weights is None else weights)
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
