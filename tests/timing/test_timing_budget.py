import math
import random

import pytest
from timing_fakes import constant, linear, run, total_seconds

from tf1_updates.timing.budget import water_level


@pytest.mark.parametrize(
    "used, needs, total, level",
    [
        ([0, 0], [10, 10], 8, 8 / 2),
        ([0, 0], [1, 10], 8, 8 - 1),
        ([0, 0, 0], [1, 2, 30], 12, 12 - 1 - 2),
        ([6, 0], [9, 9], 8, 8 - 6),
        ([9, 0], [9, 9], 8, 0),
        ([0, 0], [1, 2], 8, 2),
        ([0, 0], [0, 0], 8, 0),
        ([], [], 8, 0),
    ],
)
def test_water_level(used, needs, total, level):
    assert water_level(used, needs, total) == pytest.approx(level)


def test_what_is_poured_at_the_water_level_is_the_total():
    for seed in range(300):
        draw = random.Random(seed)
        used = [draw.choice([0.0, draw.uniform(0, 100)]) for _ in range(draw.randint(1, 12))]
        needs = [gone + draw.choice([0.0, draw.uniform(0, 100)]) for gone in used]
        total = draw.uniform(sum(used), sum(needs))
        level = water_level(used, needs, total)
        poured = math.fsum(max(u, min(n, level)) for u, n in zip(used, needs))
        assert poured == pytest.approx(total)


def test_what_the_fast_leave_is_given_to_the_growing():
    # 3 fast ones need 105 * 0.1 s each; an equal share is 100 s; the growing one needs 343.2 s.
    fast, grows = constant(0.1), linear(0.15, 0.06)
    costs = {"a": fast, "b": fast, "c": fast, "grows": grows}
    measurement, _ = run(costs, budget_seconds=400)
    assert sum(map(grows, range(105))) > 400 / 4
    assert [len(series.step_seconds) for series in measurement.series] == [100] * 4


def test_the_growing_use_up_what_is_left_and_share_it_evenly():
    fast, grows = constant(0.1), linear(0.2, 0.2)
    costs = {"a": fast, "b": fast, "grows": grows, "grows too": grows}
    measurement, _ = run(costs, budget_seconds=400, block=2)
    stopped = measurement.series[2:]
    assert all(s.stopped_early and len(s.step_seconds) % 2 == 0 for s in stopped)
    spent = [sum(s.warmup_seconds + s.step_seconds) for s in stopped]
    block_at_the_end = 2 * grows(5 + len(stopped[0].step_seconds) + 2)
    assert abs(spent[0] - spent[1]) <= block_at_the_end
    assert 400 - 2 * block_at_the_end <= total_seconds(measurement) <= 400 + block_at_the_end


def test_a_stepper_stops_after_a_whole_block_once_it_has_three():
    measurement, _ = run({"a": constant(0.1), "slow": constant(1.0)}, budget_seconds=55, warmup=0)
    # The fast one leaves 55 - 10 s: four blocks of 10 s each, a fifth would be too much.
    assert len(measurement.series[1].step_seconds) == 40
    assert measurement.series[1].stopped_early


def test_three_blocks_may_go_beyond_the_share():
    measurement, _ = run({"a": constant(0.01), "slow": constant(1.0)}, budget_seconds=22, warmup=0)
    assert len(measurement.series[1].step_seconds) == 3 * 10  # 30 s, of a budget of 22 s
    assert len(measurement.series[0].step_seconds) == 100


def test_a_gigantic_step_ends_its_block_at_once_and_costs_nobody_else_a_step():
    def gigantic(number):
        return 1000.0 if number == 7 else 0.1

    costs = {"a": constant(0.1), "gigantic": gigantic, "c": constant(0.1)}
    measurement, _ = run(costs, budget_seconds=50)
    assert [len(series.step_seconds) for series in measurement.series] == [100, 7 - 5 + 1, 100]
    assert [series.stopped_early for series in measurement.series] == [False, True, False]


def test_one_long_compilation_in_the_warm_up_leaves_time_for_everyone():
    def compiles(number):
        return 90.0 if number == 0 else 0.1

    costs = {"a": constant(0.1), "compiled": compiles, "c": constant(0.1)}
    measurement, _ = run(costs, budget_seconds=60)
    counts = [len(series.step_seconds) for series in measurement.series]
    assert counts[0] == counts[2] == 100


def test_a_compilation_within_the_budget_says_nothing_about_the_steps_after_it():
    def compiles(number):
        return 50.0 if number == 0 else 0.1

    costs = {"a": constant(0.1), "compiled": compiles, "c": constant(0.1)}
    measurement, _ = run(costs, budget_seconds=70)
    assert len(measurement.series[1].warmup_seconds) == 1
    assert [len(series.step_seconds) >= 30 for series in measurement.series] == [True] * 3


@pytest.mark.parametrize("seed", range(10))
def test_the_reference_is_tried_even_after_two_that_took_everything(seed):
    costs = dict({"a": constant(0.1)}, **{name: constant(1000.0) for name in "bcdef"})
    measurement, _ = run(costs, budget_seconds=66, warmup=0, seed=seed)
    assert len(measurement.series[0].step_seconds) == 100


def test_no_third_stepper_is_started_after_two_that_took_everything():
    costs = {name: constant(1000.0) for name in "bcdef"}
    measurement, _ = run(dict(a=constant(0.1), **costs), budget_seconds=66)
    assert total_seconds(measurement) == pytest.approx(105 * 0.1 + 2 * 1000.0)
    assert len(measurement.series[0].step_seconds) == 100
    assert all(series.stopped_early for series in measurement.series[1:])


def test_a_slow_warm_up_is_cut_at_half_of_the_equal_share():
    costs = {"a": constant(0.1), "slow": constant(2.0)}
    measurement, log = run(costs, budget_seconds=40, warmup=9, block=1)
    assert len(measurement.series[1].warmup_seconds) == (40 / 2) / 2 / 2.0
    assert [number for name, number in log if name == "slow"][:7] == list(range(7))
