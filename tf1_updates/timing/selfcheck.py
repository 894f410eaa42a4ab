"""Whether the statistics keep what they promise, tried where the truth is known.

- Two copies of one approach take equally long, so the 95% interval of their ratio should hold 1.
- A copy that takes a known 5% longer should be found slower: the interval lies above 1.
- The slope of made-up series with the noise of real ones should be recovered within a tenth.

The copies are measured as `compare` measures approaches: each with a graph and sessions of its
own, in shuffled rounds of blocks, and judged by the same functions. Every repeat has new ones.
"""

import contextlib
import time
from statistics import median
from typing import NamedTuple

from tf1_updates.timing.delayed import DelayedStepper
from tf1_updates.timing.measure import measure
from tf1_updates.timing.statistics import SESSION_TO_SESSION, growth, paired_ratio
from tf1_updates.timing.synthetic import synthetic_series

EXTRA = 0.05  # of a step: what the delayed copy takes longer
WITHIN = 0.10  # of the slope
LEAST_REPEATS = 20
REFERENCE, COPY, DELAYED = "copy_a", "copy_b", "copy_delayed"
CALIBRATION_STEPS = 200  # untimed by the measurement; the median of the latter half tells the delay

SLOPE_SERIES, SLOPE_STEPS, SLOPE_BLOCK = 100, 200, 5
TIMES_AS_LONG = (3.0, 5.0, 10.0)  # at the end, as the two hacks take after 200 steps and less


class Repeat(NamedTuple):
    """One measurement of the copies.

    Attributes:
        same, delayed: `Estimate`s of the two copies' ratios to the reference, as `compare` tells
            them.
        same_within: the first without what a new session would add.
        delay_seconds: what was added to each step of the delayed copy.
        median_seconds: the median step of the reference.
        first_to_later: in the middle round, how many times as long the copy took whose turn was
            earlier.
    """

    same: tuple
    delayed: tuple
    same_within: tuple
    delay_seconds: float
    median_seconds: float
    first_to_later: float


def repeat_once(make, steps, block, warmup, seed, clock=time.perf_counter):
    """Measure two equal copies and a delayed one; return a `Repeat`, or `None` after Ctrl-C.

    Args:
        make: function without arguments that returns a new stepper, as for `measure`; it has a
            `close` as well, which is called at the end.
        steps, block, warmup, seed, clock: as for `measure`.

    Raises:
        RuntimeError: a copy failed.
    """
    turns = []

    def on_progress(name, done, wanted):
        if done and name != DELAYED:
            turns.append(name)

    with contextlib.ExitStack() as copies:
        steppers = [_new(make, name, copies) for name in (REFERENCE, COPY, DELAYED)]
        delay = EXTRA * _calibrated(steppers[0], clock)
        steppers[2] = DelayedStepper(steppers[2], DELAYED, delay, clock)
        forever = 1e9  # seconds: no budget cuts a series short
        found = measure(steppers, steps, block, warmup, forever, clock, seed, on_progress)
    failed = [each for each in found.series if each.failed]
    if failed:
        raise RuntimeError("{} failed: {}".format(failed[0].name, failed[0].failed))
    if not found.complete:
        return None
    first, second, third = found.series
    return Repeat(
        paired_ratio(second, first, session_to_session=SESSION_TO_SESSION),
        paired_ratio(third, first, session_to_session=SESSION_TO_SESSION),
        paired_ratio(second, first),
        delay,
        median(first.step_seconds),
        _first_to_later(first, second, turns),
    )


def slope_errors(seed, series=SLOPE_SERIES):
    """Return the relative error of the slope of each of so many made-up series.

    >>> len(slope_errors(seed=0, series=3))
    3
    """
    errors = []
    for number in range(series):
        slope = (TIMES_AS_LONG[number % len(TIMES_AS_LONG)] - 1.0) / SLOPE_STEPS
        noise = SLOPE_SERIES * seed + number
        made_up = synthetic_series(SLOPE_STEPS, SLOPE_BLOCK, 1.0, slope, noise)
        errors.append(growth(made_up).value / slope - 1.0)
    return errors


def _new(make, name, copies):
    stepper = make()
    copies.callback(stepper.close)
    stepper.name = name
    return stepper


def _calibrated(stepper, clock):
    """The median seconds of a step, from steps before the measurement; they count from 0 there."""
    seconds = []
    for number in range(CALIBRATION_STEPS):
        feed = stepper.feed(number)
        start = clock()
        stepper.step(feed)
        seconds.append(clock() - start)
    return median(seconds[CALIBRATION_STEPS // 2 :])


def _first_to_later(a, b, turns):
    """Of the pairs of blocks: how many times as long the earlier took, in the middle of rounds."""
    ratios = []
    for earlier, own, other in zip(turns[::2], a.block_medians(), b.block_medians()):
        first, later = (own, other) if earlier == a.name else (other, own)
        if later > 0:
            ratios.append(first / later)
    return median(ratios) if ratios else None
