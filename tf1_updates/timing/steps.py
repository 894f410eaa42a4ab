"""The measuring itself: some steps of one stepper, each between two readings of the clock."""

import re


def time_steps(stepper, clock, first, count, limit, seconds, graph_ops):
    """Time up to `count` steps, as long as one more like the last stays within the limit.

    Args:
        stepper: as for `measure`.
        clock: callable that returns seconds.
        first: number of the first of these steps.
        count: how many.
        limit: seconds for all of them.
        seconds: list to which the seconds of each step are appended.
        graph_ops: list to which the number of ops after each step is appended.

    Returns:
        The error that ended them, as one line of text, or `None`.

    >>> from tf1_updates.timing.clock import ManualClock
    >>> clock, seconds, graph_ops = ManualClock(), [], []
    >>> class Slower:
    ...     def feed(self, number): return 0.25 * number
    ...     def step(self, feed): clock.advance(feed)
    ...     def graph_ops(self): return 7
    >>> time_steps(Slower(), clock, 1, 9, 1.0, seconds, graph_ops)
    >>> seconds, graph_ops
    ([0.25, 0.5], [7, 7])
    """
    try:
        _loop(stepper, clock, first, count, limit, seconds, graph_ops)
    except Exception as problem:  # others go on; the record says what happened
        return one_line(problem)
    return None


def _loop(stepper, clock, first, count, limit, seconds, graph_ops):
    """Only `step` stands between the two readings of the clock."""
    feed, step, count_ops = stepper.feed, stepper.step, stepper.graph_ops
    add_seconds, add_ops = seconds.append, graph_ops.append
    spent = 0.0
    for number in range(first, first + count):
        given = feed(number)
        start = clock()
        step(given)
        taken = clock() - start
        add_seconds(taken)
        add_ops(count_ops())
        spent += taken
        if spent + taken > limit:
            break


def one_line(problem):
    """Return an exception's type and text as one line of at most 200 characters, without paths.

    >>> one_line(ValueError("no such op,\\n  defined at /srv/project/x.py:3"))
    'ValueError: no such op, defined at ...:3'
    """
    # Results are passed on; where this machine keeps its files is not.
    text = re.sub(r"(?<![\w.])(/[\w.+-]+){2,}", "...", str(problem))
    text = " ".join("{}: {}".format(type(problem).__name__, text).split())
    return text if len(text) <= 200 else text[:197] + "..."
