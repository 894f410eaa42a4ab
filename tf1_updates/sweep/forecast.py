"""How long something is going to take at a larger point, told from smaller ones.

seconds(n) = seconds(n2) * (n / n2)^s          s = the slope of the last two points, log against log
"""

import math

# Building and stepping take time in proportion. Where the graph grows, the number of runs and the
# size of the graph that each prepares anew grow both.
STEEPEST, STEEPEST_GROWING = 1.0, 2.0


def expected_seconds(known, value, grows=False):
    """Return the seconds to expect at `value`; 0 where too little is known to refuse anything.

    Args:
        known: list of (value, seconds) of smaller points, ascending.
        value: the point to come.
        grows: whether ops are added at each step.

    >>> expected_seconds([(10, 1.0), (100, 10.0)], 1000)  # in proportion
    100.0
    >>> expected_seconds([(10, 1.0), (100, 1.0)], 1000)  # constant
    1.0
    >>> expected_seconds([(10, 1.0), (20, 4.0)], 40, grows=True)  # with the square
    16.0
    >>> expected_seconds([(10, 1.0)], 1000)
    0.0
    """
    if len(known) < 2:
        return 0.0
    (first, earlier), (second, later) = known[-2:]
    if earlier <= 0 or later <= 0:
        return 0.0
    slope = math.log(later / earlier) / math.log(second / first)
    steepest = STEEPEST_GROWING if grows else STEEPEST
    return later * (value / second) ** min(max(slope, 0.0), steepest)
