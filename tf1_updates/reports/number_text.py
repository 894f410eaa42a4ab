"""How numbers are written: with a unit that suits them and no more digits than the data bear.

A measured number comes with its 95% interval, and the interval's half-width says which digit is the
last that means something: the half-width is 2 to 20 units of it. A number without an interval has
two digits, so that nobody takes it for a precise one. All of it is ASCII.
"""

import math

# The longest that a measured number may be, however narrow its interval.
_MOST_DIGITS = 4

# Nothing that is measured comes near this or its inverse, but a spoilt file has such numbers, and
# they must not fill the screen with zeros.
_ABSURD = 1e12

# 0.84 ms reads better than 840 us, so a unit begins at a tenth of itself; seconds begin at one.
_TIME_UNITS = [(1.0, "s"), (1e-4, "ms"), (1e-7, "us"), (0.0, "ns")]
_SECONDS = {"s": 1.0, "ms": 1e-3, "us": 1e-6, "ns": 1e-9}
_BYTES = [(1e9, "GB"), (1e6, "MB"), (1e3, "KB")]

NOTHING = "-"


def seconds_text(seconds, interval=None):
    """Write a duration, its unit chosen by its size, and its interval in the same unit.

    Args:
        seconds: a number of seconds, or `None`.
        interval: `(low, high)` in seconds, or `None`.

    Returns:
        A string; `"-"` for `None`.

    >>> seconds_text(0.0008412, (0.000818, 0.000871))
    '0.84 ms [0.82, 0.87]'
    >>> seconds_text(0.787)
    '790 ms'
    """
    if seconds is None:
        return NOTHING
    unit = _time_unit(seconds)
    return _measured(seconds, interval, 1 / _SECONDS[unit], " " + unit)


def seconds_interval_text(interval):
    """Write an interval of durations that has no number worth showing in it.

    >>> seconds_interval_text((-0.0000002, 0.0000013))
    '[-0.2, 1.3] us'
    """
    unit = _time_unit(max(abs(end) for end in interval))
    ends = [end / _SECONDS[unit] for end in interval]
    place = _last_place(max(ends, key=abs), ends)
    return "[{}, {}] {}".format(_rounded(ends[0], place), _rounded(ends[1], place), unit)


def ratio_text(ratio, interval=None):
    """Write a ratio of step times with its interval.

    Whether the interval holds 1 can be seen: an end near 1 has the digits that tell it from 1.

    >>> ratio_text(1.3141, (1.287, 1.342))
    '1.31x [1.29, 1.34]'
    >>> ratio_text(1.031, (1.003, 1.061))
    '1.03x [1.003, 1.06]'
    """
    return NOTHING if ratio is None else _measured(ratio, interval, 1.0, "x", beside=1.0)


def bytes_text(count):
    """Write an exact number of bytes; KB, MB and GB are powers of 1,000.

    >>> [bytes_text(count) for count in (0, 800, 31360, 2000000000)]
    ['0 B', '800 B', '31.4 KB', '2 GB']
    """
    if count is None:
        return NOTHING
    # 999,950 B is shown as 1 MB: three digits would round it to 1000 KB.
    for size, unit in _BYTES:
        if count >= 0.9995 * size:
            return "{} {}".format(count_text(count / size), unit)
    return count_text(count) + " B"


def count_text(count):
    """Write an exact count per step, which is a fraction where one call makes many steps.

    >>> [count_text(count) for count in (4, 51.25, 0.02, 20444)]
    ['4', '51.2', '0.02', '20,444']
    """
    if count is None:
        return NOTHING
    if abs(count) < _ABSURD and (count == round(count) or abs(count) >= 999.5):
        return "{:,d}".format(int(round(count)))
    return "{:.3g}".format(count)


def share_text(share):
    """Write a share as a percentage that says 100% only for all and 0% only for none.

    >>> [share_text(share) for share in (1.0, 0.99996, 0.914, 0.00001, 0)]
    ['100%', '99.9%', '91%', '0.1%', '0%']
    """
    if share is None:
        return NOTHING
    percent = 100.0 * share
    if percent in (0.0, 100.0) or 1.0 <= percent <= 99.0:
        return "{:.0f}%".format(percent)
    return "{:.1f}%".format(min(max(percent, 0.1), 99.9))


def error_text(distance):
    """Write a distance between weights with two digits.

    >>> [error_text(distance) for distance in (0.0, 1.9073e-06, 9.81)]
    ['0', '1.9e-06', '9.8']
    """
    if distance is None:
        return NOTHING
    is_large = 99.5 <= abs(distance) < _ABSURD
    return ("{:,.0f}" if is_large else "{:.2g}").format(distance)


def _time_unit(seconds):
    return next(unit for least, unit in _TIME_UNITS if abs(seconds) >= least)


def _measured(number, interval, factor, unit, beside=None):
    number = number * factor
    if interval is None:
        return _rounded(number, _leading_place(number) - 1) + unit
    ends = [end * factor for end in interval]
    place = _last_place(number, ends)
    low, high = (_clear_of(beside, end, place) for end in ends)
    is_apart = beside is not None and not ends[0] <= beside <= ends[1]
    shown = _clear_of(beside if is_apart else None, number, place)
    return "{}{} [{}, {}]".format(shown, unit, low, high)


def _clear_of(beside, number, place):
    """Round, but not to a number that it only lies beside."""
    while number != beside and round(number, -place) == beside and place > -_MOST_DIGITS:
        place -= 1
    return _rounded(number, place)


def _last_place(number, ends):
    """The power of ten of the last digit to show: what the interval's width bears, but at least one
    digit of each number and at most four of the largest."""
    half_width = (ends[1] - ends[0]) / 2.0
    shortest = min([_leading_place(each) for each in [number] + ends if each] or [0])
    place = min(shortest, _leading_place(half_width / 2)) if half_width > 0 else shortest - 2
    return max(place, max(_leading_place(each) for each in [number] + ends) - _MOST_DIGITS + 1)


def _leading_place(number):
    # An absurd number of seconds may leave the floats when its unit is a small one.
    has_digits = number and math.isfinite(number)
    return int(math.floor(math.log10(abs(number)))) if has_digits else 0


def _rounded(number, place):
    if abs(number) >= _ABSURD or 10.0**place <= 1 / _ABSURD:
        return "{:.1g}".format(number)
    # Adding 0.0 turns a rounded -0.0 into 0.0.
    return "{:,.{}f}".format(round(number, -place) + 0.0, max(0, -place))
