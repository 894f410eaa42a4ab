"""Failures, callbacks that raise, Ctrl-C at every moment: whole steps are kept, whatever ends."""

import gc
import json

import pytest
from timing_fakes import FakeStepper, constant, linear, run

from tf1_updates.timing.clock import ManualClock
from tf1_updates.timing.contract import problem_with
from tf1_updates.timing.document import Row, document
from tf1_updates.timing.measure import measure


@pytest.fixture(autouse=True)
def _collecting():
    gc.enable()
    yield
    gc.enable()


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
                        "node '{{node a/b/c}}'\n  defined at /srv/project/x.py:3 " + "x" * 500
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
