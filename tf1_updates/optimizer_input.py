"""What `RuleOptimizer` refuses, each in one line that names the variable."""

import tensorflow.compat.v1 as tf

from tf1_updates.errors import InputError
from tf1_updates.rules.base import check_rule

DTYPES = (tf.float16, tf.bfloat16, tf.float32, tf.float64)
ALLOWED = "float16, bfloat16, float32 or float64"


def check_variables(tensors):
    """Refuse a variable (or a loss) whose dtype has no descent, such as int32 or complex64.

    >>> with tf.Graph().as_default():
    ...     check_variables([tf.get_variable("count", initializer=3)])
    Traceback (most recent call last):
        ...
    tf1_updates.errors.InputError: variable 'count': 'int32' was given; allowed is float16, \
bfloat16, float32 or float64
    """
    for tensor in tensors:
        if tensor.dtype.base_dtype not in DTYPES:
            argument = "variable {!r}".format(tensor.op.name)
            raise InputError(argument, tensor.dtype.base_dtype.name, ALLOWED)


def check_pairs(grads_and_vars):
    """Return the (gradient, variable) pairs as a list, if an update can be made of them.

    Raises:
        InputError: eager execution, no pairs, no gradient at all, or a gradient of another dtype
            than its variable's.
    """
    pairs = list(grads_and_vars)
    if tf.executing_eagerly():
        allowed = "a graph, as in `with tf.Graph().as_default():`"
        raise InputError("RuleOptimizer", "eager execution", allowed)
    reached = [(grad, variable) for grad, variable in pairs if grad is not None]
    if not reached:
        names = [variable.op.name for _, variable in pairs]
        allowed = "at least one variable with a gradient that is not None"
        raise InputError("grads_and_vars", names, allowed)
    check_variables([variable for _, variable in reached])
    for grad, variable in reached:
        given, wanted = _dtype(grad), variable.dtype.base_dtype
        if given not in (None, wanted):
            argument = "gradient of variable {!r}".format(variable.op.name)
            raise InputError(argument, given.name, "{}, as the variable's".format(wanted.name))
    return pairs


def _dtype(grad):
    # A Python number or an array has no TensorFlow dtype yet, and is converted by TensorFlow.
    dtype = getattr(grad, "dtype", None)
    return dtype.base_dtype if isinstance(dtype, tf.DType) else None


def check_slots(rule):
    """Refuse what is no rule, or a rule two of whose slots have one name and so are one variable.

    >>> from tf1_updates.rules import GradientDescent
    >>> check_slots(GradientDescent(0.1))
    """
    if len(set(check_rule(rule).slots)) < len(rule.slots):
        argument = "slots of {}".format(type(rule).__name__)
        raise InputError(argument, list(rule.slots), "names that differ from each other")
