"""What a series says, and how far it can be trusted."""

import math
from typing import NamedTuple, Optional

import numpy as np

from tf1_updates.timing.bootstrap import CONFIDENCE, LEAST_GROUPS, interval_of_median
from tf1_updates.timing.rank_interval import rank_interval

MOST_BLOCKS = 1000  # the slope looks at every pair of blocks
MOST_GROUPS = 40  # of blocks, for a median: what slows the machine can outlast a block
NORMAL_95 = 1.959964  # standard deviations to each side that hold 95% of a normal distribution

# Relative standard deviation of the median steps of one approach, measured anew in new sessions,
# beyond the noise within. `tf1-updates selfcheck` measures it. Single sessions had 0.0105 to 0.03;
# that is why an approach is timed in twenty by turns, which had 0.005 on a quiet machine.
SESSION_TO_SESSION = 0.007

FAR_OFF = 5  # scaled median absolute deviations, 1.4826 of which are a normal standard deviation
SURE_FROM = 6  # blocks: the span of n blocks covers the median with probability 1 - 2**(1 - n)


class Estimate(NamedTuple):
    """A number with its 95% interval, whose ends are `None` for fewer than three blocks."""

    value: float
    low: Optional[float]
    high: Optional[float]


def figures(number, estimate, interval=None):
    """Return an `Estimate`, or `None`, as the two entries that a saved document has for it.

    Args:
        number: name of the entry for the value.
        estimate: the `Estimate`.
        interval: name of the entry for its ends; by default the other name with `_ci95`.

    >>> figures("ratio", Estimate(2.0, 1.5, 2.5))
    {'ratio': 2.0, 'ratio_ci95': [1.5, 2.5]}
    """
    has_interval = estimate is not None and estimate.low is not None
    return {
        number: None if estimate is None else estimate.value,
        interval or number + "_ci95": ([estimate.low, estimate.high] if has_interval else None),
    }


def median_interval(series, seed=0):
    """Median seconds per step, with a bootstrap interval over at most 40 groups of blocks.

    Args:
        series: a `Series`.
        seed: seed of the bootstrap.

    Returns:
        An `Estimate` in seconds; `None` for a series without steps.

    >>> from tf1_updates.timing.series import Series
    >>> median_interval(Series("any", block=2, step_seconds=[3.0, 1.0, 2.0]))
    Estimate(value=2.0, low=None, high=None)
    """
    if not series.step_seconds:
        return None
    value = float(np.median(series.step_seconds))
    length = _length_of(series, MOST_GROUPS)
    return Estimate(value, *interval_of_median(series.blocks(length), seed))


def paired_ratio(series, reference, *, session_to_session=0.0):
    """How many times as long a step takes as a step of the reference.

        ratio = median over rounds i of (median of block i) / (median of the reference's block i)

    The two blocks of a round were run within moments of each other, so whatever slowed the machine
    in that round is in both and cancels. Rounds that only one of the two has are not used. What is
    left of the noise differs from round to round without memory (on real series the ratios of
    neighbouring rounds are not correlated), so the interval is that of the ranks of the ratios.

    That is what these two series show. Measured anew, in new sessions, each approach has a level of
    its own, which all its steps share and no number of them shows; it has to be known from repeats,
    and widens the interval as an independent error of each of the two does.

    Args:
        series: a `Series`.
        reference: the `Series` to compare with, of the same measurement.
        session_to_session: relative standard deviation of such levels, such as
            `SESSION_TO_SESSION`; 0 if the ratio is to be that of these two series alone.

    Returns:
        An `Estimate`, a pure number: exactly 1 with [1, 1] for the reference itself. `None` if
        there is no round to compare, or the clock saw no time pass in the reference.

    >>> from tf1_updates.timing.series import Series
    >>> slow = Series("slow", block=1, step_seconds=[4.0, 6.0, 8.0, 9.0])
    >>> paired_ratio(slow, Series("fast", block=1, step_seconds=[2.0, 3.0, 4.0]))
    Estimate(value=2.0, low=2.0, high=2.0)
    """
    pairs = list(zip(series.block_medians(), reference.block_medians()))
    if pairs and series is reference:
        return Estimate(1.0, 1.0, 1.0)
    ratios = [own / other for own, other in pairs if other > 0]
    if not ratios:
        return None
    return widened(Estimate(float(np.median(ratios)), *rank_interval(ratios)), session_to_session)


