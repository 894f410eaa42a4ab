"""Ops that XLA must not compile: they stay in the graph around the compiled function.

XLA draws random numbers of its own, other than every other approach gets, and leaves out every
run-time assertion. So both are built outside, and only their results are taken inside.
"""

import contextlib

import tensorflow.compat.v1 as tf

_OUTSIDE = "_tf1_updates_graph_outside"


def keep_outside(graph):
    """Let what is built `outside_of_compiled` in the current graph be built in `graph`."""
    setattr(tf.get_default_graph(), _OUTSIDE, graph)


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
    graph = tf.get_default_graph()
    with getattr(graph, _OUTSIDE, graph).as_default():
        yield
