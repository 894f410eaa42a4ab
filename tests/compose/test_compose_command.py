"""`compose` for real: the table, the saved file, the statuses, Ctrl-C, bad input."""

import json
import os
import re
import signal
import subprocess
import sys
import time

import pytest

from tf1_updates.cli import main
from tf1_updates.commands.compose_command import MARKS
from tf1_updates.compose import variations
from tf1_updates.compose.document import read
from tf1_updates.compose.training import WrongWeights

SMALL = ["compose", "--approaches", "eval_after_step", "built_in", "--features", "finalize,float16"]


@pytest.fixture
def saved(tmp_path, capsys):
    """What a small run saved, and what it printed."""
    path = str(tmp_path / "a.json")
    assert main(SMALL + ["--json", path]) == 0
    return path, capsys.readouterr().out


def test_the_saved_file_keeps_its_contract(saved, tmp_path):
    with open(saved[0], encoding="utf-8") as file:
        document = json.load(file)
    assert document["schema"] == "tf1-updates/compose/1" and document["complete"] is True
    assert document["features"] == ["float16", "finalize"]  # in the table's order
    assert {"tensorflow", "python", "variable_kind"} <= set(document["environment"])
    reason = "RuntimeError: Graph is finalized and cannot be modified."
    yes = {"works": True, "outcome": "yes", "reason": None}
    no = {"works": False, "outcome": "no", "reason": reason}
    assert document["approaches"] == [
        {
            "name": "eval_after_step",
            "origin": "Q3",
            "rule": "wrapped_noisy_descent",
            "results": {"float16": yes, "finalize": no},
        },
        {
            "name": "built_in",
            "origin": "floor",
            "rule": "gradient_descent",
            "results": {"float16": yes, "finalize": yes},
        },
    ]
    assert read(saved[0]) == document and os.listdir(str(tmp_path)) == ["a.json"]


def test_the_table_says_yes_and_no_and_why(saved):
    lines = saved[1].splitlines()
    assert lines[0].split() == ["approach", "float16", "finalize"]
    assert lines[2].split() == ["eval_after_step", "yes", "no"]
    assert lines[3].split() == ["built_in*", "yes", "yes"]
    assert (
        "- eval_after_step with finalize: RuntimeError: Graph is finalized and cannot be"
        in (saved[1])
    )


def test_a_saved_table_can_be_shown_again_and_put_into_a_file(saved, tmp_path, capsys):
    assert main(["compose", "--from", saved[0]]) == 0
    assert capsys.readouterr().out == saved[1]
    assert main(["compose", "--from", saved[0], "--markdown"]) == 0
    markdown = capsys.readouterr().out
    assert "| eval_after_step | yes | no |\n" in markdown
    readme = tmp_path / "README.md"
    readme.write_text("a\n{}stale{}\nb\n".format(*MARKS), "utf-8")
    assert main(["compose", "--from", saved[0], "--into", str(readme)]) == 0
    written = readme.read_text("utf-8")
    assert written == "a\n{}\n\n{}\n{}\nb\n".format(MARKS[0], markdown, MARKS[1])


def test_the_same_versions_give_the_same_table(saved, capsys):
    assert main(SMALL) == 0
    assert capsys.readouterr().out == saved[1]


@pytest.mark.parametrize("problem, status", [(WrongWeights("w is off"), 1), (ValueError("x"), 0)])
def test_a_wrong_weight_is_status_1_and_a_refusal_is_a_finding(
    problem, status, monkeypatch, capsys
):
    def trial(subject, bench):
        raise problem

    monkeypatch.setattr(variations, "float16", trial)
    assert main(SMALL) == status
    out = capsys.readouterr().out
    assert "all with" in out or "eval_after_step and built_in with float16: " in out
    assert "wrong: w is off" in out or "ValueError: x" in out


def test_an_interrupted_run_saves_and_prints_what_is_known(tmp_path, monkeypatch, capsys):
    def trial(subject, bench):
        raise KeyboardInterrupt

    monkeypatch.setattr(variations, "finalize", trial)
    path, readme = tmp_path / "a.json", tmp_path / "README.md"
    readme.write_text("{}whole{}".format(*MARKS), "utf-8")
    assert main(SMALL + ["--json", str(path), "--into", str(readme)]) == 130
    found = read(str(path))
    assert found["complete"] is False
    assert [sorted(row["results"]) for row in found["approaches"]] == [["float16"], []]
    printed = capsys.readouterr()
    assert re.search(r"^eval_after_step +yes +-$", printed.out, re.M)
    assert re.search(r"^built_in\* +- +-$", printed.out, re.M)
    assert printed.err == (
        "loading TensorFlow ...\ntf1-updates: interrupted; what was tried is reported\n"
    )
    assert "whole" in readme.read_text("utf-8")


REFUSED = {
    "--approaches group_asign": ["--approaches", "mean group_assign?"],
    "--approaches ,": ["--approaches", "at least one name"],
    "--features finalise": ["--features", "mean finalize?"],
    "--json no-folder/a.json": ["--json", "existing folder"],
    "--json .": ["--json", "a file's path"],
    "--into no-file.md": ["--into", "an existing file"],
    "--into plain.md": ["--into", "one line <!-- compose: begin -->"],
    "--into marked.md --json marked.md": ["--into", "another file than that of --json"],
    "--from nothing.json": ["nothing.json", "'no file'"],
    "--from plain.md": ["plain.md", "no JSON"],
    "--from other.json": ["other.json", "the schema 'tf1-updates/compare/1'"],
    "--from plain.md --features grpc": ["--features", "nothing beside --from"],
    "--form a.json": ["'--form'", "mean --from?"],
}


@pytest.mark.parametrize("line", list(REFUSED))
def test_bad_input_is_one_line_and_status_2(line, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(str(tmp_path))
    (tmp_path / "plain.md").write_text("plain", "utf-8")
    (tmp_path / "marked.md").write_text("{}{}".format(*MARKS), "utf-8")
    (tmp_path / "other.json").write_text('{"schema": "tf1-updates/compare/1"}', "utf-8")
    assert main(["compose"] + line.split()) == 2
    said = capsys.readouterr().err
    assert said.startswith("tf1-updates: ") and said.count("\n") == 1
    assert all(part in said for part in REFUSED[line])
    assert sorted(os.listdir(str(tmp_path))) == ["marked.md", "other.json", "plain.md"]


@pytest.mark.slow
def test_ctrl_c_ends_a_real_run_with_a_valid_file_and_no_files_left(tmp_path):
    path, scratch = str(tmp_path / "a.json"), tmp_path / "scratch"
    scratch.mkdir()
    process = subprocess.Popen(
        [sys.executable, "-m", "tf1_updates", "compose", "--json", path],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=dict(os.environ, TMPDIR=str(scratch)),
    )
    deadline = time.monotonic() + 120
    while not os.path.exists(path) and time.monotonic() < deadline:
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    assert err.decode().splitlines() == [
        "loading TensorFlow ...",
        "tf1-updates: interrupted; what was tried is reported",
    ]
    assert read(path)["complete"] is False and b"session_run_in_update" in out
    assert os.listdir(str(scratch)) == []


@pytest.mark.slow
def test_a_whole_run_is_quiet_and_leaves_nothing(tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "tf1_updates", "compose"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=dict(os.environ, TMPDIR=str(tmp_path)),
    )
    assert done.returncode == 0
    assert done.stderr.decode() == "loading TensorFlow ...\n"
    assert os.listdir(str(tmp_path)) == []
