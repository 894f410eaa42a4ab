"""Hyper-parameters: a number, a tensor, a variable or a function of the step, in any dtype."""

import tensorflow.compat.v1 as tf

from tf1_updates.errors import InputError
from tf1_updates.rules.limits import check_number
from tf1_updates.rules.outside import evaluated_outside
from tf1_updates.rules.signature import accepts


def checked(name, given, may_be_function=True):
    """Check a hyper-parameter when a rule is made; return what the rule should keep.

    Args:
        name: the hyper-parameter's name, such as `"bound"`.
        given: a number, a NumPy scalar, a scalar tensor or variable, or (where
            `may_be_function`) a function of the step, such as one of TF1's decay schedules.

    Returns:
        A Python float for a number; tensors, variables and functions as they are.

    Raises:
        InputError: a number that is not allowed, or something that is no scalar number at all.

    >>> checked("learning_rate", 1)
    1.0
    """
    if tf.is_tensor(given):  # a variable counts as one
        return _checked_tensor(name, given)
    if callable(given):
        if may_be_function and accepts(given, "step"):
            return given
        allowed = "a number, a tensor, a variable or a function of the step"
        if not may_be_function:
            allowed = "a number, a tensor or a variable, not a function"
        raise InputError(name, given, allowed)
    if getattr(given, "shape", None) == () and hasattr(given, "item"):
        given = given.item()  # a NumPy scalar or 0-d array; its bool must be seen as one
    return check_number(name, given)


def _checked_tensor(name, given):
    if given.shape.rank not in (0, None) or not given.dtype.base_dtype.is_floating:
        dtype = given.dtype.base_dtype.name
        article = "an" if dtype.startswith("int") else "a"
        shown = "{} {} of shape {}".format(article, dtype, given.shape)
        raise InputError(name, shown, "a scalar of a floating-point dtype")
    try:
        return check_number(name, given.numpy().item())  # eager: its number is known already
    except (AttributeError, NotImplementedError):
        return given


def value_at(name, value, step):
    """Return what a checked hyper-parameter is at one step: a function's value, or itself.

    Args:
        name: the hyper-parameter's name, for a refusal.
        value: what `checked` returned, or any other value that is no function.
        step: int64 scalar, handed to a function of the step.

    Raises:
        InputError: a function that returns no scalar number.
    """
    if tf.is_tensor(value) or not callable(value):
        return value
    return evaluated_outside(lambda at: _evaluated(name, value, at), step)


def _evaluated(name, value, step):
    # TF1's piecewise_constant wants the integer step; `lambda step: 0.1 - 0.001 * step` cannot
    # multiply one with a float, and gets the step in floating point instead.
    for dtype in (tf.int64, tf.float64):
        try:
            return checked(name, value(tf.cast(step, dtype)), may_be_function=False)
        except TypeError:
            continue
    return checked(name, value(tf.cast(step, tf.float32)), may_be_function=False)


def as_scalar(name, value, dtype, step=None):
    """Return a checked hyper-parameter as a scalar tensor of the weights' dtype.

    Args:
        name, value, step: as for `value_at`.
        dtype: the variable's base dtype.
    """
    value = value_at(name, value, step)
    if isinstance(value, float):
        value = tf.constant(value, tf.float64)  # not by way of float32, which has no 0.1 of its own
    return tf.cast(value, dtype)
