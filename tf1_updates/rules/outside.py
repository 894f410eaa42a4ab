"""Ops that XLA must not compile: they stay in the graph around the compiled function.

XLA draws random numbers of its own, other than every other approach gets, and leaves out every
run-time assertion. So both are built outside, and only their results are taken inside.
"""

import contextlib

import tensorflow.compat.v1 as tf

_OUTSIDE = "_tf1_updates_graph_outside"
_AT_STEP = "_tf1_updates_values_at_step"


def keep_outside(graph, at_step=None):
    """Let what is built `outside_of_compiled` in the current graph be built in `graph`.

    Args:
        graph: the graph around the compiled function.
        at_step: what is asked instead, with methods `made` and `evaluated`: of a loop, whose step
            is not known outside, the `LoopTables.at` that step.
    """
    setattr(tf.get_default_graph(), _OUTSIDE, graph)
    setattr(tf.get_default_graph(), _AT_STEP, at_step)


def is_compiled():
    """Return whether XLA compiles what is built now, so that what is cheap for kernels may not be.

    >>> with tf.Graph().as_default() as around, tf.Graph().as_default():
    ...     keep_outside(around)
    ...     is_compiled()
    True
    """
    return getattr(tf.get_default_graph(), _OUTSIDE, None) is not None


def made_outside(make, shape, key, step, dtype):
    """Return `make(shape, key, step, dtype)`, built outside of what is compiled.

    Args:
        make: function that returns a tensor of that shape and dtype.
        shape, key, dtype: handed on to it.
        step: int64 scalar tensor. In a compiled loop, `make` is called for all steps beforehand.
    """
    at_step = getattr(tf.get_default_graph(), _AT_STEP, None)
    if at_step is not None:
        return at_step.made(make, shape, key, step, dtype)
    with outside_of_compiled():
        return make(shape, key, step, dtype)


def evaluated_outside(function, step):
    """Return `function(step)`; in a compiled loop, for all steps beforehand, outside of the loop.

    TensorFlow's own schedules check themselves with run-time assertions.

    Args:
        function: from a step, an int64 scalar, to a scalar tensor or a number.
        step: int64 scalar tensor.
    """
    at_step = getattr(tf.get_default_graph(), _AT_STEP, None)
    return function(step) if at_step is None else at_step.evaluated(function, step)


@contextlib.contextmanager
def outside_of_compiled():
    """Build ops in the graph around the function that is being compiled; else where one is.

    >>> with tf.Graph().as_default() as around:
    ...     with tf.Graph().as_default():
    ...         keep_outside(around)
    ...         with outside_of_compiled():
    ...             print(tf.constant(1.0).graph is around)
    True
    """
    graph = getattr(tf.get_default_graph(), _OUTSIDE, None)
    if graph is None:  # and no graph is made the default: a rule is used eagerly in TensorFlow 2
        yield
        return
    with graph.as_default():
        yield
