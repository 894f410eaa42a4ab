"""Numbers have a unit that suits them and no more digits than their interval bears."""

import pytest

from tf1_updates.reports.number_text import (
    bytes_text,
    count_text,
    error_text,
    ratio_text,
    seconds_interval_text,
    seconds_text,
    share_text,
)


@pytest.mark.parametrize(
    "seconds, interval, text",
    [
        (0.0008412, (0.000818, 0.000871), "0.84 ms [0.82, 0.87]"),
        (0.0008412, (0.0008406, 0.0008419), "0.8412 ms [0.8406, 0.8419]"),
        (0.0008412, (0.0005, 0.0013), "0.8 ms [0.5, 1.3]"),
        (0.787, (0.761, 0.812), "790 ms [760, 810]"),
        (0.787, (0.7868, 0.7873), "787.0 ms [786.8, 787.3]"),
        (12.3456, (12.1, 12.6), "12.3 s [12.1, 12.6]"),
        (2.6e-05, (2.2e-05, 3.1e-05), "26 us [22, 31]"),
        (3.3e-08, (1.2e-08, 5.1e-08), "33 ns [12, 51]"),
        (-0.002, (-0.0023, -0.0016), "-2.0 ms [-2.3, -1.6]"),
        (0.0962, (0.0781, 0.1034), "96 ms [78, 103]"),
    ],
)
def test_an_interval_decides_how_many_digits_a_time_has(seconds, interval, text):
    assert seconds_text(seconds, interval) == text


def test_an_interval_without_width_does_not_claim_endless_digits():
    assert seconds_text(1 / 3, (1 / 3, 1 / 3)) == "333 ms [333, 333]"
    assert seconds_text(0.0, (0.0, 0.0)) == "0.00 ns [0.00, 0.00]"


def test_no_number_has_more_than_four_digits_or_loses_its_only_one():
    assert ratio_text(1.00012345, (1.00012344, 1.00012346)) == "1.0001x [1.0001, 1.0001]"
    assert ratio_text(3.0, (0.02, 90.0)) == "3.00x [0.02, 90.00]"


def test_without_an_interval_two_digits_are_left():
    assert [seconds_text(each) for each in (0.00084123, 0.787, 1.2345, 4.56e-05)] == [
        "0.84 ms",
        "790 ms",
        "1.2 s",
        "46 us",
    ]
    assert ratio_text(937.6) == "940x"


def test_the_unit_changes_where_the_number_would_become_unreadable():
    units = [seconds_text(each).split()[1] for each in (1.0, 0.99, 1e-4, 9.9e-5, 1e-7, 9.9e-8)]
    assert units == ["s", "ms", "ms", "us", "us", "ns"]


@pytest.mark.parametrize(
    "ends, text",
    [
        ((1.003, 1.061), "1.03x [1.003, 1.06]"),
        ((0.94, 0.9996), "0.97x [0.94, 0.9996]"),
        ((0.46, 1.02), "0.7x [0.5, 1.02]"),
        ((1.0, 1.06), "1.03x [1.00, 1.06]"),
        ((0.9604, 1.0402), "1.00x [0.96, 1.04]"),
        ((1.0002, 1.0402), "1.02x [1.0002, 1.04]"),
    ],
)
def test_it_shows_whether_the_interval_of_a_ratio_holds_one(ends, text):
    assert ratio_text(sum(ends) / 2, ends) == text


def test_a_large_ratio_is_grouped_by_thousands():
    assert ratio_text(12345.6, (11900.0, 12800.0)) == "12,300x [11,900, 12,800]"


def test_an_interval_alone_has_the_unit_of_its_far_end():
    assert seconds_interval_text((-0.0012, 0.00003)) == "[-1.20, 0.03] ms"
    assert seconds_interval_text((-2e-7, 1.3e-6)) == "[-0.2, 1.3] us"


def test_bytes_are_exact_below_a_thousand_and_rounded_above():
    shown = [bytes_text(each) for each in (0, 1, 999, 1000, 31360, 999949, 999950, 40e6, 2.5e9)]
    assert shown == ["0 B", "1 B", "999 B", "1 KB", "31.4 KB", "1 MB", "1 MB", "40 MB", "2.5 GB"]


def test_no_rounded_number_has_an_exponent():
    for exponent in range(0, 12):
        for factor in (0.9994, 0.9996, 1.0, 9.996):
            assert "e" not in bytes_text(factor * 10**exponent)
            assert "e" not in count_text(factor * 10**exponent)


@pytest.mark.parametrize("write", [seconds_text, ratio_text, bytes_text, count_text, error_text])
@pytest.mark.parametrize("number", [1e300, -1e300, 1e-300, 10**18])
def test_an_absurd_number_stays_short(write, number):
    assert len(write(number)) <= 16


@pytest.mark.parametrize("write", [seconds_text, ratio_text])
def test_an_absurd_interval_stays_short(write):
    assert len(write(1e-9, (-1e300, 1e300))) < 48


def test_a_share_says_all_or_none_only_where_it_is_so():
    shares = [1, 1 - 1e-9, 0.995, 0.99, 0.914, 0.01, 0.0049, 1e-9, 0]
    assert [share_text(share) for share in shares] == [
        "100%",
        "99.9%",
        "99.5%",
        "99%",
        "91%",
        "1%",
        "0.5%",
        "0.1%",
        "0%",
    ]


def test_an_error_has_two_digits_and_zero_is_zero():
    assert [error_text(each) for each in (0, 1e-06, 1.9073e-06, 0.25, 9.81, 20.0, 1234.5)] == [
        "0",
        "1e-06",
        "1.9e-06",
        "0.25",
        "9.8",
        "20",
        "1,234",
    ]


@pytest.mark.parametrize(
    "write", [seconds_text, ratio_text, bytes_text, count_text, share_text, error_text]
)
def test_what_is_not_known_is_a_dash(write):
    assert write(None) == "-"
