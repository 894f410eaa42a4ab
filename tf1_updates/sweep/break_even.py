"""Where along a sweep an approach is within a factor of the reference.

An approach is within the factor f at the points where its ratio r is at most f. Between two points
of which one is within, the cost is taken for linear in the size, as it is where a step costs
`a + b*n`; then the break-even point is exact:

    d_i = c_i*(r_i - f)          n* = n_1 + (n_2 - n_1) * d_1/(d_1 - d_2)

with c_i the reference's own cost at point i, so that d_i is what the approach takes too much there.
"""

from typing import NamedTuple, Optional


class Point(NamedTuple):
    """A point of the sweep where both approach and reference were timed.

    Attributes:
        value: its size.
        ratio: of the approach to the reference.
        low, high: the ratio's 95% interval, or `None`.
        reference: the reference's median seconds.
    """

    value: int
    ratio: float
    low: Optional[float]
    high: Optional[float]
    reference: float

    def is_clear(self, factor):
        """Whether the whole interval lies on one side of the factor."""
        return self.low is not None and not self.low <= factor <= self.high


class End(NamedTuple):
    """A break-even point: `value`, and the clear points that it lies between, if there are."""

    value: float
    below: Optional[int]
    above: Optional[int]


class Span(NamedTuple):
    """A stretch within the factor; an end that is `None` was not reached by the sweep."""

    start: Optional[End]
    stop: Optional[End]


def spans_within(points, factor):
    """Return the stretches of the sweep in which the approach is within the factor.

    Args:
        points: list of `Point`, their values ascending.
        factor: what the ratio is held against.

    Returns:
        A list of `Span`, ascending; empty if the approach is within the factor at no point.

    A step of 8 + n against one of 1 + n is twice as long where n is 6:

    >>> cost = lambda n: Point(n, (8 + n)/(1 + n), None, None, 1 + n)
    >>> spans_within([cost(1), cost(10), cost(100)], factor=2)
    [Span(start=End(value=6.0, below=None, above=None), stop=None)]
    """
    spans, start = [], None
    for place, point in enumerate(points):
        is_within = point.ratio <= factor
        was_within = place > 0 and points[place - 1].ratio <= factor
        if place > 0 and is_within != was_within:
            end = _end(points, place, factor)
            if is_within:
                start = end
            else:
                spans.append(Span(start, end))
                start = None
    if points and points[-1].ratio <= factor:
        spans.append(Span(start, None))
    return spans


def _end(points, place, factor):
    before, after = points[place - 1], points[place]
    excess = [point.reference * (point.ratio - factor) for point in (before, after)]
    way = excess[0] / (excess[0] - excess[1])
    value = before.value + (after.value - before.value) * way
    below = _clear(reversed(points[:place]), before, factor)
    above = _clear(points[place:], after, factor)
    return End(value, below, above)


def _clear(points, nearest, factor):
    """The value of the first clear point on the same side of the factor as the nearest one."""
    for point in points:
        if (point.ratio <= factor) != (nearest.ratio <= factor):
            return None
        if point.is_clear(factor):
            return point.value
    return None
