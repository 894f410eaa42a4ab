"""The two ends of a series, which one median over all of it would hide."""

from statistics import median
from typing import NamedTuple

# Below this many steps a tenth of a run is no step at all.
FEWEST_STEPS = 10


class Windows(NamedTuple):
    """The first and the last tenth of the measured steps.

    Attributes:
        steps: how many steps each of the two has; a tenth of all, rounded down.
        first_seconds, last_seconds: the median step of each.
    """

    steps: int
    first_seconds: float
    last_seconds: float


def windows(step_seconds):
    """Return the `Windows` of a list of seconds per step; `None` for fewer than ten steps.

    >>> windows([1.0, 3.0] + [4.0] * 16 + [5.0, 7.0])
    Windows(steps=2, first_seconds=2.0, last_seconds=6.0)
    """
    if len(step_seconds) < FEWEST_STEPS:
        return None
    steps = len(step_seconds) // FEWEST_STEPS
    return Windows(steps, median(step_seconds[:steps]), median(step_seconds[-steps:]))
