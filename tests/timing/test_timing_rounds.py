import pytest
from timing_fakes import FakeStepper, constant, linear, run

from tf1_updates.errors import InputError
from tf1_updates.timing.clock import ManualClock
from tf1_updates.timing.measure import measure

NAMES = ["a", "b", "c", "d"]


def rounds_of(log, warmup, steps, block):
    """Return, for each round, the names in the order of their blocks."""
    measured = log[len(NAMES) * warmup :]
    starts = [(name, number) for name, number in measured if (number - warmup) % block == 0]
    size = len(NAMES)
    return [[name for name, _ in starts[i : i + size]] for i in range(0, len(starts), size)]


def test_every_step_is_recorded_with_its_own_seconds_and_numbers_count_on_from_the_warm_up():
    measurement, log = run({"grows": linear(1.0, 0.5)}, steps=7, block=3, warmup=2)
    series = measurement.series[0]
    assert series.warmup_seconds == [1.0 + 0.5 * 0, 1.0 + 0.5 * 1]
    assert series.step_seconds == [1.0 + 0.5 * number for number in range(2, 9)]
    assert log == [("grows", number) for number in range(9)]
    assert measurement.complete and not measurement.interrupted and not series.stopped_early


def test_only_the_step_is_timed():
    clock = ManualClock()

    class Slow(FakeStepper):
        def feed(self, number):
            clock.advance(100.0)
            return number

        def graph_ops(self):
            clock.advance(1000.0)
            return 3

    series = measure([Slow("slow", constant(0.5), clock)], 4, 2, 1, 60, clock).series[0]
    assert series.warmup_seconds + series.step_seconds == [0.5] * (1 + 4)


def test_graph_ops_are_counted_after_each_measured_step():
    clock = ManualClock()
    stepper = FakeStepper("grows", constant(1.0), clock, ops_per_step=4)
    series = measure([stepper], steps=3, block=2, warmup=2, budget_seconds=60, clock=clock).series[
        0
    ]
    assert series.graph_ops == [10 + 4 * done for done in (3, 4, 5)]


def test_all_warm_up_comes_first_and_the_reference_leads():
    _, log = run(dict.fromkeys(NAMES, constant(1.0)), steps=4, block=2, warmup=3)
    assert log[: 4 * 3] == [(name, number) for name in NAMES for number in range(3)]


@pytest.mark.parametrize("seed", range(10))
def test_each_round_has_each_stepper_once_in_a_shuffled_order(seed):
    steps, block, warmup = 22, 4, 1
    _, log = run(dict.fromkeys(NAMES, constant(1.0)), steps, block, warmup, seed=seed)
    rounds = rounds_of(log, warmup, steps, block)
    assert len(rounds) == 6  # five whole ones and one of 2 steps
    assert all(sorted(order) == NAMES for order in rounds)
    assert len(set(map(tuple, rounds))) > 1
    # A block is not interrupted by another stepper.
    measured = [name for name, _ in log[4 * warmup :]]
    changes = sum(first != second for first, second in zip(measured, measured[1:]))
    assert changes <= 6 * 4 - 1


def test_the_seed_and_nothing_else_decides_the_order():
    costs = dict.fromkeys(NAMES, constant(1.0))
    logs = [run(costs, seed=seed)[1] for seed in (1, 1, 2)]
    assert logs[0] == logs[1]
    assert logs[0] != logs[2]


def test_progress_is_told_after_each_block_and_the_state_after_each_round():
    told, states = [], []
    run(
        {"a": constant(1.0), "b": constant(1.0)},
        steps=5,
        block=2,
        on_progress=lambda *news: told.append(news),
        on_round=lambda m: states.append(([len(s.step_seconds) for s in m.series], m.complete)),
    )
    assert sorted(told) == [(name, done, 5) for name in "ab" for done in (2, 4, 5)]
    assert states == [([2, 2], False), ([4, 4], False), ([5, 5], False)]


@pytest.mark.parametrize(
    "argument, value",
    [
        ("steps", 0),
        ("steps", 2.5),
        ("block", 0),
        ("block", True),
        ("warmup", -1),
        ("budget_seconds", 0),
        ("budget_seconds", float("nan")),
        ("budget_seconds", float("inf")),
    ],
)
def test_numbers_that_make_no_sense_are_refused_by_name(argument, value):
    with pytest.raises(InputError, match=argument):
        run({"a": constant(1.0)}, **{argument: value})


def test_two_steppers_of_one_name_are_refused():
    clock = ManualClock()
    with pytest.raises(InputError, match="steppers"):
        measure([FakeStepper("a", constant(1.0), clock)] * 2, 1, 1, 0, 1, clock)


def test_nothing_to_measure_is_a_complete_measurement_of_nothing():
    measurement, _ = run({})
    assert measurement.series == [] and measurement.complete
    assert measurement.named("a") is None
