"""`sweep` for real on small sizes: the table, the saved file, the statuses, what goes on."""

import json
import os

import pytest

from tf1_updates.approaches import APPROACHES
from tf1_updates.cli import main
from tf1_updates.sweep.contract import problem_with
from tf1_updates.sweep.document import read
from tf1_updates.sweep.sweeping import unmeasured
from tf1_updates.timing.load import load_warnings

SMALL = ["sweep", "--over", "weights", "--points", "10,1000", "--quick"]
SHORT = SMALL + ["--approaches", "eval_after_step", "optimizer_subclass", "built_in"]


def loaded(path):
    with open(str(path), encoding="utf-8") as file:
        return json.load(file)


@pytest.fixture(scope="module")
def small_run(tmp_path_factory):
    """One small sweep of all approaches: status, document and folder."""
    folder = tmp_path_factory.mktemp("sweep")
    targets = ["--json", str(folder / "a.json"), "--plot", str(folder / "a.svg")]
    status = main(SMALL + targets)
    return status, loaded(folder / "a.json"), folder


def test_the_saved_file_keeps_its_contract(small_run):
    status, document, folder = small_run
    assert status == 0 and document["schema"] == "tf1-updates/sweep/1"
    assert document["complete"] and problem_with(document) is None
    assert {"tensorflow", "python", "variable_kind"} <= set(document["environment"])
    assert document["settings"]["over"] == "weights"
    assert [point["value"] for point in document["points"]] == [10, 1000]
    for point in document["points"]:
        assert [each["name"] for each in point["approaches"]] == list(APPROACHES)
        assert point["floor"]["name"] == "numpy_in_place" and point["floor"]["step_seconds"]
        for each in point["approaches"]:
            assert (each["status"] == "ok") == (each["median_seconds"] is not None)
            assert each["status"] in ("ok", "unsupported")
            if each["status"] == "ok":
                assert each["ratio"] > 0 and each["max_circle_error"] < 1e-5
    assert sorted(os.listdir(str(folder))) == ["a.json", "a.svg"]
    assert document["load"]["cpus"] >= 1
    assert document["warnings"] == load_warnings(document["load"])
    assert read(str(folder / "a.json")) == document


def test_the_table_names_all_and_the_floor(small_run, capsys):
    # Nothing is left to measure, so that this only shows the file.
    assert main(["sweep", "--resume", str(small_run[2] / "a.json")]) == 0
    shown = capsys.readouterr().out
    assert all("\n" + name in shown for name in list(APPROACHES) + ["numpy_in_place"])
    assert "process_gradients is unsupported: cannot see w" in shown
    assert "built_in moves 12 KB a step" in " ".join(shown.split())
    assert loaded(small_run[2] / "a.json") == small_run[1]


def test_a_wrong_approach_gets_no_timing_and_status_1(monkeypatch, tmp_path, capsys):
    from tf1_updates.approaches import group_assign, optimizer_subclass
    from tf1_updates.rules import GradientDescent

    def forgets_the_wrap(loss, variables, rule):
        return group_assign.build(loss, variables, GradientDescent(rule.learning_rate))

    monkeypatch.setattr(optimizer_subclass, "build", forgets_the_wrap)
    saved = tmp_path / "wrong.json"
    line = ["sweep", "--over", "variables", "--points", "1", "2", "--quick"]
    assert main(line + ["--approaches", "optimizer_subclass", "--json", str(saved)]) == 1
    assert "optimizer_subclass is WRONG at 1 and 2 variables" in " ".join(
        capsys.readouterr().out.split()
    )
    for point in loaded(saved)["points"]:
        rows = {each["name"]: each for each in point["approaches"]}
        assert rows["optimizer_subclass"]["step_seconds"] == []
        assert rows["optimizer_subclass"]["ratio"] is None and rows["group_assign"]["ratio"] == 1


def test_only_what_is_missing_is_measured_again(small_run, tmp_path, capsys):
    document = json.loads(json.dumps(small_run[1]))
    names = ["group_assign", "built_in"]
    document["settings"]["approaches"] = names
    for point in document["points"]:
        point["approaches"] = [each for each in point["approaches"] if each["name"] in names]
        for each in point["approaches"] + [point["floor"]]:
            each["group"] = 0
    first, _ = document["points"]
    document.update(complete=False, points=[first, unmeasured(1000, "interrupted")])
    half = tmp_path / "half.json"
    half.write_text(json.dumps(document), "utf-8")
    assert main(["sweep", "--resume", str(half)]) == 0
    whole = loaded(half)
    assert whole["complete"] and whole["points"][0] == first
    assert [each["name"] for each in whole["points"][1]["approaches"]] == names
    assert main(["sweep", "--resume", str(half), "--points", "10"]) == 2
    assert "--points" in capsys.readouterr().err
    assert loaded(half) == whole


def test_the_batch_may_be_larger_than_the_data(tmp_path):
    saved = tmp_path / "batch.json"
    line = ["sweep", "--over", "batch", "--points", "1", "5000", "--quick", "--noise", "0"]
    assert main(line + ["--approaches", "built_in", "--json", str(saved), "--markdown"]) == 0
    document = loaded(saved)
    assert document["settings"]["rule"]["noise_stddev"] == 0.0
    assert {each["status"] for p in document["points"] for each in p["approaches"]} == {"ok"}


def test_ctrl_c_saves_what_there_is_and_says_130(monkeypatch, tmp_path, capsys):
    from tf1_updates.sweep.checking import Checker

    real = Checker.row
    seen = []

    def row(self, name):
        seen.append(name)
        if seen.count(name) == 2 and name == "built_in":
            raise KeyboardInterrupt
        return real(self, name)

    monkeypatch.setattr(Checker, "row", row)
    saved = tmp_path / "half.json"
    assert main(SHORT + ["--json", str(saved)]) == 130
    assert capsys.readouterr().err.splitlines()[-1].startswith("tf1-updates: interrupted")
    document = loaded(saved)
    assert problem_with(document) is None
    assert [point["complete"] for point in document["points"]] == [True, False]
    assert os.listdir(str(tmp_path)) == ["half.json"]
