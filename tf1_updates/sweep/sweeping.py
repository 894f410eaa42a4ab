"""The sweep itself: point after point, within its budget and its memory."""

from tf1_updates.sweep.point import PointRun


class Sweeping:
    """A sweep on its way.

    Args:
        plan: the `Plan`.
        tools: the `Tools`.
        known: dict from value to the record of a point that is complete already.
        on_point: called without arguments after each point, to save what there is.

    Attributes:
        interrupted: whether Ctrl-C ended it.
    """

    def __init__(self, plan, tools, known=None, on_point=None):
        self._plan, self._tools = plan, tools
        self._records = dict(known or {})
        self._on_point = on_point
        self.interrupted = False

    def points(self):
        """Return a record for each point; one that has not been measured says why."""
        reason = "interrupted before this point" if self.interrupted else "not reached yet"
        return [self._records.get(v) or unmeasured(v, reason) for v in self._plan.points]

    def run(self):
        """Measure the points that are not known, smallest first; stop at the budget or Ctrl-C.

        Each point gets a share of the time that is left, so what small points do not use is there
        for the large ones.
        """
        plan, clock = self._plan, self._tools.clock
        end = clock() + plan.budget_seconds
        start_bytes = self._tools.memory.resident()
        to_do = [value for value in plan.points if value not in self._records]
        for place, value in enumerate(to_do):
            left = end - clock()
            if left <= 0:
                reason = "the budget of {:g} s was used up before this point"
                reason = reason.format(plan.budget_seconds)
                self._records.update({v: unmeasured(v, reason) for v in to_do[place:]})
                break
            held = max(0, self._tools.memory.resident() - start_bytes)
            allowed = min(plan.max_memory - held, self._tools.memory.free())
            earlier = [self._records[v] for v in plan.points if v < value and v in self._records]
            seconds = left * share_of_next(to_do[place:])
            point = PointRun(plan, value, self._tools, seconds, earlier, allowed)
            self._records[value] = point.run()
            if point.interrupted:
                self.interrupted = True
                break
            if self._on_point:
                self._on_point()


def share_of_next(values):
    """Return the share of the time left that the first of the points to come gets.

    A large point needs more than a small one, but not in proportion: its share goes with the square
    root of its value, and is no less than half of an equal share.

    >>> share_of_next([100]), share_of_next([100, 900]), share_of_next([1, 10000])
    (1.0, 0.25, 0.25)
    """
    roots = [value**0.5 for value in values]
    return max(0.5 / len(values), roots[0] / sum(roots))


def unmeasured(value, reason):
    """Return the record of a point at which nothing was done.

    >>> unmeasured(10, "not reached yet")["complete"]
    False
    """
    return {
        "value": value,
        "complete": False,
        "skipped_reason": reason,
        "seconds": 0.0,
        "memory": {"needed_bytes": None, "grown_bytes": None},
        "groups": [],
        "floor": None,
        "normals_alone": None,
        "approaches": [],
    }
