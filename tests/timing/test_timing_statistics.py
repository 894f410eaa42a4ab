import itertools
import random
import warnings

import numpy as np
import pytest
from scipy import stats
from timing_fakes import constant, linear, noisy, run

from tf1_updates.timing import bootstrap
from tf1_updates.timing.bootstrap import interval_of_median
from tf1_updates.timing.series import Series
from tf1_updates.timing.series_warnings import warnings_for
from tf1_updates.timing.statistics import (
    Estimate,
    growth,
    median_interval,
    paired_ratio,
)


@pytest.fixture(autouse=True)
def _no_warnings():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


def series(*seconds, **options):
    return Series("any", **dict(dict(block=1, step_seconds=list(seconds)), **options))


def measured(**costs):
    return run(costs)[0].series


def test_constant_costs_give_their_ratio_and_no_width_at_all():
    a, b = measured(a=constant(0.25), b=constant(0.75))
    assert median_interval(b) == Estimate(0.75, 0.75, 0.75)
    assert paired_ratio(b, a) == Estimate(0.75 / 0.25, 0.75 / 0.25, 0.75 / 0.25)
    assert growth(b) == Estimate(0.0, 0.0, 0.0)
    assert warnings_for(b) == []


def test_linear_growth_is_recovered_and_the_median_is_that_of_the_middle_step():
    (grows,) = measured(grows=linear(0.5, 0.125))
    assert growth(grows) == pytest.approx(Estimate(0.125, 0.125, 0.125))
    # Steps are numbered from 5, after the warm-up, to 104.
    assert median_interval(grows).value == pytest.approx(0.5 + 0.125 * (5 + 104) / 2)
    assert paired_ratio(grows, series(*[0.25] * 100, block=10)).value == pytest.approx(
        (0.5 + 0.125 * (5 + 104) / 2) / 0.25
    )


def test_rounds_are_paired_so_a_slow_minute_cancels():
    slow_minutes = [1.0, 1.0, 7.0, 1.0, 30.0, 2.0, 1.0]
    one = series(*[2.0 * factor for factor in slow_minutes])
    other = series(*[3.0 * factor for factor in slow_minutes])
    assert paired_ratio(other, one) == Estimate(3.0 / 2.0, 3.0 / 2.0, 3.0 / 2.0)


def test_only_rounds_that_both_have_are_paired():
    one, other = series(1.0, 1.0, 1.0, 99.0, 99.0), series(2.0, 2.0, 2.0)
    assert paired_ratio(other, one) == paired_ratio(other, series(1.0, 1.0, 1.0))
    assert paired_ratio(one, other) == Estimate(1.0 / 2.0, 1.0 / 2.0, 1.0 / 2.0)


@pytest.mark.parametrize("count", range(1, 8))
def test_the_ratio_of_the_reference_to_itself_is_one_and_sure(count):
    reference = series(*[random.Random(count).uniform(1, 2) for _ in range(count)])
    assert paired_ratio(reference, reference) == Estimate(1.0, 1.0, 1.0)
    still = series(*[0.0] * count)
    assert paired_ratio(still, still) == Estimate(1.0, 1.0, 1.0)


def test_no_data_is_none():
    empty = series()
    assert median_interval(empty) is growth(empty) is None
    assert paired_ratio(empty, empty) is paired_ratio(empty, series(1.0)) is None
    assert paired_ratio(series(1.0), empty) is None
    assert warnings_for(empty) == []


def test_fewer_than_three_blocks_have_a_value_without_interval():
    for seconds in ([2.0], [1.0, 3.0]):
        few = series(*seconds)
        assert median_interval(few) == Estimate(2.0, None, None)
        assert paired_ratio(few, series(*[4.0] * 9)) == Estimate(2.0 / 4.0, None, None)
    assert growth(series(1.0)) is None
    assert growth(series(1.0, 3.0)) == Estimate((3.0 - 1.0) / 1, None, None)


def test_a_clock_that_stood_still_gives_no_nan_and_no_infinity():
    still, moving = series(*[0.0] * 9), series(*[1.0] * 9)
    assert median_interval(still) == growth(still) == Estimate(0.0, 0.0, 0.0)
    assert paired_ratio(moving, still) is None
    assert paired_ratio(still, moving) == Estimate(0.0, 0.0, 0.0)
    assert warnings_for(still) == []


@pytest.mark.parametrize("pattern", list(itertools.product([0.0, 0.1, 0.3], repeat=4)))
def test_ties_of_any_pattern_give_finite_ordered_numbers(pattern):
    tied = series(*pattern)
    for estimate in (median_interval(tied), growth(tied), paired_ratio(tied, series(*[0.1] * 4))):
        assert np.isfinite(estimate).all()
        assert estimate.low <= estimate.value <= estimate.high
    assert all(isinstance(text, str) for text in warnings_for(tied))


