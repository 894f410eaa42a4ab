"""Windows on a fake clock: their places, the interleaving, budgets, interruptions, going on."""

import pytest

from tf1_updates.errors import InputError
from tf1_updates.explain.windows import Measuring, Window, windows_at
from tf1_updates.timing.clock import ManualClock


class FakeStepper:
    """Its step `s` takes `cost(s)` seconds, adds 3 ops and 100 bytes, and can be interrupted."""

    def __init__(self, name, cost, clock, log, interrupt_at=None, fail_at=None):
        self.name, self._cost, self._clock, self._log = name, cost, clock, log
        self._interrupt_at, self._fail_at = interrupt_at, fail_at
        self.next_step, self.resident_bytes, self._offset = 1, [], 0

    def go_to(self, number):
        self.next_step = max(self.next_step, number)

    def start_window(self):
        self._offset, self.resident_bytes = self.next_step - 1, []

    def feed(self, number):
        assert self._offset + number == self.next_step - 1
        return self.next_step

    def step(self, feed):
        if feed == self._interrupt_at:
            raise KeyboardInterrupt
        if feed == self._fail_at:
            raise RuntimeError("no more")
        self._clock.advance(self._cost(feed))
        self._log.append((self.name, feed))
        self.next_step += 1

    def graph_ops(self):
        self.resident_bytes.append(4096)
        return 10 + 3 * (self.next_step - 1)

    def graphdef_bytes(self):
        return 1000 + 100 * (self.next_step - 1)


def run(at=(1, 20), length=6, budget=1e6, earlier=(), cost=lambda step: 0.5 * step, **options):
    clock, log = ManualClock(), []
    slow = FakeStepper("slow", cost, clock, log, **options)
    steppers = [FakeStepper("fast", lambda step: 0.25, clock, log), slow]
    measuring = Measuring(
        steppers, windows_at(at, length), 2, budget, seed=0, clock=clock, earlier=earlier
    )
    measuring.run()
    return measuring.records, log


def seconds(records, name):
    return [record.measurement.named(name).step_seconds for record in records]


def test_each_window_has_the_steps_around_its_step_and_no_others_run():
    records, log = run()
    assert [record.window for record in records] == [Window(1, 2, 7), Window(20, 17, 22)]
    assert seconds(records, "slow") == [
        [0.5 * step for step in range(2, 8)],
        [0.5 * step for step in range(17, 23)],
    ]
    # One step before each window warms up.
    ran = [step for name, step in log if name == "fast"]
    assert ran == list(range(1, 8)) + list(range(16, 23))
    assert all(record.measurement.complete for record in records)


def test_blocks_are_interleaved():
    _, log = run(at=(1,))
    timed = [name for name, step in log if step >= 2]
    assert {tuple(timed[start : start + 2]) for start in range(0, 12, 2)} == {
        ("fast", "fast"),
        ("slow", "slow"),
    }
    rounds = [set(timed[start : start + 4]) for start in range(0, 12, 4)]
    assert rounds == [{"fast", "slow"}] * 3


def test_memory_and_graph_are_noted_for_each_window():
    records, _ = run()
    for record in records:
        before, after = record.graphdef_bytes["slow"]
        assert after - before == 100 * 7  # the window and its warm-up
        assert record.resident_bytes["slow"] == [4096] * 7


def test_what_is_slow_stops_early_and_goes_on_in_the_next_window():
    records, log = run(at=(1, 50), length=20, budget=24.0, cost=lambda step: 1.0)
    slow = [record.measurement.named("slow") for record in records]
    assert slow[0].stopped_early and len(slow[0].step_seconds) >= 6
    assert slow[1].step_seconds and ("slow", 40) in log and ("slow", 30) not in log


def test_ctrl_c_leaves_whole_steps_and_the_rest_is_measured_later():
    whole, _ = run()
    for step in (1, 4, 7, 16, 19, 22):
        records, _ = run(interrupt_at=step)
        assert records[-1].measurement.interrupted and not records[-1].measurement.complete
        again, _ = run(earlier=records)
        assert seconds(again, "slow") == seconds(whole, "slow")
        assert seconds(again, "fast") == seconds(whole, "fast")
        assert [r.graphdef_bytes for r in again] == [r.graphdef_bytes for r in whole]


def test_what_breaks_is_left_out_of_later_windows():
    records, log = run(fail_at=4)
    assert "no more" in records[0].measurement.named("slow").failed
    assert records[1].measurement.named("slow") is None
    assert len(records[1].measurement.named("fast").step_seconds) == 6


@pytest.mark.parametrize("at", [(0,), (5, 5), (50, 1), (1, 8), (1, True), (1.5,)])
def test_windows_that_cannot_be_are_refused(at):
    with pytest.raises(InputError) as refusal:
        windows_at(at, 20)
    assert "at: " in str(refusal.value) and "\n" not in str(refusal.value)
