import random

from tf1_updates.timing.series import Series
from tf1_updates.timing.series_warnings import warnings_for


def series(*seconds, **options):
    return Series("any", **dict(dict(block=1, step_seconds=list(seconds)), **options))


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
        "noisy: the middle half of its steps, any trend removed, spans 15% of the median, "
        "from one step to the next"
    ]


def test_noise_in_stretches_is_told_from_noise_of_single_steps():
    blocks = [1.0, 1.2, 1.05, 1.3, 1.0, 1.25, 1.1, 1.2] * 3
    steps = [level for level in blocks for _ in range(10)]
    (text,) = found("noisy", *steps, block=10)
    assert text.endswith(", since whole blocks are slow")
    (text,) = found("noisy", *blocks, block=1)  # a step is a block: nobody can tell
    assert text.endswith(" of the median")


def test_an_interval_that_is_wide_because_the_steps_grow_says_so():
    (text,) = found("uncertain", *[1.0 + 0.1 * number for number in range(60)], block=2)
    assert text.endswith(", since its steps grow: look at their two ends")


def test_steps_that_are_still_warm_up_are_told_and_kept():
    steps = [3.0, 2.5, 2.0] + [1.0, 1.01] * 40
    assert found("warm-up", *steps, block=2, warmup_seconds=[9.0, 4.0]) == [
        "warm-up: the first 5 steps are slower than those after them, and 3 of them stayed in all "
        "numbers"
    ]
    assert found("warm-up", *steps[3:], block=2, warmup_seconds=[9.0, 4.0]) == []


def test_a_trend_is_not_taken_for_noise():
    assert found("noisy", *[1.0 + 0.1 * number for number in range(100)], block=10) == []


def test_an_interval_of_over_a_fifth_is_told():
    assert found("uncertain", *[1.0, 1.0, 1.0, 1.19, 1.19, 1.19]) == []
    assert found("uncertain", *[1.0, 1.0, 1.0, 1.5, 1.5, 1.5]) == [
        "uncertain: the 95% interval of the median is 40% of the median wide"
    ]


def test_outliers_are_counted_and_kept():
    steps = [0.99, 0.995, 1.0, 1.005, 1.01] * 20
    # They are 0.005 off in the median: far is more than 5 * 1.4826 * 0.005 = 0.037.
    steps[17], steps[60], steps[82] = 1.0 + 0.05, 30.0, 1.0 + 0.03
    assert found("far off", *steps, block=10) == [
        "outliers: 2 of 100 steps are far off the others, and kept in all numbers"
    ]
    (first,) = [block for block in series(*steps, block=10).blocks() if 30.0 in block]
    assert len(first) == 10


def test_rounding_is_no_outlier_but_a_spike_among_equals_is():
    thirds = [1 / 3 + 0.1 * number for number in range(30)]
    assert found("far off", *thirds) == []
    assert 0.1 + 0.2 != 0.3 and found("far off", *[0.3] * 15 + [0.1 + 0.2] * 5) == []
    assert found("far off", *[1.0] * 20 + [1.5]) == [
        "outliers: 1 of 21 steps are far off the others, and kept in all numbers"
    ]


def test_stops_are_told_with_the_step():
    assert found("stopped", *[1.0] * 1200, block=100, stopped_early=True) == [
        "stopped early at step 1,200, because its share of the time budget was used"
    ]
    assert found("stopped", stopped_early=True) == [
        "stopped early at step 0, because its share of the time budget was used"
    ]


def test_few_blocks_are_told():
    few = "fewer than 3 blocks of steps: no interval can be told"
    assert [found("blocks", *[1.0] * count) == [few] for count in (1, 2, 3)] == [True, True, False]
    assert [len(found("only {} blocks".format(count), *[1.0] * count)) for count in (3, 5, 6)] == [
        1,
        1,
        0,
    ]
