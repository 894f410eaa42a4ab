"""How many steps go into a run, told by a clock that is moved by hand."""

import pytest

from tf1_updates.run_length import LONGEST, RunLength
from tf1_updates.timing.clock import ManualClock
from tf1_updates.train_loop import TrainLoop


class Machine:
    """Stands in for a session: a call takes `call` seconds, and `step` seconds for each step."""

    def __init__(self, call, step, first=0.0):
        self.clock = ManualClock()
        self.call, self.step, self.first = call, step, first
        self.runs = []

    def run(self, op, feed):
        steps = feed["count"]
        # The first run of each length may be a compilation.
        extra = 0.0 if steps in self.runs else self.first
        self.clock.advance(self.call + steps * self.step + extra)
        self.runs.append(steps)


def settled(machine, most=None):
    return TrainLoop("op", "count", most).settle(machine, clock=machine.clock)


@pytest.mark.parametrize(
    "call, step, steps",
    [
        (100e-6, 100e-6, 64),  # 100 / 6,500 is below 3%, 100 / 3,300 is not
        (100e-6, 1e-3, 8),  # 4 would do; 8 are the least that tell it surely
        (100e-6, 100e-3, 2),  # 4 steps would last longer than a run may
        (0.0, 1e-3, 8),
        (100e-6, 0.1e-6, 4096),  # 32,333 would be wanted
        (1.0, 1e-3, 1),  # longer than a run may be, whatever it holds
        (20e-3, 20e-3, 8),  # 32.3 would be wanted, but 16 would last 0.34 s
    ],
)
@pytest.mark.parametrize("first", [0.0, 5.0], ids=["", "compiling"])
def test_runs_are_long_enough_to_hide_the_call_and_no_longer(call, step, steps, first):
    machine = Machine(call, step, first)
    assert settled(machine) == steps
    assert call + steps * step <= LONGEST or steps == 1


def test_never_more_than_there_is_room_for():
    assert settled(Machine(100e-6, 100e-6), most=20) == 16
    assert settled(Machine(100e-6, 100e-6), most=1) == 1


def test_a_clock_too_coarse_to_see_a_run_ends_at_the_most():
    assert settled(Machine(0.0, 0.0), most=64) == 64


def test_every_step_of_finding_out_is_one_that_was_asked_for():
    machine = Machine(100e-6, 100e-6)
    train = TrainLoop("op", "count")
    progress = list(train.run(machine, 500, clock=machine.clock))
    lengths = [1] * 3 + [2] * 3 + [4] * 3 + [8] * 3 + [16] * 3 + [32] * 3 + [64] * 4 + [55]
    assert machine.runs == lengths and sum(lengths) == 500
    assert progress == [sum(lengths[: n + 1]) for n in range(len(lengths))]


def test_a_last_shorter_run_tells_nothing():
    length = RunLength()
    length.record(5, 100.0)
    assert (length.steps, length.settled) == (1, False)


def test_runs_get_shorter_when_the_machine_gets_slower_for_good():
    machine = Machine(100e-6, 100e-6)
    train = TrainLoop("op", "count")
    assert train.settle(machine, clock=machine.clock) == 64
    machine.step = 1.0
    list(train.run(machine, 3 * 64, clock=machine.clock))
    assert train.steps_per_run == 32
    list(train.run(machine, 1000, clock=machine.clock))
    assert train.steps_per_run == 1


def test_one_slow_run_among_fast_ones_changes_nothing():
    machine = Machine(100e-6, 100e-6)
    train = TrainLoop("op", "count")
    for step in (100e-6, 1.0, 100e-6, 1.0, 1.0, 100e-6):
        train.settle(machine, clock=machine.clock)
        machine.step = step
        list(train.run(machine, 64, clock=machine.clock))
    assert train.steps_per_run == 64
