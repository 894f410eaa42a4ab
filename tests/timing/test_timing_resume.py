"""An interrupted measurement goes on: what was measured stays, the rest is measured."""

import copy
import json

import pytest
from timing_fakes import FakeStepper, constant, linear

from tf1_updates.errors import InputError
from tf1_updates.timing.clock import ManualClock
from tf1_updates.timing.continued import measurement_of, rows_of
from tf1_updates.timing.document import Row, document
from tf1_updates.timing.measure import measure
from tf1_updates.timing.series import Series

COSTS = {"a": linear(1.0, 0.25), "b": linear(2.0, 0.5)}


def steppers_of(costs, clock, log=None, ops_per_step=3):
    return [FakeStepper(name, cost, clock, log, ops_per_step) for name, cost in costs.items()]


def stopped_after(calls, costs=COSTS, steps=7, block=2, warmup=2):
    """Measure until Ctrl-C strikes at the beginning of that many steps of all."""
    clock, left = ManualClock(), [calls]
    steppers = steppers_of(costs, clock)

    def interrupted(feed):
        def call(number):
            left[0] -= 1
            if left[0] < 0:
                raise KeyboardInterrupt
            return feed(number)

        return call

    for stepper in steppers:
        stepper.feed = interrupted(stepper.feed)
    return measure(steppers, steps, block, warmup, 1e6, clock)


def gone_on(earlier, costs=COSTS, steps=7, block=2, warmup=2, budget_seconds=1e6, **options):
    clock, log = ManualClock(), []
    steppers = steppers_of(costs, clock, log)
    return measure(
        steppers, steps, block, warmup, budget_seconds, clock, earlier=earlier, **options
    ), log


@pytest.mark.parametrize("calls", range(2 * (2 + 7) + 1))
def test_wherever_it_was_interrupted_the_whole_is_what_it_would_have_been(calls):
    earlier = stopped_after(calls)
    kept = copy.deepcopy(earlier)
    done, _ = gone_on(earlier)
    assert earlier == kept  # it may be saved once more
    assert done.complete and not done.interrupted
    for series, was, (name, cost) in zip(done.series, earlier.series, COSTS.items()):
        assert series.name == name
        assert series.warmup_seconds == [cost(number) for number in range(2)]
        assert series.step_seconds == [cost(number) for number in range(2, 9)]
        assert series.graph_ops == [10 + 3 * (number + 1) for number in range(2, 9)]
        assert series.step_seconds[: len(was.step_seconds)] == was.step_seconds


def test_steps_of_the_earlier_process_are_repeated_once_and_in_order():
    earlier = stopped_after(2 * 2 + 5)
    _, log = gone_on(earlier)
    for name in COSTS:
        assert [number for who, number in log if who == name] == list(range(2 + 7))


def test_the_round_that_was_cut_is_finished_before_the_next_begins():
    a, b = Series("a", 2, [1.0], [1.0] * 5, [16] * 5), Series("b", 2, [1.0], [1.0] * 2, [19] * 2)
    earlier = type(stopped_after(0))([a, b])
    costs = {"a": constant(1.0), "b": constant(1.0)}
    _, log = gone_on(_with_ops(earlier), costs, steps=8, warmup=1)
    measured = log[(1 + 5) + (1 + 2) :]
    # b's second block; then what a and b lack of the third; then the fourth of each.
    assert measured[:2] == [("b", 3), ("b", 4)]
    assert sorted(measured[2:5]) == [("a", 6), ("b", 5), ("b", 6)]
    assert sorted(measured[5:]) == [("a", 7), ("a", 8), ("b", 7), ("b", 8)]


def _with_ops(measurement):
    for series in measurement.series:
        first = len(series.warmup_seconds)
        series.graph_ops = [13 + 3 * (first + n) for n in range(len(series.step_seconds))]
    return measurement


def test_what_is_done_is_not_stepped_again():
    earlier = gone_on(None)[0]
    done, log = gone_on(earlier)
    assert log == [] and done.series == earlier.series and done.complete


def test_what_the_budget_stopped_goes_on_with_a_fresh_one():
    costs = {"a": constant(0.1), "slow": constant(1.0)}
    first, _ = gone_on(None, costs, steps=100, block=10, budget_seconds=55, warmup=0)
    assert first.series[1].stopped_early and len(first.series[1].step_seconds) == 40
    second, _ = gone_on(first, costs, steps=100, block=10, budget_seconds=55, warmup=0)
    # 55 s more: the fast one needs none of them.
    assert len(second.series[1].step_seconds) == 40 + 50 and second.series[1].stopped_early
    third, _ = gone_on(second, costs, steps=100, block=10, budget_seconds=55, warmup=0)
    assert len(third.series[1].step_seconds) == 100 and not third.series[1].stopped_early


def test_a_graph_that_has_become_another_is_refused_and_nothing_is_measured():
    earlier = stopped_after(2 * 2 + 6)
    clock, log = ManualClock(), []
    steppers = steppers_of(COSTS, clock, log, ops_per_step=4)
    with pytest.raises(InputError, match="a graph of .* ops after"):
        measure(steppers, 7, 2, 2, 1e6, clock, earlier=earlier)


def test_ctrl_c_while_steps_are_repeated_keeps_everything():
    earlier = stopped_after(2 * 2 + 6)
    clock = ManualClock()
    steppers = steppers_of(COSTS, clock)

    def interrupt(feed):
        raise KeyboardInterrupt

    steppers[1].step = interrupt
    done = measure(steppers, 7, 2, 2, 1e6, clock, earlier=earlier)
    assert done.interrupted and not done.complete
    assert [s.step_seconds for s in done.series] == [s.step_seconds for s in earlier.series]


def test_one_that_fails_while_it_repeats_is_dropped_and_the_others_go_on():
    earlier = stopped_after(2 * 2 + 6)
    clock = ManualClock()
    steppers = steppers_of(COSTS, clock)
    steppers[1].step = lambda feed: 1 / 0
    done = measure(steppers, 7, 2, 2, 1e6, clock, earlier=earlier)
    assert done.complete and done.series[1].failed.startswith("ZeroDivisionError")
    assert len(done.series[0].step_seconds) == 7


def test_a_saved_comparison_says_what_the_measurement_was():
    measurement = stopped_after(2 * 2 + 5)
    rows = [Row("a", "A2", "ok", None, 1.0, 0.0, 1, 0, 96, 0), Row("b", "Q2", "ok")]
    rows.append(Row("c", "Q0", "unsupported", "it cannot see the weights"))
    saved = json.loads(json.dumps(document(rows, measurement, {}, {"block": 2}, "a")))
    assert rows_of(saved) == rows
    assert measurement_of(saved).series == measurement.series
