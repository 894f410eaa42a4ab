"""Runs of many updates: timed as they are, told for one update."""

import pytest
from timing_fakes import FakeStepper, constant

from tf1_updates.timing.clock import ManualClock
from tf1_updates.timing.continued import measurement_of, rows_of
from tf1_updates.timing.contract import problem_with
from tf1_updates.timing.document import Row, document
from tf1_updates.timing.lane import Lane
from tf1_updates.timing.measure import measure
from tf1_updates.timing.saved_series import saved_series


def measured(budget_seconds=1e6, cost=lambda number: 0.5):
    clock = ManualClock()
    single, loop = FakeStepper("a", constant(0.25), clock), FakeStepper("loop", cost, clock)
    loop.steps_per_run = 8
    return measure([single, loop], 60, 3, 5, budget_seconds, clock)


def told(measurement):
    rows = [Row(name, "ours", "ok", None, 1.0, 0.0, 1, 0, 8, 0) for name in ("a", "loop")]
    content = document(rows, measurement, {}, {}, "a")
    assert problem_with(content) is None
    return content["approaches"]


def test_seconds_and_counts_are_those_of_one_update():
    single, loop = told(measured())
    assert (single["steps_per_session_run"], loop["steps_per_session_run"]) == (1, 8)
    assert loop["step_seconds"] == [0.5 / 8] * 60 and loop["warmup_seconds"] == [0.5 / 8] * 5
    assert (loop["median_seconds"], loop["median_ci95"]) == (0.5 / 8, [0.5 / 8, 0.5 / 8])
    assert (single["ratio"], loop["ratio"]) == (1.0, 0.5 / 8 / 0.25)
    assert (loop["session_runs_per_step"], loop["bytes_fed_per_step"]) == (1 / 8, 8 / 8)
    assert (single["session_runs_per_step"], single["bytes_fed_per_step"]) == (1, 8)
    assert len(loop["graph_ops"]) == 60


def test_the_raw_series_keeps_the_seconds_of_each_run():
    assert measured().named("loop").step_seconds == [0.5] * 60


def test_growth_is_told_for_one_update_too():
    # A run takes 1/64 s longer than the one before: an update 1/512, and it is 8 updates later.
    loop = told(measured(cost=lambda number: 0.5 + number / 64.0))[1]
    assert loop["growth_seconds_per_step"] == pytest.approx(1 / 64.0 / 8 / 8)


def test_the_budget_is_of_real_seconds():
    spent = measured(budget_seconds=10.0).named("loop")
    assert sum(spent.warmup_seconds) + sum(spent.step_seconds) <= 10.0 and spent.stopped_early


@pytest.mark.parametrize("wrong", [0, -1, 1.5, "8", True])
def test_a_file_with_another_number_of_updates_is_refused(wrong):
    rows = [Row("a", "ours", "ok", None, 1.0, 0.0, 1, 0, 8, 0)]
    content = document(rows, measured(), {}, {}, "a")
    content["approaches"][0]["steps_per_session_run"] = wrong
    assert '"approaches[0].steps_per_session_run" that is not' in problem_with(content)


def test_a_file_of_an_earlier_version_is_read():
    content = document([Row("a", "ours", "ok")], measured(), {}, {}, "a")
    del content["approaches"][0]["steps_per_session_run"]
    assert problem_with(content) is None


def test_what_is_continued_from_a_file_counts_whole_runs_again():
    measurement = measured()
    rows = [Row(name, "ours", "ok", None, 1.0, 0.0, 1, 0, 8, 0) for name in ("a", "loop")]
    content = document(rows, measurement, {}, {"block": 3}, "a")
    assert rows_of(content) == rows
    assert measurement_of(content).series == measurement.series
    assert saved_series(content)["loop"].step_seconds == [0.5 / 8] * 60


def test_a_run_that_goes_on_does_as_many_updates_as_before():
    clock = ManualClock()
    stepper = FakeStepper("loop", constant(0.5), clock)
    stepper.steps_per_run = 8
    earlier = measure([stepper], 6, 3, 0, 1e6, clock).named("loop")
    stepper.steps_per_run = 64
    assert Lane(stepper, 12, 3, clock, earlier).series.steps_per_run == 8
    assert stepper.steps_per_run == 8
