"""From a few windows of a series to its whole: the line through them, and sums along it.

    seconds of step s = intercept + growth * s
    seconds of steps 1 to n = intercept * n + growth * n * (n + 1) / 2

A series that grows costs the square of its length. One whose graph does not grow cannot: it is
projected as constant, whatever slope the noise has given it.
"""

from typing import NamedTuple

import numpy as np

from tf1_updates.timing.bootstrap import CONFIDENCE, LEAST_GROUPS
from tf1_updates.timing.statistics import Estimate

# Protocol buffers, and so a GraphDef, cannot be larger.
GRAPHDEF_LIMIT_BYTES = 2**31 - 1


class Line(NamedTuple):
    """A line through block medians.

    Attributes:
        growth: `Estimate` of the slope, in seconds per step.
        middle: (step, seconds): the point that it goes through, whatever its slope.
    """

    growth: Estimate
    middle: tuple

    def intercept(self, growth=None):
        """Return the seconds of step 0, for the estimated growth or another one."""
        step, seconds = self.middle
        return seconds - (self.growth.value if growth is None else growth) * step

    def total(self, first, last):
        """Return the seconds of steps `first` to `last`, both included, as an `Estimate`.

        >>> line = Line(Estimate(0.5, 0.25, 0.75), middle=(10, 7.0))
        >>> line.total(1, 3)  # 2.5 + 3.0 + 3.5
        Estimate(value=9.0, low=3.0, high=15.0)
        """
        growths = [slope for slope in self.growth]
        sums = [self._sum(slope, first, last) for slope in growths if slope is not None]
        if len(sums) < len(growths):
            return Estimate(sums[0], None, None)
        return Estimate(sums[0], min(sums), max(sums))

    def _sum(self, growth, first, last):
        count = last - first + 1
        return count * (self.intercept(growth) + growth * (first + last) / 2)


def constant_total(level, steps):
    """Return the seconds of `steps` steps that all take `level`, an `Estimate`.

    >>> constant_total(Estimate(0.5, 0.25, 1.0), 4)
    Estimate(value=2.0, low=1.0, high=4.0)
    """
    return Estimate(*[None if each is None else steps * each for each in level])


def line_through(steps, seconds):
    """Return the Theil-Sen line, which a minority of spoilt blocks cannot tilt.

    Args:
        steps: numbers of the steps in the middle of each block, from 1.
        seconds: the blocks' medians.

    Returns:
        A `Line`, or `None` for blocks at one step alone.

    Source: P. K. Sen, "Estimates of the regression coefficient based on Kendall's tau", 1968.

    >>> line_through([1, 2, 3, 9], [1.5, 2.0, 2.5, 5.5]).intercept()
    1.0
    """
    if len(set(steps)) < 2:
        return None
    middle = float(np.median(steps)), float(np.median(seconds))
    if min(seconds) == max(seconds):  # SciPy's interval divides by the spread
        slope = low = high = 0.0
    else:
        from scipy import stats  # takes half a second, so only where it is used

        slope, _, low, high = stats.theilslopes(seconds, steps, CONFIDENCE)
    if len(seconds) < LEAST_GROUPS:
        return Line(Estimate(float(slope), None, None), middle)
    return Line(Estimate(float(slope), float(low), float(high)), middle)


def limit_step(bytes_now, step_now, bytes_per_step, limit=GRAPHDEF_LIMIT_BYTES):
    """Return the last step after which the graph can still be written out; `None` if it never ends.

    Args:
        bytes_now: size of the GraphDef after step `step_now`.
        step_now: a step's number, from 1.
        bytes_per_step: by how much each step makes it larger.

    >>> limit_step(bytes_now=500, step_now=10, bytes_per_step=20, limit=1000)
    35
    """
    if bytes_per_step <= 0:
        return None
    return step_now + int((limit - bytes_now) // bytes_per_step)
