"""Hears of each call into the sessions of a process, times it, and says so in a few lines.

A call is one of `session.run`, of `session.partial_run`, or of what `session.make_callable` has
returned; one that is made within another, such as a callable that itself calls `run`, is a part
of that.
"""

import functools
import statistics
import threading
import time


class SessionCalls:
    """A context in which the calls into sessions are timed.

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
        self._of_thread = threading.local()
        self.seconds, self.graph = [], None

    def __enter__(self):
        makers = {"run": self._heard, "partial_run": self._heard}
        makers["make_callable"] = self._with_heard_result
        self._originals = {name: vars(self._owner).get(name) for name in makers}
        for name, original in self._originals.items():
            if original is not None:
                setattr(self._owner, name, makers[name](original))
        return self

    def __exit__(self, *_):
        for name, original in self._originals.items():
            if original is not None:
                setattr(self._owner, name, original)

    def _heard(self, original):
        @functools.wraps(original)
        def run(session, *args, **kwargs):
            return self._timed(session, functools.partial(original, session), args, kwargs)

        return run

    def _with_heard_result(self, original):
        @functools.wraps(original)
        def make_callable(session, *args, **kwargs):
            made = original(session, *args, **kwargs)
            return lambda *values, **options: self._timed(session, made, values, options)

        return make_callable

    def _timed(self, session, call, args, kwargs):
        if getattr(self._of_thread, "is_in_call", False):
            return call(*args, **kwargs)
        self._of_thread.is_in_call = True
        try:
            self.graph = session.graph
            if self._before:
                self._before(session.graph)
            start = self._clock()
            try:
                return call(*args, **kwargs)
            finally:
                self.seconds.append(self._clock() - start)
        finally:
            self._of_thread.is_in_call = False


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
