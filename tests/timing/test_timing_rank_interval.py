"""The interval of a paired ratio holds what it promises, under noise as unpleasant as real."""

import math
import random

import numpy as np
import pytest
from lacking import LACKING
from scipy import special, stats

from tf1_updates.timing.rank_interval import rank_interval
from tf1_updates.timing.series import Series
from tf1_updates.timing.statistics import SESSION_TO_SESSION, paired_ratio
from tf1_updates.timing.synthetic import noise_factors


@pytest.mark.parametrize("count", range(6, 60))
def test_it_is_scipy_s_where_scipy_has_one(count):
    if not hasattr(stats, "quantile_test"):
        pytest.skip(LACKING["quantile test"])
    values = np.random.RandomState(count).lognormal(size=count)
    expected = stats.quantile_test(values, q=np.median(values)).confidence_interval(0.95)
    assert rank_interval(values) == (expected.low, expected.high)


def exact_coverage(count):
    low, high = rank_interval(range(1, count + 1))
    assert low + high == count + 1
    return 1 - 2 * sum(special.comb(count, k, exact=True) for k in range(int(low))) / 2.0**count


@pytest.mark.parametrize("count", list(range(6, 45)) + [100, 200])
def test_it_covers_95_percent_and_the_next_narrower_one_would_not(count):
    low, _ = rank_interval(range(1, count + 1))
    covered = exact_coverage(count)
    assert covered >= 0.95
    assert covered - 2 * special.comb(count, int(low), exact=True) / 2.0**count < 0.95


def test_few_values_span_what_they_can_and_two_tell_nothing():
    assert rank_interval([1.0, 2.0]) == (None, None)
    assert [rank_interval(list(range(n))) for n in (3, 4, 5)] == [(0, 2), (0, 3), (0, 4)]


def coverage(count, repeats=2000):
    """In how many repeats the interval of skewed values holds their true median."""
    draw, held = np.random.RandomState(count), 0
    for _ in range(repeats):
        low, high = rank_interval(draw.lognormal(0.0, 1.0, count))
        held += low <= 1.0 <= high
    return held / repeats


@pytest.mark.parametrize("count, told", [(5, 0.938), (6, 0.969), (10, 0.979), (20, 0.959)])
def test_what_the_docstring_tells_is_found(count, told):
    assert coverage(count) == pytest.approx(told, abs=0.015)


def copies(seed, level_a=1.0, level_b=1.0, rounds=40, block=5):
    """Two series of equal steps: each with its noise, and one drift and slow minutes for both."""
    draw = random.Random(seed)
    machine, level = [], 1.0
    for _ in range(rounds):
        level *= math.exp(draw.gauss(0.0, 0.03))  # a drift
        machine.append(level * (2.0 if draw.random() < 0.05 else 1.0))  # a minute of others' work
    made = []
    for name, own, noise in (("a", level_a, 2 * seed), ("b", level_b, 2 * seed + 1)):
        factors = noise_factors(rounds * block, noise)
        seconds = [own * machine[at // block] * each for at, each in enumerate(factors)]
        made.append(Series(name, block, step_seconds=seconds))
    return made


def test_drift_bursts_and_neighbours_alike_leave_the_coverage():
    held = 0
    for seed in range(400):
        a, b = copies(seed)
        found = paired_ratio(b, a)
        held += found.low <= 1.0 <= found.high
    assert held >= 0.9 * 400


def levels(seed, deviation):
    draw = random.Random("levels {}".format(seed))
    return [math.exp(draw.gauss(0.0, deviation)) for _ in range(2)]


def test_levels_of_the_sessions_are_in_the_interval_only_if_they_are_reckoned_with():
    held = {0.0: 0, SESSION_TO_SESSION: 0}
    for seed in range(300):
        # As many rounds as leave little of the other noise: the level is what remains.
        a, b = copies(seed, *levels(seed, SESSION_TO_SESSION), rounds=200)
        for known in held:
            found = paired_ratio(b, a, session_to_session=known)
            held[known] += found.low <= 1.0 <= found.high
    assert held[0.0] < 0.85 * 300 and held[SESSION_TO_SESSION] >= 0.93 * 300


def test_the_two_errors_add_like_independent_ones():
    a = Series("a", 1, step_seconds=[1.0] * 40)
    b = Series("b", 1, step_seconds=[2.0 * (1 + 0.001 * number) for number in range(40)])
    alone, wide = paired_ratio(b, a), paired_ratio(b, a, session_to_session=0.02)
    assert wide.value == alone.value
    extra = 1.959964 * math.sqrt(2) * 0.02
    for end, own in zip(wide[1:], alone[1:]):
        shift = math.log(end / alone.value) ** 2 - math.log(own / alone.value) ** 2
        assert shift == pytest.approx(extra**2)
    assert paired_ratio(a, a, session_to_session=0.02) == (1.0, 1.0, 1.0)
