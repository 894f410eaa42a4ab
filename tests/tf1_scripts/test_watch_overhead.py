"""The benchmark of the watch runs, prints what it says it prints, and refuses bad input."""

import re

import pytest

from tf1_updates.benchmarks import watch_overhead


def test_its_text(capsys):
    assert watch_overhead.main(["--steps", "40"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "a good loop: group_assign on quadratic; no growth: no op was added"
    assert lines[3] == "a bad loop: each step adds 20 ops"
    number, ratio = r" +\d+\.\d\d ", r" +\d\.\d{3}x \[\d\.\d{3}, \d\.\d{3}\]"
    for line, unit in ((1, "us per step"), (4, "us per op added")):
        assert re.match("  without a watch" + number + unit + "$", lines[line])
        assert re.match("  watched" + number + unit + ratio + "$", lines[line + 1])
    assert len(lines) == 6


@pytest.mark.parametrize(
    "given, said",
    [
        (["--problem", "quadratik"], "--problem: 'quadratik' was given; allowed is one of "),
        (["--steps", "19"], "--steps: 19 was given; allowed is "),
        (["--steps", "-1"], "--steps: -1 was given; allowed is "),
    ],
)
def test_bad_input_is_one_line(capsys, given, said):
    assert watch_overhead.main(given) == 2
    output = capsys.readouterr()
    assert output.err.startswith(said) and output.err.count("\n") == 1 and not output.out
