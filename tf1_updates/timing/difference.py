"""How many times as long a step takes in one saved measurement as in another.

The two were made at different times, so nothing is known to have slowed both at once, as it is of
two approaches in one measurement. What they share is the number of each step, and with it the size
of a graph that grows: so a block is held against the block of the same steps.

    d_i = log(median of block i of B) - log(median of block i of A)
    ratio = exp(median over i of d_i)

A growth that both have cancels in every d_i. The noise of the two runs does not: for independent
runs d_i varies as much as the two together, and the interval, told from the ranks of the d_i, is
as wide as that. If B is A scaled, all d_i are equal, and the interval has no width.

What no statistic of two runs shows is how much a third would differ: each run has a level of its
own, from where its memory lies or how warm the processor is, that all of its steps share. It has to
be known from repeated runs, and is an input here: the relative standard deviation of the medians of
repeated runs. It widens the interval as an independent error does.
"""

import math
from typing import NamedTuple, Optional

import numpy as np

from tf1_updates.timing.rank_interval import rank_interval
from tf1_updates.timing.series import Series
from tf1_updates.timing.statistics import SURE_FROM, Estimate, widened

FASTER, SLOWER, NOT_RESOLVED = "faster", "slower", "not resolved"


class Difference(NamedTuple):
    """B against A.

    Attributes:
        ratio: an `Estimate` of B's seconds per A's, with both kinds of uncertainty.
        within_runs: the same, with the noise of these two runs as the only uncertainty.
        blocks: pairs of blocks that it comes from.
        together: neighbouring pairs that count as one value, because they resemble each other.
    """

    ratio: Estimate
    within_runs: Estimate
    blocks: int
    together: int

    @property
    def verdict(self):
        """`"slower"` or `"faster"` if the interval of the ratio excludes 1."""
        if self.ratio.low is None or self.ratio.low <= 1 <= self.ratio.high:
            return NOT_RESOLVED
        return SLOWER if self.ratio.low > 1 else FASTER


class SameSteps(NamedTuple):
    """Several series cut to the step numbers that all of them have.

    Attributes:
        first: number of the first step.
        steps: how many.
        series: list of `Series`, with blocks of one length.
    """

    first: int
    steps: int
    series: list


def same_steps(series):
    """Return the `SameSteps` of a list of series; `None` if they have no step in common.

    >>> long = Series("a", block=1, warmup_seconds=[9.0], step_seconds=[1.0, 2.0, 3.0, 4.0])
    >>> short = Series("a", block=2, warmup_seconds=[9.0, 8.0], step_seconds=[2.5, 3.5])
    >>> cut = same_steps([long, short])
    >>> cut.first, cut.steps, [each.blocks() for each in cut.series]
    (2, 2, [[[2.0, 3.0]], [[2.5, 3.5]]])
    """
    first = max(each.first_step_number for each in series)
    end = min(each.next_step_number for each in series)
    if end <= first:
        return None
    block = max(each.block for each in series)
    cut = []
    for each in series:
        own = each.first_step_number
        cut.append(
            Series(each.name, block, step_seconds=each.step_seconds[first - own : end - own])
        )
    return SameSteps(first, end - first, cut)


def difference(a, b, run_to_run, references=None) -> Optional[Difference]:
    """Return the `Difference` of B against A; `None` without a block to compare.

    Args:
        a, b: `Series` of one approach, from two measurements.
        run_to_run: relative standard deviation of the medians of repeated runs.
        references: the `Series` of the reference in A and in B. With them the ratio is that of the
            two ratios to the reference, block by block: what slowed a whole machine cancels.

    >>> a = Series("any", block=1, step_seconds=[1.0, 2.0, 4.0, 8.0])
    >>> b = Series("any", block=1, step_seconds=[2.0, 4.0, 8.0, 16.0])
    >>> found = difference(a, b, run_to_run=0.0)
    >>> "{:.3f} {:.3f} {:.3f}".format(*found.ratio), found.verdict
    ('2.000 2.000 2.000', 'slower')
    >>> difference(a, a, run_to_run=0.0).verdict
    'not resolved'
    """
    if references and a is references[0] and b is references[1]:
        one = Estimate(1.0, 1.0, 1.0)
        return Difference(one, one, len(a.blocks()), 1)
    cut = same_steps([a, b] + list(references or []))
    medians = list(zip(*[each.block_medians() for each in cut.series])) if cut else []
    # A clock that saw no time pass says nothing of a ratio.
    logs = [[math.log(value) for value in row] for row in medians if min(row) > 0]
    if not logs:
        return None
    changes = [row[1] - row[0] - (row[3] - row[2] if references else 0.0) for row in logs]
    together = neighbours(changes)
    groups = [changes[at : at + together] for at in range(0, len(changes), together)]
    center, ends = float(np.median(changes)), rank_interval([np.median(each) for each in groups])
    known = ends[0] is not None
    within = Estimate(math.exp(center), *(map(math.exp, ends) if known else ends))
    return Difference(widened(within, run_to_run), within, len(changes), together)


def neighbours(values):
    """Return how many neighbouring values count as one, so that what is counted is independent.

        length = (2 r / (1 - r**2))**(2/3) * n**(1/3)

    with r the share by which neighbours lie on the same side of the median more often than on
    different ones: which side is all that a median depends on, and one far-off value changes
    little. At least six groups are kept where there are six values.

    Args:
        values: list of n numbers, in the order of measuring.

    Source: E. Carlstein, "The use of subseries values for estimating the variance of a general
    statistic from a stationary sequence", 1986.

    >>> neighbours([1, 2] * 20), neighbours([1] * 20 + [2] * 20)
    (1, 6)
    """
    sides = np.sign(np.asarray(values) - np.median(values))
    products = sides[1:] * sides[:-1]
    alike = float(np.mean(products)) if len(products) else 0.0
    if alike <= 0:
        return 1
    alike = min(alike, 0.99)
    length = (2 * alike / (1 - alike**2)) ** (2 / 3) * len(values) ** (1 / 3)
    return max(1, min(round(length), len(values) // SURE_FROM))
