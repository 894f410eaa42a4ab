"""Hears of each `session.run` of a process, times it, and says so in a few lines."""

import functools
import statistics
import time


class SessionCalls:
    """A context in which the calls of `Session.run` are timed.

    Args:
        tf: the v1 API.
        before: called with the session's graph before each call.
        clock: returns seconds.

    Attributes:
        seconds: list of float, one per call that has ended, also by an error.
        graph: the graph of the last call, or `None`.
    """

    def __init__(self, tf, before=None, clock=time.perf_counter):
        self._owner = next(part for part in tf.Session.__mro__ if "run" in vars(part))
        self._before, self._clock = before, clock
        self.seconds, self.graph = [], None

    def __enter__(self):
        original = self._original = self._owner.run

        @functools.wraps(original)
        def run(session, *args, **kwargs):
            self.graph = session.graph
            if self._before:
                self._before(session.graph)
            start = self._clock()
            try:
                return original(session, *args, **kwargs)
            finally:
                self.seconds.append(self._clock() - start)

        self._owner.run = run
        return self

    def __exit__(self, *_):
        self._owner.run = self._original


def report(seconds):
    """Return the calls' number and time, and what a call takes in the first and the last tenth.

    Calls of several kinds have two medians or more, of which one is shown: the mean counts all.

    >>> print(report([0.5] + [0.001] * 10 + [0.25] * 9))
    session calls: 20, 2.76 s in all
      first tenth: 250 ms a call (median 250 ms of 2)
      last tenth: 250 ms a call (median 250 ms of 2)
    """
    lines = ["session calls: {:,}, {:.3g} s in all".format(len(seconds), sum(seconds))]
    tenth = len(seconds) // 10
    for name, part in (("first", seconds[:tenth]), ("last", seconds[len(seconds) - tenth :])):
        if part:
            figures = 1e3 * sum(part) / len(part), 1e3 * statistics.median(part), len(part)
            text = "  {} tenth: {:.3g} ms a call (median {:.3g} ms of {:,})"
            lines.append(text.format(name, *figures))
    return "\n".join(lines)
