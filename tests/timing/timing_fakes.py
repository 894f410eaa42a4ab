"""Steppers of a programmed cost, which step a clock that stands still otherwise."""

import random

from tf1_updates.timing.clock import ManualClock
from tf1_updates.timing.document import Row, document
from tf1_updates.timing.measure import measure


class FakeStepper:
    """Its step `number` takes `cost(number)` seconds and adds `ops_per_step` ops to its graph."""

    def __init__(self, name, cost, clock, log=None, ops_per_step=0):
        self.name, self.cost, self.clock = name, cost, clock
        self.log = [] if log is None else log
        self.ops_per_step, self.ops = ops_per_step, 10

    def feed(self, number):
        self.log.append((self.name, number))
        return number

    def step(self, feed):
        self.clock.advance(self.cost(feed))
        self.ops += self.ops_per_step

    def graph_ops(self):
        return self.ops


def constant(seconds):
    return lambda number: seconds


def linear(first, slope):
    return lambda number: first + slope * number


def noisy(seconds, spread, seed):
    """Costs around `seconds` with a relative standard deviation of `spread`, never negative."""
    generator = random.Random(seed)
    return lambda number: max(0.0, seconds * (1 + spread * generator.gauss(0, 1)))


def run(costs, steps=100, block=10, warmup=5, budget_seconds=1e6, **options):
    """Measure fakes of these costs, by name; return the measurement and the log of their steps."""
    clock, log = ManualClock(), []
    steppers = [FakeStepper(name, cost, clock, log) for name, cost in costs.items()]
    return measure(steppers, steps, block, warmup, budget_seconds, clock, **options), log


def total_seconds(measurement):
    return sum(sum(s.warmup_seconds) + sum(s.step_seconds) for s in measurement.series)


ROWS = [
    Row("group_assign", "A2", "ok", None, 1.0, 0.0, 1, 0, 314000, 0),
    Row("session_run_in_update", "Q2", "ok", session_runs_per_step=2, ops_added_per_step=52.5),
    Row("rewritten_gradient", "ours", "wrong", "weight 3 differs at step 7", 0.91, 2e-6),
    Row("process_gradients", "Q0", "unsupported", "it cannot see the weights"),
]


def comparison(**options):
    measurement, _ = run(
        {"group_assign": constant(0.25), "session_run_in_update": linear(1.0, 0.5)}, **options
    )
    return document(ROWS, measurement, {"cpus_logical": 2}, {"steps": 100}, "group_assign")
