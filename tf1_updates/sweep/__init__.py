"""Sweeps: how the cost of each approach grows with the size of what is trained.

A sweep goes along one axis and measures all approaches at each of its points. The table of axes
costs no TensorFlow import.
"""

from collections import OrderedDict
from typing import NamedTuple

# A row beside the approaches: the same arrays added in place by NumPy, without TensorFlow.
FLOOR = "numpy_in_place"
# And where the rule draws noise: the draws of all variables, and nothing else.
NORMALS = "normals_alone"

WEIGHTS_PER_VARIABLE = 1000


class Axis(NamedTuple):
    """What a sweep can go along.

    Attributes:
        name: as in `--over`; also the plural noun of what is counted.
        summary: what a point is, in a line.
        points: the values that are measured unless others are asked for.
        quick_points: those of a first look.
        most: the largest value that may be asked for.
    """

    name: str
    summary: str
    points: tuple
    quick_points: tuple
    most: int


AXES = OrderedDict(
    (axis.name, axis)
    for axis in [
        Axis(
            "weights",
            "one variable of so many weights, whose gradient lies ready in memory",
            tuple(10**power for power in range(1, 8)),
            (10, 1000, 100000),
            10**9,
        ),
        Axis(
            "variables",
            "so many variables of {:,} weights each".format(WEIGHTS_PER_VARIABLE),
            (1, 3, 10, 30, 100, 200),
            (1, 3, 10),
            10**4,
        ),
        Axis(
            "batch",
            "softmax regression on so many digits a step, repeated where there are too few",
            (1, 10, 100, 1000, 10000),
            (1, 100, 1000),
            10**6,
        ),
    ]
)


def counted(count, over):
    """Write a value of an axis with its unit.

    >>> counted(10000, "weights"), counted(1, "variables"), counted(100, "batch")
    ('10,000 weights', '1 variable', 'a batch of 100')
    """
    if over == "batch":
        return "a batch of {:,}".format(count)
    return "{:,} {}".format(count, over[:-1] if count == 1 else over)
