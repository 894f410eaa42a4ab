"""kill -9 at random moments: a result file is valid or absent, alone in its folder, and goes on."""

import importlib
import json
import os
import random
import subprocess
import sys
from typing import List, NamedTuple

import pytest

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked to be killed"),
]


class Killed(NamedTuple):
    """A command that saves with --json, and where the check of what it saves is."""

    line: List[str]
    contract: str
    kills: int
    seconds: float  # within which the moments are drawn


SMALL = ["--problem", "quadratic", "--budget", "6"]
COMMANDS = {
    "compare": Killed(
        ["compare"]
        + SMALL
        + ["--steps", "4000", "--approaches", "built_in,constraint,prebuilt_session_run"],
        "tf1_updates.timing.contract",
        kills=14,
        seconds=12.0,
    ),
    "explain": Killed(
        ["explain", "--problem", "quadratic", "--quick"],
        "tf1_updates.explain.contract",
        kills=10,
        seconds=12.0,
    ),
    "sweep": Killed(
        ["sweep", "--over", "weights", "--points", "10,100,1000", "--budget", "6"],
        "tf1_updates.sweep.contract",
        kills=10,
        seconds=12.0,
    ),
}

# Thirty kills in all are the least that this is worth.
assert sum(command.kills for command in COMMANDS.values()) >= 30

# TensorFlow is imported once, without a session; each run is a fork of that process.
FORKS = """
import json, os, signal, sys, time
from tf1_updates.cli import main
import tensorflow.compat.v1
for line in sys.stdin:
    arguments, seconds = json.loads(line)
    child = os.fork()
    if child == 0:
        silence = os.open(os.devnull, os.O_RDWR)
        for descriptor in (0, 1, 2):
            os.dup2(silence, descriptor)
        try:
            status = main(arguments)
        except BaseException:
            status = 99
        os._exit(status)
    end = None if seconds is None else time.monotonic() + seconds
    status = None
    while status is None:
        gone, code = os.waitpid(child, os.WNOHANG)
        if gone:
            status = os.WEXITSTATUS(code) if os.WIFEXITED(code) else -os.WTERMSIG(code)
        elif end is not None and time.monotonic() > end:
            os.kill(child, signal.SIGKILL)
            end = None
        else:
            time.sleep(0.005)
    print(status, flush=True)
"""


@pytest.fixture(scope="module")
def run_for():
    """Run a command line in a fork, killed after so many seconds; return how it ended."""
    with subprocess.Popen(
        [sys.executable, "-c", FORKS],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        universal_newlines=True,
    ) as process:

        def run(arguments, seconds=None):
            process.stdin.write(json.dumps([arguments, seconds]) + "\n")
            process.stdin.flush()
            return int(process.stdout.readline())

        yield run
        process.stdin.close()


def raw_of(value, path=()):
    """Return every list of seconds or of op counts in a document, by where it is."""
    if isinstance(value, dict):
        return {k: v for key, item in value.items() for k, v in raw_of(item, path + (key,)).items()}
    if isinstance(value, list) and path and path[-1].endswith(("seconds", "graph_ops")):
        return {path: value}
    if isinstance(value, list):
        keys = [
            item.get("name", n) if isinstance(item, dict) else n for n, item in enumerate(value)
        ]
        return raw_of(dict(zip(map(str, keys), value)), path)
    return {}


def has_measured(document):
    return document is not None and any(raw_of(document).values())


def is_continued(before, after):
    later = raw_of(after)
    return all(later[place][: len(values)] == values for place, values in raw_of(before).items())


@pytest.mark.parametrize("name", list(COMMANDS))
def test_a_kill_at_any_moment_leaves_a_file_to_go_on_from_or_none(name, run_for, tmp_path):
    command = COMMANDS[name]
    problem_with = importlib.import_module(command.contract).problem_with
    saved, draw = tmp_path / "saved.json", random.Random(0)
    kills, resumed, absent, before = 0, 0, 0, None

    while kills < command.kills or not has_measured(before) or before["complete"]:
        assert kills < 3 * command.kills
        # A run that is complete, and every third, starts anew; the others go on.
        goes_on = before is not None and not before["complete"] and kills % 3 > 0
        if not goes_on and saved.exists():
            saved.unlink()
        line = [name, "--resume"] if goes_on else command.line + ["--json"]
        # The first is killed before anything can be there.
        # A loaded machine takes longer to get anywhere, so later kills may wait longer.
        longest = command.seconds * (1 + kills / command.kills)
        seconds = draw.uniform(0, longest) if kills else 0.0
        status = run_for(line + [str(saved)], seconds)
        kills += status == -9
        assert status in (0, -9)
        assert [file.name for file in tmp_path.iterdir()] == ["saved.json"] * saved.exists()
        if not saved.exists():
            assert not goes_on
            absent, before = absent + 1, None
            continue
        now = json.loads(saved.read_text(encoding="utf-8"))
        assert problem_with(now) is None
        if goes_on:
            resumed += 1
            assert is_continued(before, now)
        before = now

    assert kills >= command.kills and resumed >= 1 and absent >= 1
    assert run_for([name, "--resume", str(saved)]) == 0
    after = json.loads(saved.read_text(encoding="utf-8"))
    assert problem_with(after) is None and after["complete"] is True and is_continued(before, after)
    assert [file.name for file in tmp_path.iterdir()] == ["saved.json"]
    content = saved.read_bytes()
    assert run_for([name, "--resume", str(saved)]) == 0 and saved.read_bytes() == content
