"""What a watch knows of one line of code that adds ops to a graph."""

from collections import Counter
from typing import NamedTuple, Tuple

from tf1_updates.tf1_scripts.advice import advice_for, kind_of_call
from tf1_updates.tf1_scripts.places import Place


class GrowingLine(NamedTuple):
    """A line of the user's code that added ops while the loop was watched.

    Attributes:
        file, line, function, text: where and what it is, see `Place`.
        calls: how often a call on this line added ops.
        steps: in how many of the marked steps it added ops; 0 if none was marked.
        ops: how many ops it added to the graph.
        ops_per_call: `ops / calls`.
        op_types: pairs of an op's type and how many of it, the most frequent first.
        inner_ops: ops in the bodies of functions, loops and branches that came with them.
        growth: `"grows"`; `"once"`, if it was built in one pass of several; or `"unknown"`, if no
            second pass was seen.
        advice: what to do instead.
        callers: the `Place`s that led there, from the inside to the loop; empty in the loop itself.
        library_places: pairs of a `Place` in a library that called TensorFlow for this line and how
            many ops it added, the most first; empty where the line itself called TensorFlow.
        graph: which of the watched graphs it adds to, from 1.
    """

    file: str
    line: int
    function: str
    text: str
    calls: int
    steps: int
    ops: int
    ops_per_call: float
    op_types: Tuple[Tuple[str, int], ...]
    inner_ops: int
    growth: str
    advice: str
    callers: Tuple[Place, ...]
    library_places: Tuple[Tuple[Place, int], ...]
    graph: int

    @property
    def place(self):
        """The line as a `Place`, whose `str` names it in words."""
        return Place(self.file, self.line, self.function, self.text)


class LineTally:
    """Counts what one line adds to one graph.

    Args:
        stack: the `CallStack` of its first op.
        graph: which of the watched graphs it adds to, from 1.
    """

    def __init__(self, stack, graph):
        self.place, self.callers = stack.place(), stack.callers()
        self._graph = graph
        self._op_types, self._inner_ops, self._kinds = Counter(), 0, set()
        self._calls_at, self._library_places = Counter(), Counter()
        self._last_step, self._steps = None, 0

    def add(self, stack, op_type, inner_ops, is_new_call, step):
        """Count an op.

        Args:
            stack: its `CallStack`.
            op_type: its type.
            inner_ops: how many ops are in functions that came with it.
            is_new_call: whether this is the first op of a call.
            step: number of the marked step.
        """
        self._op_types[op_type] += 1
        self._inner_ops += inner_ops
        self._kinds.add(kind_of_call(stack.tensorflow_calls, op_type))
        self._calls_at[stack.call_site] += is_new_call
        library_place = stack.library_place()
        if library_place:
            self._library_places[library_place] += 1
        if step != self._last_step:
            self._last_step, self._steps = step, self._steps + 1

    @property
    def calls(self):
        """How often the line ran and added ops; several calls on one line do not count apart."""
        return max(self._calls_at.values())

    @property
    def library_places(self):
        """Where in libraries TensorFlow was called from, see `GrowingLine`."""
        return tuple(self._library_places.most_common())

    @property
    def advice(self):
        """What to do instead of what has been seen so far."""
        return advice_for(self._kinds)

    def line(self, steps_marked, most_calls):
        """Return the `GrowingLine` of what has been counted.

        Args:
            steps_marked: how many steps the user has marked.
            most_calls: the `calls` of the line that has most: there were so many passes at least.
        """
        ops = sum(self._op_types.values())
        # Without marks, what is built within one pass by a loop of its own looks like growth.
        passes, own = (steps_marked, self._steps) if steps_marked else (most_calls, self.calls)
        return GrowingLine(
            *self.place,
            calls=self.calls,
            steps=self._steps if steps_marked else 0,
            ops=ops,
            ops_per_call=ops / self.calls,
            op_types=tuple(self._op_types.most_common()),
            inner_ops=self._inner_ops,
            growth="unknown" if passes < 2 else "grows" if own > 1 else "once",
            advice=self.advice,
            callers=self.callers,
            library_places=self.library_places,
            graph=self._graph,
        )
