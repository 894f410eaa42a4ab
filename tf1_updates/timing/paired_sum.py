"""Two series that took turns, as one whose every step is a step of each."""

from tf1_updates.timing.series import Series


def summed(first, second):
    """Return the `Series` of both together, as far as both go.

    Step i of either belongs to the same round, so what slowed the machine then is in both, and in
    whatever else was timed in that round.

    Args:
        first, second: `Series` of the same measurement.

    >>> a, b = (Series(name, block=2, step_seconds=[1.0, 2.0, 3.0]) for name in "ab")
    >>> both = summed(a, b)
    >>> both.name, both.step_seconds
    ('a + b', [2.0, 4.0, 6.0])
    """
    seconds = [own + other for own, other in zip(first.step_seconds, second.step_seconds)]
    return Series("{} + {}".format(first.name, second.name), first.block, step_seconds=seconds)
