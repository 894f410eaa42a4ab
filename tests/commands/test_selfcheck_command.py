"""`selfcheck` from the command line: what it saves, its statuses, Ctrl-C, and bad input."""

import json
import os

import pytest

from tf1_updates.cli import main
from tf1_updates.commands import selfcheck_command
from tf1_updates.timing import selfcheck
from tf1_updates.timing.document import read
from tf1_updates.timing.selfcheck import Repeat
from tf1_updates.timing.selfcheck_document import ALLOWED, problem_with
from tf1_updates.timing.statistics import Estimate

GOOD = Repeat(
    Estimate(1.0, 0.98, 1.02), Estimate(1.05, 1.02, 1.08), Estimate(1.0, 0.99, 1.01), 5e-5, 1e-3, 1
)
BAD = GOOD._replace(same=Estimate(1.1, 1.05, 1.15))


@pytest.fixture
def script(monkeypatch):
    """Let the measuring give prepared `Repeat`s, or raise what stands in their place."""

    def play(results):
        left = iter(results)

        def repeat_once(make, steps, block, warmup, seed):
            result = next(left)
            if isinstance(result, type):
                raise result
            return result

        monkeypatch.setattr(selfcheck_command, "_maker", lambda settings: None)
        monkeypatch.setattr(selfcheck, "repeat_once", repeat_once)

    return play


def run(tmp_path, *more):
    saved = str(tmp_path / "check.json")
    status = main(["selfcheck", "--quick", "--json", saved] + list(more))
    return status, read(saved, problem_with, ALLOWED)


def test_all_pass_is_status_0_and_everything_is_saved(script, tmp_path, capsys):
    script([GOOD] * 20)
    status, document = run(tmp_path)
    assert status == 0 and document["complete"] is True
    assert [check["passes"] for check in document["checks"]] == [True] * 3
    assert len(document["repeats"]) == 20 and len(document["slope_errors"]) == 100
    assert document["settings"]["block"] == 5
    shown = capsys.readouterr().out
    assert "100% (20 of 20)" in shown and "selfcheck of group_assign on softmax_digits" in shown
    assert os.listdir(str(tmp_path)) == ["check.json"]


def test_a_check_that_fails_is_status_1(script, tmp_path, capsys):
    script([GOOD] * 17 + [BAD] * 3)
    status, document = run(tmp_path)
    assert status == 1 and document["complete"] is True
    assert "85% (17 of 20)" in capsys.readouterr().out


@pytest.mark.parametrize("end", [KeyboardInterrupt, None])  # between measurements, or within one
def test_ctrl_c_reports_and_saves_what_was_done(end, script, tmp_path, capsys):
    script([GOOD] * 7 + [end])
    status, document = run(tmp_path)
    assert status == 130 and document["complete"] is False and len(document["repeats"]) == 7
    said = capsys.readouterr()
    steps = "{:,}".format(selfcheck_command.QUICK_STEPS)
    assert "7 repeats of {} steps each, interrupted".format(steps) in said.out
    assert said.err.splitlines()[-1] == "tf1-updates: interrupted; what was done is reported"


def test_late_repeats_are_left_out_once_there_are_enough(script, tmp_path, monkeypatch):
    monkeypatch.setattr(selfcheck_command, "SECONDS", 0.0)
    script([GOOD] * 40)
    saved = str(tmp_path / "check.json")
    assert main(["selfcheck", "--json", saved]) == 0
    with open(saved, encoding="utf-8") as file:
        document = json.load(file)
    assert document["complete"] is True and len(document["repeats"]) == 20
    script([GOOD] * 40)
    assert main(["selfcheck", "--json", saved, "--repeats", "33"]) == 0
    with open(saved, encoding="utf-8") as file:
        assert len(json.load(file)["repeats"]) == 33


REFUSED = {
    "--repeats 19": ["--repeats", "19", "at least 20"],
    "--repeats many": ["--repeats", "'many'", "a whole number"],
    "--steps 39": ["--steps", "39", "at least 40"],
    "--steps 1.5": ["--steps", "'1.5'", "a whole number"],
    "--seed -1": ["--seed", "-1", "a whole number from 0"],
    "--approach group_asign": ["--approach", "mean group_assign?"],
    "--problem quadratik": ["--problem", "mean quadratic?"],
    "--json no-folder/a.json": ["--json", "existing folder"],
    "--repeat 20": ["'--repeat'", "mean --repeats?"],
}


@pytest.mark.parametrize("line", list(REFUSED))
def test_bad_input_is_one_line_and_nothing_is_written(line, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["selfcheck"] + line.split()) == 2
    said = capsys.readouterr().err
    assert said.startswith("tf1-updates: ") and said.count("\n") == 1
    for part in REFUSED[line]:
        assert part in said
    assert os.listdir(str(tmp_path)) == []


@pytest.mark.slow
def test_real_copies_are_measured(tmp_path, capsys):
    """Whether the checks pass is the machine's affair; that all is measured and told is ours."""
    status, document = run(tmp_path, "--problem", "quadratic", "--steps", "80")
    assert status in (0, 1) and document["complete"] is True
    assert [check["of"] for check in document["checks"]] == [20, 20, 100]
    assert document["load"]["cpus"] >= 1 and document["settings"]["problem"] == "quadratic"
    for repeat in document["repeats"]:
        assert repeat["delay_seconds"] > 0 and repeat["same"][1] <= repeat["same"][2]
    assert "passes" in capsys.readouterr().out
