"""The warm-up is found under noise that has memory, in constant and in growing series."""

import math
from collections import Counter

import pytest

from tf1_updates.timing.synthetic import noise_factors
from tf1_updates.timing.warmup import warmup_steps


def run(steps, seed, shape):
    """Made-up steps whose true seconds are `shape(number)`, with noise as heavy as real."""
    return [shape(number) * factor for number, factor in enumerate(noise_factors(steps, seed))]


def found(shape, steps=200, repeats=100):
    return sorted(warmup_steps(run(steps, seed, shape)) for seed in range(repeats))


def test_a_steady_run_has_none_in_nine_of_ten_repeats():
    for steps in (100, 200, 1000):
        assert found(lambda number: 1.0, steps).count(0) >= 90


@pytest.mark.parametrize("true", [1, 3, 12, 40])
def test_slow_first_steps_are_counted(true):
    counts = found(lambda number: 3.0 if number < true else 1.0)
    assert Counter(counts).most_common(1)[0][0] == true
    assert sum(abs(count - true) <= 2 for count in counts) >= 90


def test_a_growing_run_is_no_warm_up_and_may_have_one():
    assert found(lambda number: 1.0 + 0.05 * number).count(0) >= 95
    counts = found(lambda number: 1.0 + 0.01 * number + 4.0 * (number < 3))
    assert sum(abs(count - 3) <= 2 for count in counts) >= 95


def test_a_growth_that_gets_steeper_is_no_warm_up_either():
    assert found(lambda number: 1.0 + 1e-4 * number**2).count(0) >= 95


def test_a_slow_decay_is_followed_until_it_is_lost_in_the_noise():
    counts = found(lambda number: 1.0 + 2.0 * math.exp(-number / 10))
    # After 30 steps 0.1 is left, after 45 it is 0.02, a quarter of the noise.
    assert 12 <= counts[10] and counts[90] <= 45


def test_a_run_that_never_settles_is_all_warm_up_as_far_as_it_can_be_judged():
    assert warmup_steps([100.0 - number for number in range(80)]) == 80 // 2


def test_a_short_run_is_not_judged():
    assert warmup_steps([1.0] * 39) is None and warmup_steps([1.0] * 40) == 0


def test_equal_steps_and_rounding_are_no_warm_up():
    assert warmup_steps([0.1 + 0.2] + [0.3] * 60) == 0
    assert warmup_steps([0.0] * 60) == 0
    assert warmup_steps([1 / 3 + 0.1 * number for number in range(60)]) == 0
