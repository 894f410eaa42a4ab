"""What measuring costs: steps that do nothing, through `measure`, with the real clock.

Run it as `python -m tf1_updates.timing.overhead`. What is printed is worth comparing with the
shortest step there is, a bare `session.run` of some 100 microseconds.
"""

import argparse
import sys
import time
from statistics import median

from tf1_updates.errors import InputError, whole_number
from tf1_updates.timing.measure import measure


class NoOperation:
    """A stepper whose step does nothing."""

    name = "no-op"

    def feed(self, number):
        """Return what `step` does not use."""

    def step(self, feed):
        """Do nothing."""

    def graph_ops(self):
        """Return the size of a graph that is not there."""
        return 0


def overhead(steps, clock=time.perf_counter):
    """Return (outside, inside): seconds that a step costs beside and within its timed part.

    `outside` is all that `measure` does but for the timed parts, per step; it makes measuring take
    longer, and no result wrong. `inside` is the median of what is timed when nothing is done, which
    is reading the clock and one call; it is part of every result.

    Args:
        steps: how many steps to do.
        clock: callable that returns seconds.
    """
    start = clock()
    done = measure([NoOperation()], steps, block=100, warmup=0, budget_seconds=1e9, clock=clock)
    total = clock() - start
    seconds = done.series[0].step_seconds
    return (total - sum(seconds)) / steps, median(seconds)


def main(arguments=None):
    """Print the two figures in microseconds; return the exit status."""
    parser = argparse.ArgumentParser(prog="overhead", description="What measuring itself costs.")
    parser.add_argument("--steps", type=int, default=200000, help="how many (default 200,000)")
    steps = parser.parse_args(arguments).steps
    try:
        outside, inside = overhead(whole_number("--steps", steps, least=1))
    except InputError as problem:
        print(problem, file=sys.stderr)
        return 2
    print("{:,} steps that do nothing".format(steps))
    print("beside the timed part: {:.2f} microseconds a step".format(outside * 1e6))
    print("within the timed part: {:.2f} microseconds a step".format(inside * 1e6))
    return 0


if __name__ == "__main__":
    sys.exit(main())
