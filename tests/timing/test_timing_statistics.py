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
from tf1_updates.timing.statistics import (
    Estimate,
    growth,
    median_interval,
    paired_ratio,
    warnings_for,
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
    still, moving = series(*[0.0] * 5), series(*[1.0] * 5)
    assert median_interval(still) == growth(still) == Estimate(0.0, 0.0, 0.0)
    assert paired_ratio(moving, still) is None
    assert paired_ratio(still, moving) == Estimate(0.0, 0.0, 0.0)
    assert warnings_for(still) == ["only 5 blocks of steps: an interval from so few covers less than "
                                   "the 95% it claims"]  # fmt: skip


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
    estimates = (median_interval(noise), growth(noise), paired_ratio(noise, series(*[1.0] * 20)))
    assert all(type(number) is float for estimate in estimates for number in estimate)


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
        estimate = paired_ratio(b, a, seed=repeat)
        held += estimate.low <= 1.0 <= estimate.high
    assert held >= 0.9 * 200


def test_the_interval_of_the_median_holds_the_true_one_in_nine_of_ten_repeats():
    held = 0
    for repeat in range(200):
        measurement, _ = run({"a": noisy(1.0, 0.1, repeat)}, steps=200)
        estimate = median_interval(measurement.series[0], seed=repeat)
        held += estimate.low <= 1.0 <= estimate.high
    assert held >= 0.9 * 200


def test_a_known_slope_is_found_within_a_tenth_under_noise_and_within_its_interval():
    held = 0
    for repeat in range(100):
        noise = noisy(1.0, 0.1, repeat)
        (found,) = measured(grows=lambda number: 0.02 * number + noise(number))
        estimate = growth(found)
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


def found(text, *seconds, **options):
    return [sentence for sentence in warnings_for(series(*seconds, **options)) if text in sentence]


def spread_of(share):
    """Steps around 1 whose middle half spans `share`."""
    return [1 + share * (place / 100 - 0.5) * 2 for place in range(101)][::2] * 4


def test_a_spread_of_over_a_tenth_is_told():
    def shuffled(share):
        steps = spread_of(share)
        random.Random(1).shuffle(steps)
        return steps

    assert found("noisy", *shuffled(0.09), block=10) == []
    assert found("noisy", *shuffled(0.15), block=10) == [
        "noisy: the middle half of its steps, any trend removed, spans 15% of the median"
    ]


def test_a_trend_is_not_taken_for_noise():
    assert found("noisy", *[1.0 + 0.1 * number for number in range(100)], block=10) == []


def test_an_interval_of_over_a_fifth_is_told():
    assert found("uncertain", *[1.0, 1.0, 1.0, 1.19, 1.19, 1.19]) == []
    assert found("uncertain", *[1.0, 1.0, 1.0, 1.5, 1.5, 1.5]) == [
        "uncertain: the 95% interval of the median is 40% of the median wide"
    ]


def test_outliers_are_counted_and_kept():
    steps = [1.0, 1.01] * 50
    steps[17], steps[60] = 30.0, 40.0
    assert found("far off", *steps, block=10) == [
        "2 of 100 steps lie far off the others (none was dropped)"
    ]
    (first,) = [block for block in series(*steps, block=10).blocks() if 30.0 in block]
    assert len(first) == 10


def test_rounding_is_no_outlier_but_a_spike_among_equals_is():
    thirds = [1 / 3 + 0.1 * number for number in range(30)]
    assert found("far off", *thirds) == []
    assert found("far off", *[1.0] * 20 + [1.5]) == [
        "1 of 21 steps lie far off the others (none was dropped)"
    ]


def test_stops_and_failures_are_told_with_the_step():
    assert found("stopped", *[1.0] * 1200, block=100, stopped_early=True) == [
        "stopped early at step 1,200, because its share of the time budget was used"
    ]
    assert found("stopped", stopped_early=True) == [
        "stopped early at step 0, because its share of the time budget was used"
    ]
    assert found("failed", *[1.0] * 3, failed="ValueError: why") == [
        "failed after 3 measured steps: ValueError: why"
    ]


def test_few_blocks_are_told():
    few = "fewer than 3 blocks of steps: no interval can be told"
    assert [found("blocks", *[1.0] * count) == [few] for count in (1, 2, 3)] == [True, True, False]
    assert [len(found("only {} blocks".format(count), *[1.0] * count)) for count in (3, 5, 6)] == [
        1,
        1,
        0,
    ]
