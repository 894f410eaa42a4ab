"""Order, garbage collection, failures and Ctrl-C, with steps that take exactly what they are told."""

import gc
import json

import pytest
from timing_fakes import FakeStepper, constant, linear, run

from tf1_updates.errors import InputError
from tf1_updates.timing.clock import ManualClock
from tf1_updates.timing.contract import problem_with
from tf1_updates.timing.document import Row, document
from tf1_updates.timing.measure import measure

NAMES = ["a", "b", "c", "d"]


@pytest.fixture(autouse=True)
def _collecting():
    gc.enable()
    yield
    gc.enable()


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


@pytest.mark.parametrize("place", ["feed", "step", "graph_ops"])
@pytest.mark.parametrize("moment", [1, 2, 3, 7])  # in the warm-up, or the first or second block
def test_a_stepper_that_raises_is_dropped_with_a_line_of_text_and_the_others_go_on(place, moment):
    clock = ManualClock()

    class Broken(FakeStepper):
        def __getattribute__(self, name):
            method = super().__getattribute__(name)
            return self.break_down(method) if name == place else method

        def break_down(self, method):
            def call(*arguments):
                self.calls = getattr(self, "calls", 0) + 1
                if self.calls == moment:
                    raise RuntimeError(
                        "node '{{node a/b/c}}'\n  defined at /home/me/x.py:3 " + "x" * 500
                    )
                return method(*arguments)

            return call

    steppers = [FakeStepper("fine", constant(1.0), clock), Broken("broken", constant(1.0), clock)]
    states = []
    keep = lambda m: states.append([(len(s.step_seconds), len(s.graph_ops)) for s in m.series])  # noqa: E731
    measurement = measure(steppers, 9, 3, 2, 600, clock, on_round=keep)
    fine, broken = measurement.series
    assert len(fine.step_seconds) == 9 and fine.failed is None
    assert broken.failed.startswith("RuntimeError: node '{{node a/b/c}}' defined at ...:3 xxx")
    assert "\n" not in broken.failed and len(broken.failed) <= 200
    assert len(broken.step_seconds) == len(broken.graph_ops) == max(0, moment - 1 - 2)
    assert not broken.stopped_early
    assert measurement.complete and gc.isenabled()
    assert all(seconds == ops for state in states for seconds, ops in state)


def test_the_collector_is_paused_while_steps_run_and_restored_after():
    seen = []
    costs = {"a": lambda number: seen.append(gc.isenabled()) or 1.0}
    run(costs, steps=3, block=1)
    assert seen and not any(seen)
    assert gc.isenabled()


def test_a_collector_that_was_off_stays_off():
    gc.disable()
    run({"a": constant(1.0)}, steps=3, block=1)
    assert not gc.isenabled()


@pytest.mark.parametrize("error", [ZeroDivisionError, SystemExit])
def test_the_collector_is_restored_when_a_callback_raises(error):
    def on_round(measurement):
        raise error

    with pytest.raises(error):
        run({"a": constant(1.0)}, on_round=on_round)
    assert gc.isenabled()


class Tripwire:
    """Raises KeyboardInterrupt at one of the moments at which the measuring calls somebody."""

    def __init__(self, moment):
        self.left = moment

    def pass_by(self):
        self.left -= 1
        if self.left == 0:
            raise KeyboardInterrupt

    def watch(self, function):
        def watched(*arguments):
            self.pass_by()
            result = function(*arguments)
            self.pass_by()
            return result

        return watched


def run_until(moment):
    wire, clock = Tripwire(moment), ManualClock()
    steppers = []
    for name, cost in (("a", linear(1.0, 0.25)), ("b", linear(2.0, 0.5))):
        stepper = FakeStepper(name, cost, clock, ops_per_step=1)
        for method in ("feed", "step", "graph_ops"):
            setattr(stepper, method, wire.watch(getattr(stepper, method)))
        steppers.append(stepper)
    nothing = wire.watch(lambda *news: None)
    return measure(steppers, 5, 2, 1, 600, wire.watch(clock), 3, nothing, nothing), wire


def test_ctrl_c_at_any_moment_leaves_whole_steps_and_a_valid_document():
    moment, lengths = 0, set()
    while True:
        moment += 1
        measurement, wire = run_until(moment)
        assert gc.isenabled()
        for series, first, slope in zip(measurement.series, (1.0, 2.0), (0.25, 0.5)):
            expected = [first + slope * number for number in range(series.next_step_number)]
            assert series.warmup_seconds + series.step_seconds == expected
            assert len(series.graph_ops) == len(series.step_seconds)
            assert not series.stopped_early
        lengths.add(tuple(len(series.step_seconds) for series in measurement.series))
        rows = [Row("a", "ours", "ok"), Row("b", "Q2", "ok")]
        saved = document(rows, measurement, {}, {}, "a")
        assert problem_with(json.loads(json.dumps(saved, allow_nan=False))) is None
        assert saved["complete"] is not measurement.interrupted
        if wire.left > 0:  # the run came to its end before the wire was touched
            break
        assert measurement.interrupted and not measurement.complete
    assert moment > 2 * (1 + 5) * 5  # every step has at least five such moments
    assert measurement.complete and len(lengths) >= 2 * 5 + 1


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
