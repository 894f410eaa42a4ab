import re
import subprocess
import sys
from pathlib import Path

import pytest

import tf1_updates
from tf1_updates.timing.overhead import main, overhead

ROOT = str(Path(tf1_updates.__file__).parents[1])
PRINTED = (
    r"1,000 steps that do nothing\n"
    r"beside the timed part: \d+\.\d\d microseconds a step\n"
    r"within the timed part: \d+\.\d\d microseconds a step\n"
)


def test_beside_is_all_but_the_timed_part():
    readings = []

    def clock():
        """One second passes between any two readings."""
        readings.append(None)
        return float(len(readings))

    # Two readings a step, one before the first and one after the last; a second of two is timed.
    assert overhead(steps=10, clock=clock) == ((2 * 10 + 1 - 10) / 10, 1.0)


def test_it_prints_both_figures(capsys):
    assert main(["--steps", "1000"]) == 0
    assert re.fullmatch(PRINTED, capsys.readouterr().out)


def test_it_runs_as_a_module():
    command = [sys.executable, "-m", "tf1_updates.timing.overhead", "--steps", "1000"]
    printed = subprocess.check_output(command, universal_newlines=True, cwd=ROOT)
    assert re.fullmatch(PRINTED, printed)


@pytest.mark.parametrize("steps", ["0", "-3"])
def test_no_steps_are_refused_in_one_line(steps, capsys):
    assert main(["--steps", steps]) == 2
    printed = capsys.readouterr()
    assert printed.out == "" and "--steps" in printed.err and printed.err.count("\n") == 1
