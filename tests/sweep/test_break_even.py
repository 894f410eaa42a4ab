"""Break-even points of known costs are found exactly, and told in words that follow from them."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tf1_updates.sweep.break_even import End, Point, Span, spans_within


def curve(values, approach, reference, spread=0.01):
    """The points of two costs, functions of the size, with intervals of a given half width."""
    found = []
    for value in values:
        ratio = approach(value) / reference(value)
        low, high = (1 - spread) * ratio, (1 + spread) * ratio
        found.append(Point(value, ratio, low, high, reference(value)))
    return found


def affine(first, slope):
    return lambda value: first + slope * value


DECADES = [10**power for power in range(1, 8)]


def test_an_overhead_is_overcome_from_a_known_size_on():
    # (9000 + n)/(1000 + n) = 2 where n = 9000 - 2*1000.
    spans = spans_within(curve(DECADES, affine(9000, 1), affine(1000, 1)), 2)
    assert spans == [Span(End(pytest.approx(9000 - 2 * 1000), 1000, 10000), None)]


def test_a_slope_is_too_much_from_a_known_size_on():
    # (1000 + 3n)/(1000 + n) = 2 where n = 2*1000 - 1000.
    spans = spans_within(curve([10, 100, 10000], affine(1000, 3), affine(1000, 1)), 2)
    assert spans == [Span(None, End(pytest.approx(1000.0), 100, 10000))]


def test_within_everywhere_and_nowhere():
    assert spans_within(curve(DECADES, affine(1, 1), affine(1, 1)), 2) == [Span(None, None)]
    assert spans_within(curve(DECADES, affine(9, 9), affine(1, 1)), 2) == []
    assert spans_within([], 2) == []


def test_a_stretch_with_two_ends_and_a_return():
    points = [Point(n, ratio, None, None, 1.0) for n, ratio in enumerate([3, 1, 3, 1], start=1)]
    found = spans_within(points, 2)
    ends = [(span.start and span.start.value, span.stop and span.stop.value) for span in found]
    assert ends == [(1.5, 2.5), (3.5, None)]


def test_an_end_between_unclear_points_has_no_bracket():
    clear = Point(1, 4.0, 3.9, 4.1, 1.0)
    unclear = Point(10, 2.1, 1.8, 2.4, 10.0)
    beyond = Point(100, 1.0, 0.9, 1.1, 100.0)
    (span,) = spans_within([clear, unclear, beyond], 2)
    # The nearest clear point on the far side stands in for the unclear one.
    assert (span.start.below, span.start.above) == (1, 100)
    (span,) = spans_within([unclear, beyond], 2)
    assert (span.start.below, span.start.above) == (None, 100)


@given(
    st.floats(3.0, 1e4),
    st.floats(0.1, 10.0),
    st.lists(st.integers(1, 10**7), min_size=2, max_size=8, unique=True).map(sorted),
)
def test_any_affine_cost_gives_the_exact_point_or_none(overhead, slope, values):
    exact = (overhead - 2) / slope
    assume(all(abs(exact - value) > 1e-9 * value for value in values))  # there rounding decides
    # The root of (overhead + slope*n)/(1 + slope*n) = 2
    spans = spans_within(curve(values, affine(overhead, slope), affine(1, slope)), 2)
    if exact <= values[0]:
        assert spans == [Span(None, None)]
    elif exact > values[-1]:
        assert spans == []
    else:
        (span,) = spans
        assert span.start.value == pytest.approx(exact, rel=1e-6) and span.stop is None