def test_the_same_seed_gives_the_same_interval_and_plain_floats():
    draw = random.Random(7)
    noise = series(*[draw.lognormvariate(0, 1) for _ in range(200)], block=10)
    assert median_interval(noise, seed=3) == median_interval(noise, seed=3)
    assert median_interval(noise, seed=3) != median_interval(noise, seed=4)
    found = median_interval(noise) + growth(noise) + paired_ratio(noise, series(*[1.0] * 20))
    assert {type(number) for number in found} == {float}


@pytest.mark.parametrize("at_once", [10**9, 100])
def test_the_bootstrap_is_that_of_blocks_pooled_one_by_one(at_once, monkeypatch):
    """The judge is the plain way: put the drawn blocks together, and take the median."""
    draw = random.Random(11)
    groups = [[draw.gauss(5, 2) for _ in range(size)] for size in (1, 4, 4, 3, 4, 2, 7)]

    def pooled(drawn):
        return np.median(np.concatenate([groups[index] for index in drawn]))

    expected = stats.bootstrap(
        (np.arange(len(groups)),),
        pooled,
        n_resamples=bootstrap.RESAMPLES,
        vectorized=False,
        method="percentile",
        random_state=np.random.default_rng(5),
    ).confidence_interval
    monkeypatch.setattr(bootstrap, "VALUES_AT_ONCE", at_once)
    assert interval_of_median(groups, seed=5) == pytest.approx(tuple(expected))


def test_three_blocks_span_what_they_can():
    # All 27 draws are likely enough for the extremes (1 in 27 each) to lie within the 95%.
    assert interval_of_median([[1.0], [2.0, 3.0], [10.0]], seed=0) == (1.0, 10.0)


def test_blocks_keep_neighbours_together():
    # The same 100 values; in one series the slow ones come in runs, and less is known.
    together = series(*([1.0] * 10 + [2.0] * 10) * 5, block=10)
    mixed = series(*[1.0, 2.0] * 50, block=10)
    assert median_interval(together)[1:] == (1.0, 2.0)
    assert median_interval(mixed)[1:] == (1.5, 1.5)


def test_the_interval_of_the_ratio_of_equals_holds_one_in_nine_of_ten_repeats():
    held = 0
    for repeat in range(200):
        a, b = measured(a=noisy(1.0, 0.1, repeat), b=noisy(1.0, 0.1, repeat + 1000))
        estimate = paired_ratio(b, a)
        held += estimate.low <= 1.0 <= estimate.high
    assert held >= 0.9 * 200


def test_the_interval_of_the_median_holds_the_true_one_in_nine_of_ten_repeats():
    held = 0
    for repeat in range(200):
        measurement, _ = run({"a": noisy(1.0, 0.1, repeat)}, steps=200)
        estimate = median_interval(measurement.series[0], seed=repeat)
        held += estimate.low <= 1.0 <= estimate.high
    assert held >= 0.9 * 200


def growing_noise(seconds, slope, seed):
    noise = noisy(seconds, 0.1, seed)
    return lambda number: slope * number + noise(number)


def test_a_known_slope_is_found_within_a_tenth_under_noise_and_within_its_interval():
    held = 0
    for repeat in range(100):
        estimate = growth(measured(grows=growing_noise(1.0, 0.02, repeat))[0])
        assert abs(estimate.value - 0.02) <= 0.1 * 0.02
        held += estimate.low <= 0.02 <= estimate.high
    assert held >= 0.9 * 100


def test_a_quarter_of_spoilt_blocks_does_not_spoil_the_slope():
    seconds = [1.0 + 0.5 * number for number in range(20)]
    seconds[3:8] = [1000.0] * 5
    assert growth(series(*seconds)).value == pytest.approx(0.5, rel=0.1)


def test_growth_of_very_many_blocks_takes_neighbours_together(monkeypatch):
    monkeypatch.setattr("tf1_updates.timing.statistics.MOST_BLOCKS", 10)
    called = []
    original = stats.theilslopes
    monkeypatch.setattr(
        stats, "theilslopes", lambda y, *rest: called.append(len(y)) or original(y, *rest)
    )
    seconds = [1.0 + 0.5 * number for number in range(95)]
    assert growth(series(*seconds, block=2)).value == pytest.approx(0.5)
    assert called == [10]  # 48 blocks, five at a time


def test_long_series_are_thinned_to_quantiles_without_moving_their_interval(monkeypatch):
    generator = np.random.RandomState(4)
    groups = [generator.lognormal(shift, 0.2, 2000) for shift in np.linspace(0.0, 0.1, 20)]
    thinned = interval_of_median(groups, seed=0)
    monkeypatch.setattr(bootstrap, "MOST_VALUES", 10**6)
    whole = interval_of_median(groups, seed=0)
    width = whole[1] - whole[0]
    assert thinned != whole
    assert max(abs(one - other) for one, other in zip(thinned, whole)) < 0.05 * width
