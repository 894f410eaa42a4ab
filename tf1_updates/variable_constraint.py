"""Lends variables a constraint, or takes it from them, while an update is being built."""

import contextlib


@contextlib.contextmanager
def constraints_set(variables, constraint):
    """Let the variables have this constraint inside the `with`, and their own one after it.

    TensorFlow reads `variable.constraint` when an optimizer's update is built, and has no public
    way to set it on a variable that exists. Nothing is left behind on the variable.

    Args:
        variables: list of `tf.Variable`.
        constraint: function from weights to allowed weights, or `None` for no constraint.

    >>> import tensorflow.compat.v1 as tf
    >>> with tf.Graph().as_default():
    ...     w = tf.get_variable("w", [2])
    ...     with constraints_set([w], tf.abs):
    ...         inside = w.constraint
    >>> inside is tf.abs, w.constraint is None
    (True, True)
    """
    before = [variable.constraint for variable in variables]
    try:
        for variable in variables:
            variable._constraint = constraint
        yield
    finally:
        for variable, own in zip(variables, before):
            variable._constraint = own
