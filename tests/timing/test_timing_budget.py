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


def steady(draw, budget):
    """Steps that stay within 10% of each other, from cheap to far too long."""
    seconds, generator = budget * 10 ** draw.uniform(-6, -1), random.Random(draw.random())
    drawn = [seconds * generator.uniform(0.9, 1.1) for _ in range(120)]
    return drawn.__getitem__


def growing(draw, budget):
    first = budget * 10 ** draw.uniform(-6, -1)
    return linear(first, first * 10 ** draw.uniform(-3, 0.5))


def spiky(draw, budget):
    """One step in twenty takes thirty times as long."""
    seconds, generator = budget * 10 ** draw.uniform(-6, -1), random.Random(draw.random())
    drawn = [seconds * (30 if generator.random() < 0.05 else 1) for _ in range(120)]
    return drawn.__getitem__


def compiling(draw, budget):
    """The very first step may take several times the budget."""
    seconds, compilation = budget * 10 ** draw.uniform(-6, -2), budget * 10 ** draw.uniform(-2, 1)
    return lambda number: compilation if number == 0 else seconds


def situations(kinds, count):
    """Yield (costs by name, the other arguments of `run`), from ample budgets to hopeless ones."""
    for seed in range(count):
        draw = random.Random(seed)
        budget = 10 ** draw.uniform(-1, 2)
        names = ["s{}".format(index) for index in range(draw.randint(1, 10))]
        costs = {name: draw.choice(kinds)(draw, budget) for name in names}
        arguments = dict(
            steps=draw.randint(1, 100),
            block=draw.randint(1, 20),
            warmup=draw.randint(0, 5),
            budget_seconds=budget,
            seed=seed,
        )
        yield costs, arguments


ALL_KINDS = (steady, growing, spiky, compiling)


def test_the_total_stays_within_one_and_a_half_budgets_and_a_step():
    stretched = 0
    for costs, arguments in situations(ALL_KINDS, 150):
        measurement, _ = run(costs, **arguments)
        total, budget = total_seconds(measurement), arguments["budget_seconds"]
        taken = [
            seconds for s in measurement.series for seconds in s.warmup_seconds + s.step_seconds
        ]
        # A step cannot be cut. What is longer than an equal share comes on top.
        giants = [seconds for seconds in taken if seconds > budget / len(costs)]
        on_top = sum(giants) + max(set(taken) - set(giants), default=0.0)
        assert total <= (1.5 * budget + on_top) * (1 + 1e-9)
        if len(giants) <= 1:
            assert total <= (1.5 * budget + max(taken)) * (1 + 1e-9)
        stretched += total > 1.1 * budget
    assert stretched > 100  # the bound was put to the test


def test_a_series_is_either_complete_or_says_that_it_stopped_early():
    stopped = 0
    for costs, arguments in situations(ALL_KINDS, 150):
        measurement, _ = run(costs, **arguments)
        assert measurement.complete
        for series in measurement.series:
            assert series.stopped_early == (len(series.step_seconds) < arguments["steps"])
            stopped += series.stopped_early
    assert stopped > 100


def test_everyone_gets_three_blocks_where_one_and_a_half_budgets_hold_them():
    tried = beyond = 0
    for costs, arguments in situations(ALL_KINDS, 500):
        budget, warmup = arguments["budget_seconds"], arguments["warmup"]
        wanted = min(3 * arguments["block"], arguments["steps"])
        taken = [[cost(number) for number in range(warmup + wanted)] for cost in costs.values()]
        needs = [
            sum(seconds) + max(seconds) for seconds in taken
        ]  # room for one more like the longest
        needs[0] = max(needs[0], budget / 2)  # so much may be set aside for the reference
        if sum(max(need, budget / len(costs)) for need in needs) > 1.4 * budget:
            continue
        tried += 1
        beyond += max(needs) > budget / len(costs)
        measurement, _ = run(costs, **arguments)
        for series in measurement.series:
            assert len(series.step_seconds) >= wanted
    assert tried > 100 and beyond > 50


def test_who_needs_little_completes_whatever_the_others_need():
    for costs, arguments in situations((growing, spiky, steady), 150):
        draw = random.Random(arguments["seed"])
        # With a warm-up, it is known as modest before two giants can have taken everything.
        arguments["warmup"] = max(1, arguments["warmup"])
        budget, everything = arguments["budget_seconds"], arguments["warmup"] + arguments["steps"]
        share = budget / (len(costs) + 2)
        drawn = list(map(steady(draw, 1.0), range(everything)))
        scale = draw.uniform(0.01, 0.6) * share / sum(drawn)
        modest = [scale * seconds for seconds in drawn].__getitem__
        first = {"reference": constant(share / everything / 2), "modest": modest}
        measurement, _ = run(dict(first, **costs), **arguments)
        assert len(measurement.series[0].step_seconds) == arguments["steps"]
        assert len(measurement.named("modest").step_seconds) == arguments["steps"]


def test_the_reference_gets_its_three_blocks_whatever_the_others_need():
    for costs, arguments in situations(ALL_KINDS, 150):
        draw, budget = random.Random(arguments["seed"]), arguments["budget_seconds"]
        wanted = min(3 * arguments["block"], arguments["steps"])
        needed = arguments["warmup"] + wanted
        seconds = draw.uniform(0.01, 0.4) * budget / needed
        measurement, _ = run(dict({"reference": constant(seconds)}, **costs), **arguments)
        assert len(measurement.series[0].step_seconds) >= wanted


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
