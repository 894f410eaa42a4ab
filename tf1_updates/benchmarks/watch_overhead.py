"""What `graph_watch` costs: nothing per step of a good loop, some microseconds per op added.

Run it as `python -m tf1_updates.benchmarks.watch_overhead`. The same steps are timed side by side,
with a watch on the graph and without one.
"""

import argparse
import contextlib
import sys

import tensorflow.compat.v1 as tf

from tf1_updates.approaches import APPROACHES
from tf1_updates.errors import InputError, known_name, whole_number
from tf1_updates.problems import PROBLEMS, make_problem
from tf1_updates.rules import make_rule
from tf1_updates.session_stepper import SessionStepper
from tf1_updates.tf1_scripts.graph_watch import graph_watch
from tf1_updates.timing.measure import measure
from tf1_updates.timing.statistics import median_interval, paired_ratio

PLAIN, WATCHED = "without a watch", "watched"
OPS_A_STEP = 20


class OpsAdded:
    """A stepper whose step adds ops to its graph and runs none of them."""

    def __init__(self, name):
        self.name, self.graph = name, tf.Graph()
        with self.graph.as_default():
            self._input = tf.placeholder(tf.float32, [], name="input")

    def feed(self, number):
        """Return what `step` does not use."""

    def step(self, feed):
        """Add `OPS_A_STEP` ops."""
        with self.graph.as_default():
            for _ in range(OPS_A_STEP):
                tf.negative(self._input)

    def graph_ops(self):
        """Return the number of ops in the graph now."""
        return self.graph.version


def _side_by_side(make_stepper, steps):
    """Time steps without and with a watch; return both series, and what the watch has seen."""
    with contextlib.ExitStack() as stack:
        plain, watched = make_stepper(PLAIN), make_stepper(WATCHED)
        for stepper in (plain, watched):
            stack.callback(getattr(stepper, "close", lambda: None))
        watch = stack.enter_context(graph_watch(watched.graph))
        found = measure(
            [plain, watched],
            steps,
            block=max(1, min(10, steps // 10)),
            warmup=20,
            budget_seconds=120,
        )
    return found.series, watch


def _lines(all_series, unit, scale):
    plain, watched = all_series
    yield "  {:<16}{:9.2f} {}".format(PLAIN, scale * median_interval(plain).value, unit)
    ratio = paired_ratio(watched, plain)
    interval = "" if ratio.low is None else " [{:.3f}, {:.3f}]".format(ratio.low, ratio.high)
    text = "  {:<16}{:9.2f} {}   {:.3f}x{}"
    yield text.format(WATCHED, scale * median_interval(watched).value, unit, ratio.value, interval)


def run(problem="quadratic", steps=6000):
    """Measure both loops; return lines of text with medians, and ratios with 95% intervals.

    Args:
        problem: name of a problem: what the good loop trains.
        steps: how many steps of the good loop; the bad one has a tenth of it.

    >>> for line in run(steps=20)[::3]:
    ...     print(line)
    a good loop: group_assign on quadratic; no growth: no op was added
    a bad loop: each step adds 20 ops
    """
    approach = APPROACHES["group_assign"]
    rule = make_rule("wrapped_noisy_descent")

    def trained(name):
        stepper = SessionStepper(approach, make_problem(problem), rule)
        stepper.name = name
        return stepper

    good, watch = _side_by_side(trained, steps)
    bad, _ = _side_by_side(OpsAdded, max(2, steps // 10))
    lines = ["a good loop: {} on {}; {}".format(approach.name, problem, watch)]
    lines += _lines(good, "us per step", 1e6)
    lines.append("a bad loop: each step adds {} ops".format(OPS_A_STEP))
    return lines + list(_lines(bad, "us per op added", 1e6 / OPS_A_STEP))


def main(arguments=None):
    """Print the figures; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    names = ", ".join(PROBLEMS)
    parser.add_argument("--problem", default="quadratic", help=names + " (default quadratic)")
    parser.add_argument("--steps", type=int, default=6000, help="of the good loop (default 6000)")
    given = parser.parse_args(arguments)
    try:
        known_name("--problem", given.problem, PROBLEMS)
        whole_number("--steps", given.steps, least=20)
    except InputError as problem:
        print(problem, file=sys.stderr)
        return 2
    print("\n".join(run(given.problem, given.steps)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
