"""What `RuleOptimizer` refuses, each in one line that names the argument or the variable."""

import re

import tensorflow.compat.v1 as tf

from tf1_updates.errors import InputError
from tf1_updates.gradients import check_each_once, is_variable, listed
from tf1_updates.rules.base import Rule, check_rule

DTYPES = (tf.float16, tf.bfloat16, tf.float32, tf.float64)
ALLOWED = "float16, bfloat16, float32 or float64"


def check_options(rule, use_locking, name, compiled):
    """Refuse what the optimizer cannot be made of.

    Two slots of one name would be one variable.

    >>> from tf1_updates.rules import GradientDescent
    >>> check_options(GradientDescent(0.1), False, "my optimizer", False)
    Traceback (most recent call last):
        ...
    tf1_updates.errors.InputError: name: 'my optimizer' was given; allowed is a name of letters, \
digits and . _ - /, such as 'RuleOptimizer'
    """
    if len(set(check_rule(rule).slots)) < len(rule.slots):
        argument = "slots of {}".format(type(rule).__name__)
        raise InputError(argument, list(rule.slots), "names that differ from each other")
    for argument, given in (("use_locking", use_locking), ("compiled", compiled)):
        if not isinstance(given, bool):
            raise InputError(argument, given, "True or False")
    check_name(name)


def check_name(name):
    """Refuse a name that TensorFlow gives to no op."""
    if not isinstance(name, str) or not re.match(r"[A-Za-z0-9.][A-Za-z0-9_./-]*\Z", name):
        allowed = "a name of letters, digits and . _ - /, such as 'RuleOptimizer'"
        raise InputError("name", name, allowed)


def check_graph():
    """Refuse eager execution."""
    if tf.executing_eagerly():
        allowed = "a graph, as in `with tf.Graph().as_default():`"
        raise InputError("RuleOptimizer", "eager execution", allowed)


def check_trained(var_list):
    """Return the variables that `minimize` trains as a list, a partitioned one as its slices.

    Args:
        var_list: a variable or a list of them; `None` for all trainable ones of the graph.
    """
    if var_list is not None:
        return listed(tf.nest.flatten(var_list))
    found = tf.trainable_variables() + tf.get_collection("trainable_resource_variables")
    if not found:
        raise InputError("var_list", found, "trainable variables, and the graph has none")
    return found


def check_global_step(global_step):
    """Refuse what cannot count steps; `None` lets the optimizer count its own."""
    if global_step is None:
        return
    counts = is_variable(global_step) and global_step.dtype.base_dtype.is_integer
    if not counts or global_step.shape.rank != 0:
        allowed = "an integer variable of shape (), as tf.train.get_or_create_global_step() gives"
        raise InputError("global_step", global_step, allowed)


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


def check_pairs(grads_and_vars, rule):
    """Return the (gradient, variable) pairs as a list, if the rule can make an update of them.

    Raises:
        InputError: eager execution, no pairs, what is no variable or there twice, no gradient at
            all, a gradient of another dtype than its variable's; or of another shape, if a gradient
            is what the rule takes.
    """
    check_graph()
    pairs = _pairs(grads_and_vars)
    reached = [variable for grad, variable in pairs if grad is not None]
    if not reached:
        names = [variable.op.name for _, variable in pairs]
        allowed = "at least one variable with a gradient that is not None"
        raise InputError("grads_and_vars", names, allowed)
    check_variables(reached)
    check_each_once("grads_and_vars", reached)
    return [
        (None if grad is None else _fitting(grad, variable, rule), variable)
        for grad, variable in pairs
    ]


def _pairs(grads_and_vars):
    allowed = "a list of (gradient, variable) pairs"
    try:
        pairs = [(grad, variable) for grad, variable in grads_and_vars]
    except (TypeError, ValueError):
        raise InputError("grads_and_vars", grads_and_vars, allowed) from None
    for _, variable in pairs:
        if not is_variable(variable):
            raise InputError("grads_and_vars", variable, allowed + " of a graph")
    return pairs


def _fitting(grad, variable, rule):
    argument, wanted = "gradient of variable {!r}".format(variable.op.name), variable.dtype
    grad = _as_tensor(argument, grad, wanted.base_dtype)
    if grad.dtype.base_dtype != wanted.base_dtype:
        allowed = "{}, as the variable's".format(wanted.base_dtype.name)
        raise InputError(argument, grad.dtype.base_dtype.name, allowed)
    if isinstance(grad, tf.IndexedSlices):  # its rows may be any, and any number of them
        given, shape = grad.values.shape[1:], variable.shape[1:]
    else:
        given, shape = grad.shape, variable.shape
    if rule.takes == Rule.takes and not given.is_compatible_with(shape):
        allowed = "{}, as the variable's, unless the rule's `takes` says what else it takes"
        raise InputError(argument, "shape {}".format(given), allowed.format(shape))
    return grad


def _as_tensor(argument, grad, dtype):
    if tf.is_tensor(grad) and hasattr(grad, "op"):
        return grad
    try:
        found = tf.convert_to_tensor(grad)
        if hasattr(grad, "dtype"):  # an array has said what it is: it is not rounded unasked
            return found
        if found.dtype.is_floating or found.dtype.is_integer:
            return tf.convert_to_tensor(grad, dtype)
    except (TypeError, ValueError, RuntimeError):  # the last for a tensor of eager execution
        pass
    raise InputError(argument, grad, "a {} tensor, or numbers".format(dtype.name))
