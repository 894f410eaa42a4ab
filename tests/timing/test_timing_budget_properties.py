"""What the budget promises, tried on many random mixtures of cheap, slow and erratic steppers."""

import random

from timing_fakes import constant, linear, run, total_seconds


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
    for costs, arguments in situations(ALL_KINDS, 600):
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
    for costs, arguments in situations(ALL_KINDS, 600):
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
    for costs, arguments in situations((growing, spiky, steady), 600):
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
    for costs, arguments in situations(ALL_KINDS, 600):
        draw, budget = random.Random(arguments["seed"]), arguments["budget_seconds"]
        wanted = min(3 * arguments["block"], arguments["steps"])
        needed = arguments["warmup"] + wanted
        seconds = draw.uniform(0.01, 0.4) * budget / needed
        measurement, _ = run(dict({"reference": constant(seconds)}, **costs), **arguments)
        assert len(measurement.series[0].step_seconds) >= wanted
