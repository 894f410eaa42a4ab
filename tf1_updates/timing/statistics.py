"""What a series says, and how far it can be trusted."""

from typing import NamedTuple, Optional

import numpy as np

from tf1_updates.timing.bootstrap import CONFIDENCE, LEAST_GROUPS, interval_of_median

MOST_BLOCKS = 1000  # the slope looks at every pair of blocks
WIDEST_SPREAD = 0.10  # of the median
WIDEST_INTERVAL = 0.20  # of the median
FAR_OFF = 5  # scaled median absolute deviations, 1.4826 of which are a normal standard deviation
SURE_FROM = 6  # blocks: the span of n blocks covers the median with probability 1 - 2**(1 - n)


class Estimate(NamedTuple):
    """A number with its 95% interval, whose ends are `None` for fewer than three blocks."""

    value: float
    low: Optional[float]
    high: Optional[float]


def median_interval(series, seed=0):
    """Median seconds per step, with a bootstrap interval over the blocks.

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
    return Estimate(value, *interval_of_median(series.blocks(), seed))


def paired_ratio(series, reference, seed=0):
    """How many times as long a step takes as a step of the reference.

        ratio = median over rounds i of (median of block i) / (median of the reference's block i)

    The two blocks of a round were run within moments of each other, so whatever slowed the machine
    in that round is in both and cancels. Rounds that only one of the two has are not used.

    Args:
        series: a `Series`.
        reference: the `Series` to compare with, of the same measurement.
        seed: seed of the bootstrap over the rounds.

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
    interval = interval_of_median([[ratio] for ratio in ratios], seed)
    return Estimate(float(np.median(ratios)), *interval)


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


def warnings_for(series, median=None):
    """Return what speaks against believing a series, as a list of plain sentences.

    Nothing is dropped because of what is found here: outliers stay in every statistic.

    Args:
        series: a `Series`.
        median: its `median_interval`, if it is known already.

    >>> from tf1_updates.timing.series import Series
    >>> warnings_for(Series("short", block=2, step_seconds=[1.0, 1.0, 1.0], stopped_early=True))
    ['stopped early at step 3, because its share of the time budget was used', \
'fewer than 3 blocks of steps: no interval can be told']
    """
    found, done = [], len(series.step_seconds)
    if series.stopped_early:
        found.append(
            "stopped early at step {:,}, because its share of the time budget was used".format(done)
        )
    if done:
        found += _doubts(series, median or median_interval(series))
    return found


def _doubts(series, median):
    blocks = len(series.blocks())
    if blocks < LEAST_GROUPS:
        yield "fewer than {} blocks of steps: no interval can be told".format(LEAST_GROUPS)
    elif blocks < SURE_FROM:
        covers = (
            "only {} blocks of steps: an interval from so few covers less than the 95% it claims"
        )
        yield covers.format(blocks)

    rest = _off_trend(series)
    low, high = np.percentile(rest, [25, 75])
    if high - low > WIDEST_SPREAD * median.value:
        spread = "noisy: the middle half of its steps, any trend removed, spans {} of the median"
        yield spread.format(_share(high - low, median.value))
    if median.low is not None and median.high - median.low > WIDEST_INTERVAL * median.value:
        wide = "uncertain: the 95% interval of the median is {} of the median wide"
        yield wide.format(_share(median.high - median.low, median.value))

    off = np.abs(rest - np.median(rest))
    # The line is exact to some digits only; rounding is no outlier where steps are all alike.
    far = max(FAR_OFF * 1.4826 * np.median(off), 1e-9 * median.value)
    outliers = int(np.sum(off > far))
    if outliers:
        text = "outliers: {:,} of {:,} steps are far off the others, and kept in all numbers"
        yield text.format(outliers, len(rest))


def _share(part, whole):
    return "{:.0%}".format(part / whole) if whole > 0 else "more than 100%"


def _off_trend(series):
    """Each step's seconds less those of the straight line through the block medians."""
    centres, medians = _centres_and_medians(series)
    slope = growth(series).value if len(medians) > 1 else 0.0
    numbers = series.first_step_number + np.arange(len(series.step_seconds))
    line = np.median(medians) + slope * (numbers - np.median(centres))
    return np.asarray(series.step_seconds) - line


def _centres_and_medians(series):
    most = series.block * MOST_BLOCKS
    length = series.block * -(-len(series.step_seconds) // most)  # rounded up
    return series.block_centres(length), series.block_medians(length)
