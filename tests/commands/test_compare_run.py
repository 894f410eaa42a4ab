"""`compare` for real, on small problems: the table, the saved file, the statuses, Ctrl-C."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest

from tf1_updates.approaches import APPROACHES, REFERENCE
from tf1_updates.cli import main

SMALL = ["compare", "--problem", "quadratic", "--quick", "--steps", "12", "--budget", "60"]

PER_APPROACH = {
    "name",
    "origin",
    "status",
    "reason",
    "bit_equal_share",
    "max_circle_error",
    "session_runs_per_step",
    "ops_added_per_step",
    "bytes_fed_per_step",
    "bytes_fetched_per_step",
    "graph_ops",
    "step_seconds",
    "warmup_seconds",
    "median_seconds",
    "median_ci95",
    "ratio",
    "ratio_ci95",
    "growth_seconds_per_step",
    "growth_ci95",
}


@pytest.fixture(scope="module")
def small_run(tmp_path_factory):
    """One run of all approaches; the saved document by approach, and where it was saved."""
    folder = tmp_path_factory.mktemp("run")
    saved, plot = str(folder / "a.json"), str(folder / "a.svg")
    status = main(SMALL + ["--json", saved, "--plot", plot])
    with open(saved, encoding="utf-8") as file:
        document = json.load(file)
    by_name = {row["name"]: row for row in document["approaches"]}
    return status, document, by_name, saved, plot


def test_the_saved_file_keeps_its_contract(small_run):
    status, document, by_name, _, plot = small_run
    assert status == 0
    assert document["schema"] == "tf1-updates/compare/1" and document["complete"] is True
    assert document["reference"] == REFERENCE
    assert list(by_name) == list(APPROACHES)
    assert {"tensorflow", "numpy", "python", "cpu", "threads", "variable_kind"} <= set(
        document["environment"]
    )
    assert document["settings"]["steps"] == 12 and document["settings"]["problem"] == "quadratic"
    for row in by_name.values():
        assert PER_APPROACH <= set(row)
        timed = row["status"] == "ok"
        assert len(row["step_seconds"]) == len(row["graph_ops"]) == (12 if timed else 0)
        assert (row["median_seconds"] is not None) == timed
    assert os.path.getsize(plot) > 1000


def test_exact_counts_tell_the_approaches_apart(small_run, lacks):
    _, _, by_name, _, _ = small_run
    by_name = {name: row for name, row in by_name.items() if not lacks(name, None)}
    calls = {name: row["session_runs_per_step"] for name, row in by_name.items()}
    added = {name: row["ops_added_per_step"] for name, row in by_name.items()}
    # Two variables: two writes one by one; a move, then fetch, project, assign for each.
    several = {"session_run_in_update": 2, "eval_after_step": 1 + 3 * 2, "prebuilt_session_run": 7}
    loop = by_name["in_graph_loop"]
    several["in_graph_loop"] = 1 / loop.get("steps_per_session_run", 1)
    assert calls == {name: several.get(name, 1) for name in by_name}
    grows = {"session_run_in_update", "eval_after_step"}
    assert {name for name, ops in added.items() if ops > 0} == grows
    for name, row in by_name.items():
        ops = row["graph_ops"]
        steps = [after - before for before, after in zip(ops, ops[1:])]
        assert set(steps) <= {added[name]}


def test_what_cannot_see_w_is_shown_with_its_disagreement_and_no_timing(small_run):
    _, _, by_name, _, _ = small_run
    row = by_name["process_gradients"]
    assert row["status"] == "unsupported" and row["reason"].startswith("cannot see w")
    assert row["max_circle_error"] > 0.1 and row["ratio"] is None


def test_all_others_agree_and_the_reference_is_1(small_run, lacks):
    _, _, by_name, _, _ = small_run
    for name, row in by_name.items():
        if lacks(name, None):
            assert row["status"] == "unsupported" and row["step_seconds"] == []
            assert row["reason"].startswith(("TensorFlow 1.", "XLA cannot write the reference"))
        elif name != "process_gradients":
            assert row["status"] == "ok" and row["reason"] is None
            assert row["max_circle_error"] < 1e-5 and row["bit_equal_share"] > 0.5
    assert by_name[REFERENCE]["ratio"] == 1 and by_name[REFERENCE]["ratio_ci95"] == [1, 1]


def test_a_saved_comparison_can_be_shown_again(small_run, capsys, tmp_path):
    _, _, _, saved, _ = small_run
    assert main(["show", saved]) == 0
    table = capsys.readouterr().out
    assert all(name in table for name in APPROACHES)
    assert main(["show", saved, "--markdown"]) == 0
    markdown = capsys.readouterr().out
    readme = tmp_path / "README.md"
    readme.write_text(
        "a\n<!-- comparison: begin -->stale words<!-- comparison: end -->\nb\n", "utf-8"
    )
    assert main(["show", saved, "--into", str(readme), "--plot", str(tmp_path / "b.png")]) == 0
    written = readme.read_text("utf-8")
    assert markdown.strip() in written and "stale words" not in written
    assert written.startswith("a\n") and written.endswith("\nb\n")
    assert sorted(file.name for file in tmp_path.iterdir()) == ["README.md", "b.png"]


@pytest.mark.parametrize("text", ["no marks", "<!-- comparison: end --><!-- comparison: begin -->"])
def test_a_file_without_marks_is_left_as_it_is(small_run, text, capsys, tmp_path):
    readme = tmp_path / "README.md"
    readme.write_text(text, "utf-8")
    assert main(["show", small_run[3], "--into", str(readme)]) == 2
    assert capsys.readouterr().err.startswith("tf1-updates: --into: ")
    assert readme.read_text("utf-8") == text


def test_a_wrong_approach_gets_no_timing_and_status_1(monkeypatch, capsys, tmp_path):
    from tf1_updates.approaches import constraint, group_assign
    from tf1_updates.rules import GradientDescent

    def forgets_the_wrap(loss, variables, rule):
        return group_assign.build(loss, variables, GradientDescent(rule.learning_rate))

    monkeypatch.setattr(constraint, "build", forgets_the_wrap)
    saved = str(tmp_path / "wrong.json")
    names = ["--approaches", "constraint", "optimizer_subclass", "--json", saved]
    assert main(SMALL + names) == 1
    shown = " ".join(capsys.readouterr().out.split())
    assert "WRONG at step 0" in shown
    with open(saved, encoding="utf-8") as file:
        rows = {row["name"]: row for row in json.load(file)["approaches"]}
    assert list(rows) == ["constraint", "group_assign", "optimizer_subclass"]
    assert rows["constraint"]["status"] == "wrong" and rows["constraint"]["step_seconds"] == []
    assert rows["constraint"]["ratio"] is None and rows["optimizer_subclass"]["ratio"] is not None


def test_one_step_is_enough_to_be_counted_though_not_for_an_interval(capsys, tmp_path):
    saved = str(tmp_path / "one.json")
    line = ["compare", "--problem", "coupled", "--steps", "1", "--approaches", "optimizer_subclass"]
    assert main(line + ["--json", saved, "--variables", "reference"]) == 0
    with open(saved, encoding="utf-8") as file:
        document = json.load(file)
    assert document["environment"]["variable_kind"] == "reference"
    assert [len(row["step_seconds"]) for row in document["approaches"]] == [1, 1]


def test_coupled_variables_are_refused_to_the_hack_and_agree_elsewhere(tmp_path, capsys):
    saved = str(tmp_path / "coupled.json")
    names = "session_run_in_update,constraint,rewritten_gradient,optimizer_subclass"
    line = ["compare", "--problem", "coupled", "--quick", "--approaches", names, "--json", saved]
    assert main(line + ["--steps", "6"]) == 0
    with open(saved, encoding="utf-8") as file:
        rows = {row["name"]: row for row in json.load(file)["approaches"]}
    hack = rows.pop("session_run_in_update")
    assert hack["status"] == "unsupported" and hack["reason"].startswith("writes one by one")
    assert {row["status"] for row in rows.values()} == {"ok"}


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.slow
def test_a_stop_keeps_what_was_measured(stop, tmp_path):
    saved = tmp_path / "stopped.json"
    program = "from tf1_updates.cli import program; program()"
    line = ["compare", "--problem", "quadratic", "--steps", "1000000", "--budget", "300"]
    names = ["--approaches", "built_in", "--json", str(saved)]
    with subprocess.Popen(
        [sys.executable, "-c", program] + line + names,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        deadline = time.monotonic() + 120
        while not saved.exists() and time.monotonic() < deadline:
            time.sleep(0.2)  # the first partial result is saved some seconds after the start
        process.send_signal(stop)
        said = process.communicate(timeout=60)[1].decode()
    assert process.returncode == 130, said
    assert said.splitlines()[-1].startswith("tf1-updates: interrupted") and "Traceback" not in said
    with open(str(saved), encoding="utf-8") as file:
        document = json.load(file)
    assert document["complete"] is False
    assert all(len(row["step_seconds"]) > 0 for row in document["approaches"])
    assert [file.name for file in tmp_path.iterdir()] == ["stopped.json"]
