"""What speaks against believing a series, in plain sentences."""

import numpy as np

from tf1_updates.timing.bootstrap import LEAST_GROUPS
from tf1_updates.timing.statistics import SURE_FROM, growth, median_interval, off_trend, outliers
from tf1_updates.timing.verdict import NOTICEABLE
from tf1_updates.timing.warmup import warmup_steps

WIDEST_SPREAD = 0.10  # of the median
WIDEST_INTERVAL = 0.20  # of the median
MOST_IN_BLOCKS = 0.75  # of the spread of steps: that of block medians


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
        found += _of_blocks(series)
        found += _of_width(series, median or median_interval(series))
        found += _of_steps(series)
    return found


def _of_blocks(series):
    blocks = len(series.blocks())
    if blocks < LEAST_GROUPS:
        yield "fewer than {} blocks of steps: no interval can be told".format(LEAST_GROUPS)
    elif blocks < SURE_FROM:
        covers = (
            "only {} blocks of steps: an interval from so few covers less than the 95% it claims"
        )
        yield covers.format(blocks)


def _of_width(series, median):
    rest = off_trend(series)
    spread = _middle_half(rest)
    if spread > WIDEST_SPREAD * median.value:
        noisy = "noisy: the middle half of its steps, any trend removed, spans {} of the median{}"
        yield noisy.format(_share(spread, median.value), _kind_of_noise(series, rest, spread))
    if median.low is not None and median.high - median.low > WIDEST_INTERVAL * median.value:
        wide = "uncertain: the 95% interval of the median is {} of the median wide{}"
        slope = growth(series)  # its low end is known, as that of the median is
        updates = len(series.step_seconds) * series.steps_per_run
        grows = slope.low * updates > NOTICEABLE * median.value
        why = ", since its steps grow: look at their two ends" if grows else ""
        yield wide.format(_share(median.high - median.low, median.value), why)


def _kind_of_noise(series, rest, spread):
    """Whether whole blocks are off, as when another program runs for a while, or single steps."""
    length = series.block
    blocks = [np.median(rest[at : at + length]) for at in range(0, len(rest), length)]
    if length < 3 or len(blocks) < LEAST_GROUPS:
        return ""
    # Medians of independent steps are less spread than the steps: half as much for five.
    in_stretches = _middle_half(blocks) > MOST_IN_BLOCKS * spread
    return ", since whole blocks are slow" if in_stretches else ", from one step to the next"


def _middle_half(values):
    low, high = np.percentile(values, [25, 75])
    return float(high - low)


def _of_steps(series):
    count, steps = outliers(series), len(series.step_seconds)
    if count:
        text = "outliers: {:,} of {:,} steps are far off the others, and kept in all numbers"
        yield text.format(count, steps)
    found = warmup_steps(series.warmup_seconds + series.step_seconds) or 0
    inside = found - len(series.warmup_seconds)
    if inside > 0:
        text = "warm-up: the first {:,} steps are slower than those after them, and {:,} of them \
stayed in all numbers"
        yield text.format(found, inside)


def _share(part, whole):
    return "{:.0%}".format(part / whole) if whole > 0 else "more than 100%"
