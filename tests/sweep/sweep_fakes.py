"""A sweep whose costs, memory and clock are known: nothing of it takes time."""

import functools

from tf1_updates.sweep.memory import Needs
from tf1_updates.sweep.plan import Plan, Tools
from tf1_updates.sweep.sizes import size_of
from tf1_updates.timing.clock import ManualClock
from tf1_updates.timing.document import Row

GB = 10**9

# Seconds of a step as a + b*n, by approach; the floor of the ladder follows another rule.
COSTS = {
    "session_run_in_update": (40.0, 1.0),
    "prebuilt_session_run": (8.0, 1.0),
    "group_assign": (1.0, 1.0),
    "built_in": (1.0, 0.25),
}
ORIGINS = {"session_run_in_update": "Q2", "group_assign": "A2", "built_in": "floor"}
GROWING = ("session_run_in_update",)


class FakeMemory:
    """Memory of a machine with so much free; what is taken is written down by the steppers."""

    def __init__(self, free=64 * GB):
        self.held, self.most, self._free = 10**8, 10**8, free

    def free(self):
        return self._free

    def resident(self):
        return self.held

    def peak(self):
        return self.most

    def take(self, count):
        self.held += count
        self.most = max(self.most, self.held)


class FakeSweep:
    """Tools of known cost; `log` has every (what, name, value) that was done.

    What was said of each approach's sessions last, their number and the seconds, is in `turns`.
    """

    def __init__(
        self, over="weights", costs=None, check_seconds=1.0, memory=None, wrong=(), noise=False
    ):
        self.over, self.costs = over, dict(COSTS, **costs or {})
        self.clock, self.memory = ManualClock(), memory or FakeMemory()
        self.check_seconds, self.wrong = check_seconds, wrong
        self.log, self.turns, self.alive, self.most_alive = [], {}, 0, {}
        self.interrupt_at, self.noise = None, noise
        self.unsupported = ()

    def tools(self):
        normals = functools.partial(FakeStepper, self, "normals_alone")
        return Tools(
            normals=normals if self.noise else None,
            checker=lambda value: FakeChecker(self, value),
            stepper=lambda name, value, *turns: FakeStepper(self, name, value, *turns),
            floor=lambda size: FakeStepper(self, "numpy_in_place", size.weights),
            memory=self.memory,
            needs=Needs(),
            clock=self.clock,
        )


class FakeChecker:
    def __init__(self, sweep, value):
        self._sweep, self._value = sweep, value

    def row(self, name):
        sweep = self._sweep
        sweep.log.append(("check", name, self._value))
        if sweep.interrupt_at == (name, self._value):
            raise KeyboardInterrupt
        seconds = sweep.check_seconds
        sweep.clock.advance(seconds(name, self._value) if callable(seconds) else seconds)
        status, reason = "ok", None
        if name in sweep.wrong:
            status, reason = "wrong", "step 0 in 'w0': 3 of 10 weights"
        if name in sweep.unsupported:
            status, reason = "unsupported", "cannot see w"
        ops = 52 if name in GROWING else 0
        return Row(name, ORIGINS.get(name, "ours"), status, reason, 1.0, 0.0, 1, ops, 0, 0)

    def close(self):
        self._sweep.log.append(("close", None, self._value))


class FakeStepper:
    def __init__(self, sweep, name, value, sessions=1, seconds=None):
        self.name, self._sweep = name, sweep
        first, slope = sweep.costs.get(name, (0.001, 0.001))
        self._seconds = first + slope * value
        self._ops = 0
        sweep.log.append(("build", name, value))
        if seconds is not None:
            sweep.turns[name] = sessions, seconds
        sweep.alive += 1
        sweep.most_alive[value] = max(sweep.most_alive.get(value, 0), sweep.alive)
        # What a session of this size really takes: weights and the gradient that lies ready.
        self._bytes = 2 * sessions * size_of(sweep.over, value).weight_bytes
        sweep.memory.take(self._bytes)

    def feed(self, number):
        return number

    def step(self, feed):
        self._sweep.clock.advance(self._seconds)

    def graph_ops(self):
        return self._ops

    def close(self):
        self._sweep.alive -= 1
        self._sweep.memory.take(-self._bytes)


def plan(**changed):
    settings = dict(
        over="weights",
        points=(1, 10, 100),
        approaches=tuple(COSTS),
        steps=12,
        large_steps=12,
        block=2,
        growing_steps=6,
        growing_block=1,
        warmup=1,
        sessions=1,
        check_steps=2,
        budget_seconds=1e6,
        max_memory=8 * GB,
        seed=0,
    )
    return Plan(**dict(settings, **changed))
