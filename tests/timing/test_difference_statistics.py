"""The ratio of two saved runs: exact for scaled copies, careful with independent ones."""

import math
import random
from statistics import median

import pytest

from tf1_updates.timing.difference import (
    FASTER,
    NOT_RESOLVED,
    SLOWER,
    difference,
    neighbours,
    same_steps,
)
from tf1_updates.timing.series import Series


def a_run(seed, steps=200, block=5, noise=0.05, memory=0.0, level=0.0, growth=0.0, factor=1.0):
    """A run whose noise remembers a share of the step before, and which has a level of its own."""
    source = random.Random(seed)
    own, error = source.gauss(0, level), source.gauss(0, noise)
    seconds = []
    for number in range(steps):
        seconds.append(factor * (1 + growth * number) * math.exp(own + error))
        error = memory * error + math.sqrt(1 - memory**2) * source.gauss(0, noise)
    return Series("any", block, [1.0] * 5, seconds)


def scaled(series, factor):
    return Series(
        series.name, series.block, series.warmup_seconds, [factor * s for s in series.step_seconds]
    )


RUNS = [
    dict(),
    dict(noise=0.5),
    dict(memory=0.97),
    dict(growth=0.3, noise=0.2),
    dict(steps=40, block=1),
    dict(steps=13, growth=2.0),
]


@pytest.mark.parametrize("made", RUNS, ids=str)
@pytest.mark.parametrize("run_to_run", [0.0, 0.03])
def test_a_run_against_itself_and_against_scaled_copies(made, run_to_run):
    run = a_run(seed=1, **made)
    same = difference(run, run, run_to_run)
    assert same.ratio.value == 1.0 and same.verdict == NOT_RESOLVED
    for factor, verdict in ((1.2, SLOWER), (1 / 1.2, FASTER)):
        found = difference(run, scaled(run, factor), run_to_run)
        assert found.verdict == verdict
        assert found.ratio.value == pytest.approx(factor)
        assert found.within_runs.low == pytest.approx(factor)
        assert found.within_runs.high == pytest.approx(factor)


def test_exchanged_files_give_the_inverse_of_ratio_and_interval():
    a, b = a_run(1), a_run(2, factor=1.05)
    there, back = difference(a, b, 0.03), difference(b, a, 0.03)
    assert there.ratio.value == pytest.approx(1 / back.ratio.value)
    assert there.ratio.low == pytest.approx(1 / back.ratio.high)
    assert there.ratio.high == pytest.approx(1 / back.ratio.low)


def test_the_allowance_for_repeated_runs_is_added_as_an_independent_error():
    a = a_run(1)
    found = difference(a, scaled(a, 1.2), 0.03)
    sides = 1.959964 * math.sqrt(2) * 0.03
    assert math.log(found.ratio.high / 1.2) == pytest.approx(sides)
    assert math.log(1.2 / found.ratio.low) == pytest.approx(sides)


def false_alarms(pairs, run_to_run, **made):
    found = [
        difference(a_run(2 * seed, **made), a_run(2 * seed + 1, **made), run_to_run).verdict
        for seed in range(pairs)
    ]
    return sum(verdict != NOT_RESOLVED for verdict in found) / pairs


@pytest.mark.parametrize("growth", [0.0, 0.1])
@pytest.mark.parametrize("memory", [0.0, 0.5])
def test_independent_runs_of_one_program_seldom_seem_to_differ(memory, growth):
    assert false_alarms(100, 0.0, memory=memory, growth=growth) <= 0.15
    assert false_alarms(100, 0.03, memory=memory, growth=growth, level=0.03) <= 0.10
    assert false_alarms(100, 0.03, memory=0.9, growth=growth, level=0.02) <= 0.10


def test_without_the_allowance_levels_of_runs_pass_for_differences():
    """Why the allowance is there: no statistic of two runs sees that each has its own level."""
    assert false_alarms(50, 0.0, level=0.03) > 0.4


def test_a_slowdown_of_a_fifth_is_found_in_independent_runs():
    pairs = [(a_run(2 * s), a_run(2 * s + 1, factor=1.2)) for s in range(40)]
    assert sum(difference(a, b, 0.03).verdict == SLOWER for a, b in pairs) >= 36


def test_a_series_that_was_cut_is_held_against_the_same_steps_only():
    """The growing run's median over all its steps would be far from that of its first 45."""
    whole, cut = a_run(3, growth=2.0, noise=0.02), a_run(4, steps=45, growth=2.0, noise=0.02)
    found = difference(whole, cut, 0.0)
    assert found.blocks == 9
    assert found.ratio.value == pytest.approx(1.0, abs=0.05)
    assert median(whole.step_seconds) > 3 * median(cut.step_seconds)


def test_steps_are_matched_by_number_and_blocks_by_the_longer():
    late = Series("any", 2, [9.0] * 5, [float(number) for number in range(5, 15)])
    early = Series("any", 4, [9.0] * 2, [float(number) for number in range(2, 12)])
    cut = same_steps([late, early])
    assert (cut.first, cut.steps) == (5, 7)
    assert [each.step_seconds for each in cut.series] == [[5.0, 6, 7, 8, 9, 10, 11]] * 2
    assert [len(each.blocks()) for each in cut.series] == [2, 2]


def test_nothing_in_common_is_nothing():
    early, late = Series("any", 1, [], [1.0, 2.0]), Series("any", 1, [1.0] * 9, [1.0])
    assert same_steps([early, late]) is None and difference(early, late, 0.03) is None
    assert difference(Series("any", 1), early, 0.03) is None
    assert difference(Series("any", 1, [], [0.0, 0.0]), early, 0.03) is None


def test_too_few_blocks_have_a_ratio_but_no_verdict():
    found = difference(Series("any", 1, [], [1.0, 1.0]), Series("any", 1, [], [9.0, 9.0]), 0.0)
    assert found.ratio.value == pytest.approx(9.0) and found.ratio.low is None
    assert found.verdict == NOT_RESOLVED


def test_a_slower_machine_cancels_in_the_ratio_to_the_reference():
    a, reference_a = a_run(1, factor=3.0), a_run(2)
    b, reference_b = a_run(3, factor=3.0 * 1.7), a_run(4, factor=1.7)
    assert difference(a, b, 0.03).verdict == SLOWER
    relative = difference(a, b, 0.03, [reference_a, reference_b])
    assert relative.verdict == NOT_RESOLVED
    assert relative.ratio.value == pytest.approx(1.0, abs=0.05)
    assert difference(reference_a, reference_b, 0.03, [reference_a, reference_b]).ratio == (1, 1, 1)


def test_only_a_ratio_that_changed_is_told_as_changed():
    a, reference = a_run(1, factor=3.0), a_run(2)
    relative = difference(a, scaled(a, 1.7 * 1.3), 0.03, [reference, scaled(reference, 1.7)])
    assert relative.verdict == SLOWER and relative.ratio.value == pytest.approx(1.3)


def test_neighbours_count_as_one_where_they_resemble_each_other():
    drift = [math.sin(number / 8) for number in range(60)]
    assert neighbours(drift) == 60 // 6
    assert neighbours([1.0, -1.0] * 30) == 1
    assert neighbours([1.0] * 40) == 1 and neighbours([1.0]) == 1
    source = random.Random(0)
    assert neighbours([source.gauss(0, 1) for _ in range(400)]) <= 2
