"""One point of a sweep: every approach is checked there, and those that agree are timed."""

import gc

from tf1_updates.approaches import APPROACHES, REFERENCE
from tf1_updates.sweep import FLOOR, NORMALS
from tf1_updates.sweep.forecast import expected_seconds
from tf1_updates.sweep.records import checked_record
from tf1_updates.sweep.sizes import size_of
from tf1_updates.sweep.timed import time_point
from tf1_updates.timing.document import Row

# Of a point's time, what checks may use before the rest of them is left out.
CHECKING_SHARE = 0.65
# What an approach is thought to add to the graph at each step, per variable, before it was seen.
OPS_UNTIL_SEEN = 60
# Above this need, memory is given back after each check and not whenever Python sees fit.
COLLECT_ABOVE = 500 * 10**6


class PointRun:
    """Measures one point.

    Args:
        plan: the `Plan`.
        value: the point.
        tools: the `Tools`.
        seconds: its share of the budget.
        earlier: list of the records of smaller points, ascending.
        allowed: bytes that it may take.

    Attributes:
        interrupted: whether Ctrl-C ended it.
    """

    def __init__(self, plan, value, tools, seconds, earlier, allowed):
        self.plan, self.value, self.tools = plan, value, tools
        self.size = size_of(plan.over, value)
        self.allowed, self.interrupted = allowed, False
        self.start = tools.clock()
        self.end = self.start + seconds
        self.seconds = seconds
        self._earlier = earlier
        self.records, self.groups, self.floors = {}, [], {}
        self.needed = tools.needs.to_check(self.size)

    def run(self):
        """Check and time; return the point's record, which is partial after Ctrl-C."""
        if self.needed > self.allowed:
            return self.record(True, self.too_much(self.needed))
        memory, complete, reason = self.tools.memory, False, None
        before, peak_before = memory.resident(), memory.peak()
        try:
            reason = self._check()
            if reason is None:
                time_point(self)
            complete = reason is None
        except KeyboardInterrupt:
            self.interrupted = True
        peak = memory.peak()
        # A peak below an earlier one does not show, and teaches nothing.
        grown = peak - before if peak > peak_before else None
        if grown is not None:
            self.tools.needs.learn(self.needed, grown)
        return self.record(complete, reason, grown)

    def record(self, complete, skipped_reason, grown=None):
        """Return what is written down of the point."""
        names = [name for name in self.plan.approaches if name in self.records]
        return {
            "value": self.value,
            "complete": complete,
            "skipped_reason": skipped_reason,
            "seconds": self.tools.clock() - self.start,
            "memory": {"needed_bytes": self.needed, "grown_bytes": grown},
            "groups": self.groups,
            "floor": self.floors.get(FLOOR),
            "normals_alone": self.floors.get(NORMALS),
            "approaches": [self.records[name] for name in names],
        }

    def tell(self, text):
        """Say what is being done."""
        if self.tools.progress:
            self.tools.progress(self.value, text)

    def too_much(self, needed):
        """Return the reason for leaving out what would need so many bytes."""
        text = "needs about {} of memory, allowed are {}"
        return text.format(_bytes(needed), _bytes(self.allowed))

    def use(self, needed):
        """Book what a part of the point is thought to need."""
        self.needed = max(self.needed, needed)

    def _check(self):
        checker = self.tools.checker(self.value)
        try:
            for name in self._in_order():
                self.tell("checking " + name)
                self.records[name] = self._checked(name, checker)
                if name == REFERENCE and self.records[name]["status"] == "skipped":
                    # Nothing has a ratio without it.
                    return "{}: {}".format(name, self.records.pop(name)["reason"])
                if self.needed > COLLECT_ABOVE:
                    gc.collect()
        finally:
            checker.close()
            gc.collect()

    def _in_order(self):
        """Reference and floor, which others are seen against; growing ones at the end."""

        def place(name):
            known = self._known_checks(name)
            is_floor = APPROACHES[name].origin == "floor"
            cost = known[-1][1] if known else 0.0
            return name != REFERENCE, not is_floor, bool(self._seen(name)), cost

        return sorted(reversed(self.plan.approaches), key=place)

    def _checked(self, name, checker):
        growth = self.tools.needs.of_growth(
            self.size, self._expected_ops(name), self.plan.check_steps
        )
        need = self.tools.needs.to_check(self.size)
        need += growth if self._may_grow(name) else 0
        if need > self.allowed:
            return self.skipped(name, self.too_much(need))
        refused = self._refused(name)
        if refused:
            row = Row(name, refused["origin"], "unsupported", refused["reason"])
            return checked_record(row, None)
        now, clock = self.tools.clock(), self.tools.clock
        expected = expected_seconds(self._known_checks(name), self.value, bool(self._seen(name)))
        left = self.start + CHECKING_SHARE * self.seconds - now
        if name == REFERENCE:
            left = self.end - now  # nothing has a ratio without it
        if left <= 0:
            text = "other checks used up this point's share of the budget, {:.3g} s"
            return self.skipped(name, text.format(self.seconds))
        if expected > left:
            text = "a check would take longer than this point's share of the budget, {:.3g} s, "
            return self.skipped(name, text.format(self.seconds) + "leaves")
        self.use(need)
        row = checker.row(name)
        return checked_record(row, clock() - now)

    def skipped(self, name, reason):
        """Return the record of an approach that was left out."""
        row = Row(name, APPROACHES[name].origin, "skipped", reason)
        return checked_record(row, None)

    def _known_checks(self, name):
        return [
            (point["value"], record["check_seconds"])
            for point in self._earlier
            for record in point["approaches"]
            if record["name"] == name and record["check_seconds"] is not None
        ]

    def _seen(self, name):
        """The ops that an approach added per step and variable at an earlier point, if known."""
        for point in reversed(self._earlier):
            for record in point["approaches"]:
                if record["name"] == name and record["ops_added_per_step"] is not None:
                    variables = size_of(self.plan.over, point["value"]).variables
                    return record["ops_added_per_step"] / variables
        return None

    def _refused(self, name):
        """The record of an earlier point at which it was refused: its size has no part in that."""
        for point in self._earlier:
            for record in point["approaches"]:
                if record["name"] == name and record["status"] == "unsupported":
                    return record
        return None

    def _may_grow(self, name):
        return self._seen(name) != 0

    def _expected_ops(self, name):
        seen = self._seen(name)
        return self.size.variables * (OPS_UNTIL_SEEN if seen is None else seen)


def _bytes(count):
    for size, unit in ((10**9, "GB"), (10**6, "MB"), (10**3, "KB")):
        if count >= size:
            return "{:.3g} {}".format(count / size, unit)
    return "{} B".format(count)
