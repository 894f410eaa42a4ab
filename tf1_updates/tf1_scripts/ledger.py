"""Books each new op to the line of code that added it."""

import threading

from tf1_updates.tf1_scripts.growing_line import LineTally


class Ledger:
    """Keeps a `LineTally` for each line and each graph; threads may add at once."""

    def __init__(self):
        self._tallies = {}
        self._lock, self._of_thread = threading.Lock(), threading.local()

    def add(self, stack, graph, op_type, inner_ops, step):
        """Book an op.

        Args:
            stack: the `CallStack` that added it.
            graph, op_type, inner_ops, step: as for `LineTally`.

        Returns:
            The line's `LineTally`, and whether it is new.
        """
        key = (graph, *stack.key)
        lines_of_call = self._lines_of_call(stack)
        is_new_call = key not in lines_of_call
        lines_of_call.add(key)
        with self._lock:
            is_new_line = key not in self._tallies
            if is_new_line:
                self._tallies[key] = LineTally(stack, graph)
            tally = self._tallies[key]
            tally.add(stack, op_type, inner_ops, is_new_call, step)
        return tally, is_new_line

    def _lines_of_call(self, stack):
        """Return the set of lines that have added ops within the call that is going on.

        There may be several: TensorFlow calls back the functions that it is given.
        """
        # A call goes on as long as its frame is on the stack: the same frame, not one like it,
        # since each call of a function has a frame of its own.
        calls = getattr(self._of_thread, "calls", [])
        self._of_thread.calls = calls = [call for call in calls if stack.has(call[0])]
        for frame, lines in calls:
            if frame is stack.callee:
                return lines
        calls.append((stack.callee, set()))
        return calls[-1][1]

    def forget_frames(self):
        """Let go of the frames, which keep alive all that is in their variables."""
        self._of_thread = threading.local()

    def lines(self, steps_marked):
        """Return the lines, those first that added most, as a list of `GrowingLine`.

        Args:
            steps_marked: how many steps the user has marked.
        """
        with self._lock:
            tallies = list(self._tallies.values())
            most_calls = max([tally.calls for tally in tallies], default=0)
            found = [tally.line(steps_marked, most_calls) for tally in tallies]
        return sorted(found, key=lambda line: -line.ops)
