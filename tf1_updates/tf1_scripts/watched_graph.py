"""One graph under watch: hears of each op that is added to it.

Ops made one by one pass through the graph's `_create_op_internal`, those of an imported graph come
all at once through `_add_new_tf_operations`, and both through `_create_op_helper`: on TensorFlow
1.15 as on 2.x.
"""

import itertools

from tf1_updates.tf1_scripts.method_hook import listen


class WatchedGraph:
    """Listens on one graph object.

    Args:
        graph: a `tf.Graph`.
    """

    def __init__(self, graph):
        self._graph = graph
        self._functions_seen = len(graph._functions)
        self._ends = []

    def count_ops(self):
        """Return how many ops are in the graph, whoever added them."""
        # Not `graph.version`: on TensorFlow 1.15 it counts attempts that failed, too.
        return len(self._graph.get_operations())

    def on_op(self, heard):
        """Call `heard(op_type)` for each op that is added, before it can be run."""
        self._listen("_create_op_helper", before=lambda op, *_, **__: heard(op.type))

    def before_op(self, refuse, refuse_all):
        """Call `refuse(op_type)` before an op is made, which it can prevent by an exception.

        Ops that come all at once are in the graph by the time they are seen. Python learns of them
        one after another: `refuse_all()` is called when it knows all, so that none is half there.
        """
        self._listen("_create_op_internal", before=lambda op_type, *_, **__: refuse(op_type))
        self._listen("_add_new_tf_operations", after=lambda ops: refuse_all() if ops else None)

    def stop(self):
        """End all listening."""
        for end in self._ends:
            end()

    def new_inner_ops(self):
        """Return how many ops are in functions that the graph was given since the last call.

        The bodies of `tf.function`s, and of loops and branches where control flow v2 is on, are
        functions: graphs of their own that are part of this one.
        """
        functions, seen = self._graph._functions, self._functions_seen
        if len(functions) == seen:
            return 0
        self._functions_seen = len(functions)
        new = itertools.islice(functions.values(), seen, None)
        return sum(len(function.definition.node_def) for function in new)

    def _listen(self, method, **listeners):
        self._ends.append(listen(self._graph, method, **listeners))
