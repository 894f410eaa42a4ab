"""Watches a training loop: which lines of it add ops to the graph, how many, what to do instead.

The watch does something only when an op is added: it reads the Python stack, to see whose line it
is. `session.run` is left as it is, so a loop that adds none runs as fast as without a watch.
"""

import functools
import sys
import warnings

import tensorflow.compat.v1 as tf

from tf1_updates.errors import InputError, known_name
from tf1_updates.tf1_scripts.call_stack import CallStack, outside_libraries
from tf1_updates.tf1_scripts.growing_line import LineTally
from tf1_updates.tf1_scripts.growth_report import growth_report, stop_message
from tf1_updates.tf1_scripts.ledger import Ledger
from tf1_updates.tf1_scripts.watched_graph import WatchedGraph

ON_GROWTH = ("report", "warn", "raise")


def graph_watch(*graphs, on_growth="report"):
    """Watch what is added to a graph within a `with` block, which has the training loop in it.

    Args:
        *graphs: the graphs; none, or `None`, is the one that is the default at the start.
        on_growth: `"report"` only counts; `"warn"` also gives a warning for each line, when it adds
            its first op; `"raise"` stops before the first op is added. (Ops that come all at once,
            from `import_graph_def`, are in the graph by the time that they are seen.)

    Returns:
        A `GraphWatch`, to be used in a `with` statement: `str(watch)` is the report.

    Raises:
        InputError: what was given is no graph, or there is none since TensorFlow runs eagerly.
        RuntimeError: while it watches, an op was about to be added, and `on_growth` is `"raise"`.

    >>> with tf.Graph().as_default() as graph, tf.Session() as session:
    ...     total = tf.constant(1.0) + tf.constant(2.0)
    ...     with graph_watch(graph) as watch:
    ...         for number in watch.steps(range(3)):
    ...             value = session.run(total)
    >>> print(watch)
    no growth: no op was added in 3 steps
    """
    known = isinstance(on_growth, str) and known_name("on_growth", on_growth, ON_GROWTH)
    if not known:
        raise InputError("on_growth", on_growth, "one of " + ", ".join(ON_GROWTH))
    found = []
    for graph in graphs or (None,):
        if graph is None and tf.executing_eagerly():
            raise InputError("graph", graph, "a tf.Graph, since ops that run eagerly are in none")
        graph = tf.get_default_graph() if graph is None else graph
        if not isinstance(graph, tf.Graph):
            raise InputError("graph", graph, "a tf.Graph, or None for the default graph")
        if not any(graph is other for other in found):
            found.append(graph)
    return GraphWatch(found, on_growth)


class GraphWatch:
    """Made by `graph_watch`; can be read while the loop runs and after it.

    Attributes:
        steps_marked: how many steps `step` and `steps` have marked.
    """

    def __init__(self, graphs, on_growth):
        self._graphs = [WatchedGraph(graph) for graph in graphs]
        self._on_growth = on_growth
        self._ledger = Ledger()
        self._loop_frame, self._stop_message = None, None
        self._ops_before, self._ops_after = None, None
        self.steps_marked = 0

    @property
    def lines(self):
        """The lines that added ops, as a list of `GrowingLine`, those first that added most."""
        return self._ledger.lines(self.steps_marked)

    @property
    def ops_added(self):
        """How many ops were added to the watched graphs."""
        if self._ops_before is None:
            return 0
        now = self._count_ops() if self._ops_after is None else self._ops_after
        return now - self._ops_before

    @property
    def ops_unseen(self):
        """How many of them have no line: 0, unless TensorFlow adds ops in a way not known here."""
        return self.ops_added - sum(line.ops for line in self.lines)

    def __str__(self):
        """Return the report, which starts with "no growth" for a good loop."""
        return growth_report(
            self.lines, self.steps_marked, self.ops_unseen, self._stop_message, len(self._graphs)
        )

    def step(self):
        """Mark a step: call this once in each pass of the loop, at its start or at its end."""
        self.steps_marked += 1

    def steps(self, iterable):
        """Mark a step for each item: `for number in watch.steps(range(200)):`.

        Args:
            iterable: what the loop goes over.

        Returns:
            An iterator over the same items.

        Raises:
            InputError: it cannot be looped over.
        """
        try:
            items = iter(iterable)
        except TypeError:
            raise InputError("iterable", iterable, "something to loop over") from None
        return self._marked(items)

    def _marked(self, items):
        for item in items:
            self.step()
            yield item

    def __enter__(self):
        if self._ops_before is not None:
            raise RuntimeError("a watch is used once; call graph_watch again for the next loop")
        self._loop_frame = outside_libraries(sys._getframe(1))
        self._ops_before = self._count_ops()
        for number, graph in enumerate(self._graphs, start=1):
            graph.on_op(functools.partial(self._book, number, graph))
            if self._on_growth == "raise":
                graph.before_op(functools.partial(self._refuse, number), self._stop)
        return self

    def loop_is_in(self, frame):
        """Say which frame has the loop, where that is not the one that entered the watch."""
        self._loop_frame = frame

    def __exit__(self, kind, *_):
        for graph in self._graphs:
            graph.stop()
        self._ops_after = self._count_ops()
        self._ledger.forget_frames()
        self._loop_frame = None
        if self._on_growth == "raise" and self._stop_message and kind is None:
            self._stop()  # the loop has caught the first error

    def _count_ops(self):
        return sum(graph.count_ops() for graph in self._graphs)

    def _book(self, number, graph, op_type):
        stack = CallStack(sys._getframe(1), self._loop_frame)
        tally, is_new_line = self._ledger.add(
            stack, number, op_type, graph.new_inner_ops(), self.steps_marked
        )
        if is_new_line and self._on_growth == "warn":
            place, message = tally.place, stop_message(tally, op_type)
            warnings.warn_explicit(message, RuntimeWarning, place.file, place.line)
        if self._on_growth == "raise" and not self._stop_message:
            self._stop_message = stop_message(tally, op_type)

    def _refuse(self, number, op_type):
        stack = CallStack(sys._getframe(1), self._loop_frame)
        tally = LineTally(stack, number)
        tally.add(stack, op_type, 0, True, self.steps_marked)
        self._stop_message = self._stop_message or stop_message(tally, op_type)
        self._stop()

    def _stop(self):
        raise RuntimeError(self._stop_message)