def widened(ratio, deviation):
    """Return a ratio with what its own interval cannot show: the levels of the two it is of.

    Args:
        ratio: an `Estimate` of a ratio.
        deviation: relative standard deviation of the level of either, independent of the other's.

    >>> widened(Estimate(2.0, 2.0, 2.0), 0.0)
    Estimate(value=2.0, low=2.0, high=2.0)
    """
    if not deviation or ratio.low is None or ratio.low <= 0:
        return ratio
    apart = NORMAL_95 * math.sqrt(2) * deviation
    down = math.hypot(math.log(ratio.value / ratio.low), apart)
    up = math.hypot(math.log(ratio.high / ratio.value), apart)
    return Estimate(ratio.value, ratio.value * math.exp(-down), ratio.value * math.exp(up))


def growth(series):
    """By how many seconds each step is longer than the one before: the Theil-Sen slope.

        growth = median over pairs i < j of (m_j - m_i) / (c_j - c_i)

    with m the median of a block and c the number of the step at its centre. Up to 29% of the blocks
    can be spoilt without spoiling it. Where there are more than a thousand blocks, neighbours are
    taken together.

    Args:
        series: a `Series`.

    Returns:
        An `Estimate` in seconds per step; `None` for fewer than two blocks.

    Source: P. K. Sen, "Estimates of the regression coefficient based on Kendall's tau", 1968.

    >>> from tf1_updates.timing.series import Series
    >>> growth(Series("grows", block=1, step_seconds=[1.0, 1.5, 2.0, 2.5]))
    Estimate(value=0.5, low=0.5, high=0.5)
    """
    centres, medians = _centres_and_medians(series)
    if len(medians) < 2:
        return None
    if min(medians) == max(medians):  # SciPy's interval divides by the spread
        slope = low = high = 0.0
    else:
        from scipy import stats  # takes half a second, so only where it is used

        slope, _, low, high = stats.theilslopes(medians, centres, CONFIDENCE)
    if len(medians) < LEAST_GROUPS:
        return Estimate(float(slope), None, None)
    return Estimate(float(slope), float(low), float(high))


def outliers(series):
    """Return how many steps are far off the others, any trend removed; they stay in every number.

    Far off is more than 5 scaled median absolute deviations from the median.

    Args:
        series: a `Series` with at least one step.

    >>> from tf1_updates.timing.series import Series
    >>> outliers(Series("any", block=2, step_seconds=[1.0, 1.1, 1.0, 1.1, 9.0, 1.1, 1.0]))
    1
    """
    rest = off_trend(series)
    off = np.abs(rest - np.median(rest))
    # The line is exact to some digits only; rounding is no outlier where steps are all alike.
    rounding = 1e-9 * float(np.median(series.step_seconds))
    return int(np.sum(off > max(FAR_OFF * 1.4826 * np.median(off), rounding)))


def off_trend(series):
    """Return each step's seconds less those of the straight line through the block medians."""
    centres, medians = _centres_and_medians(series)
    slope = growth(series).value if len(medians) > 1 else 0.0
    numbers = series.first_step_number + np.arange(len(series.step_seconds))
    numbers = numbers * series.steps_per_run
    line = np.median(medians) + slope * (numbers - np.median(centres))
    return np.asarray(series.step_seconds) - line


def _centres_and_medians(series):
    length = _length_of(series, MOST_BLOCKS)
    return series.block_centres(length), series.block_medians(length)


def _length_of(series, most):
    """The steps in as many neighbouring blocks as make `most` groups, or a few less, of all."""
    return series.block * -(-len(series.step_seconds) // (series.block * most))  # rounded up
