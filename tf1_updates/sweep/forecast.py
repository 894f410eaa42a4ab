"""How long something is going to take at a larger point, told from smaller ones.

seconds(n) = seconds(n2) * (n / n2)^s          s = the slope of the last two points, log against log
"""

import math

# Nothing here grows faster than with the square: the graph's size times the number of runs.
STEEPEST = 2.0


def expected_seconds(known, value):
    """Return the seconds to expect at `value`; 0 where too little is known to refuse anything.

    Args:
        known: list of (value, seconds) of smaller points, ascending.
        value: the point to come.

    >>> expected_seconds([(10, 1.0), (100, 10.0)], 1000)  # in proportion
    100.0
    >>> expected_seconds([(10, 1.0), (100, 1.0)], 1000)  # constant
    1.0
    >>> expected_seconds([(10, 1.0)], 1000)
    0.0
    """
    if len(known) < 2:
        return 0.0
    (first, earlier), (second, later) = known[-2:]
    if earlier <= 0 or later <= 0:
        return 0.0
    slope = math.log(later / earlier) / math.log(second / first)
    return later * (value / second) ** min(max(slope, 0.0), STEEPEST)
