"""How a custom weight-update rule reaches a variable in TensorFlow's graph mode, and what it costs.

A rule says what the next weight is, `w <- project(move(w, g, step))`; an approach says how the rule
reaches the variables. Importing this package imports no TensorFlow, and changes nothing in it.
"""

__version__ = "0.1.0"


def __getattr__(name):
    """Give `tf1_updates.graph_watch`, whose import of TensorFlow takes seconds, to who asks for it.

    >>> from tf1_updates import graph_watch
    """
    if name == "graph_watch":
        from tf1_updates.tf1_scripts.graph_watch import graph_watch

        return graph_watch
    raise AttributeError("module {!r} has no attribute {!r}".format(__name__, name))
