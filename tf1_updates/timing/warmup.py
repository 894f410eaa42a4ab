"""Finds how many of the first steps are not like those after them."""

import numpy as np

FEWEST_STEPS = 40
TOGETHER = 5  # steps: one odd step says little, the median of five says more
STRETCH = 20  # steps that tell how low it goes later
FAR_OFF = 5  # scaled median absolute deviations
MOST_BLOCKS = 50  # the slope looks at every pair of them


def warmup_steps(seconds):
    """Return how many steps of a run are warm-up; `None` if it is too short to tell.

    What a step should take is read off the second half of the run: its straight line by Theil and
    Sen, extended to the front. A line that falls is taken for a level one, since a fall is what a
    warm-up is. Where a growth gets steeper the line is too low at the front; there the lowest
    median of 20 later steps says more, and the larger of the two counts. A step is typical if

    - it is not far above that: by 5 scaled median absolute deviations of the second half at most,
    - nor is the median of it and the next four above what 99% of such medians there stay below.

    The warm-up ends at the first typical step. Medians and ranks make no assumption on the noise.
    Of made-up runs without a warm-up, 1 in 15 seems to have one of a few steps, 1 in 5 where there
    are only 40 steps; where steps grow to many times the first, a short one is lost in the noise of
    the last. Nothing is dropped because of what is found.

    Args:
        seconds: list of the seconds of each step from the very first on, warm-up included.

    Returns:
        The number of steps; half of the run if it has not settled by then.

    >>> warmup_steps([9.0, 4.0, 2.0] + [1.0, 1.1] * 20)
    3
    >>> warmup_steps([9.0] + [1.0 + 0.5 * number for number in range(40)])
    1
    """
    if len(seconds) < FEWEST_STEPS:
        return None
    values = np.asarray(seconds, dtype=float)
    half = len(values) // 2
    slope = _growth(values[half:])
    level = values - slope * np.arange(len(values))  # as seen from step 0
    settled, fives = level[half:], _medians(level, TOGETHER)
    usual = np.median(settled)
    later = np.minimum.accumulate(_medians(values, STRETCH)[::-1])[::-1][1 : half + 1]
    expected = np.maximum(usual, later - slope * np.arange(half))

    # A line is exact to some digits only; rounding is no warm-up where steps are all alike.
    rounding = 1e-9 * np.max(np.abs(values))
    off = 1.4826 * np.median(np.abs(settled - usual))
    is_far = level[:half] > expected + FAR_OFF * off + rounding
    allowed = max(0.0, np.quantile(fives[half:], 0.99) - usual) + rounding
    is_typical = ~is_far & (fives[:half] <= expected + allowed)
    return int(np.argmax(is_typical)) if is_typical.any() else half


def _medians(values, length):
    """The median of each `length` neighbours; its place is that of the first of them."""
    count = len(values) - length + 1
    return np.median(np.stack([values[at : at + count] for at in range(length)]), axis=0)


def _growth(values):
    """The rise from each value to the next, by Theil and Sen on blocks' medians; 0 for a fall."""
    length = max(TOGETHER, -(-len(values) // MOST_BLOCKS))
    whole = len(values) // length
    medians = np.median(values[: whole * length].reshape(whole, length), axis=1)
    first, second = np.triu_indices(whole, k=1)
    rises = (medians[second] - medians[first]) / (length * (second - first))
    return max(0.0, float(np.median(rises)))
