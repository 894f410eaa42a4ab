"""`compare --resume FILE`: goes on with FILE as it was asked for, or refuses in one line."""

import copy
import json
import os

import pytest

from tf1_updates.cli import main
from tf1_updates.timing.document import Row, document, save
from tf1_updates.timing.environment import describe
from tf1_updates.timing.measure import Measurement
from tf1_updates.timing.series import Series

SETTINGS = {
    "problem": "quadratic",
    "rule": {
        "name": "wrapped_noisy_descent",
        "learning_rate": 0.1,
        "bound": 20.0,
        "noise_stddev": 0.01,
        "noise_mean": 0.0,
        "seed": 0,
        "centred": False,
    },
    "approaches": ["group_assign", "built_in"],
    "steps": 12,
    "budget_seconds": 6.0,
    "check_steps": 8,
    "warmup_steps": 5,
    "block": 1,
    "seed": 0,
    "data": None,
    "data_option": None,
    "isolate": False,
}


def half():
    """A comparison that was interrupted after three steps of each approach."""
    rows = [Row("group_assign", "A2", "ok"), Row("built_in", "floor", "ok")]
    series = [Series(row.name, 1, [0.5] * 5, [0.25, 0.125, 0.5], [90, 90, 90]) for row in rows]
    return document(rows, Measurement(series), describe("resource"), SETTINGS, "group_assign")


@pytest.fixture
def saved(tmp_path):
    path = tmp_path / "half.json"
    save(str(path), half())
    return path


def assert_refused(saved, arguments, parts, capsys):
    content = saved.read_bytes()
    assert main(["compare", "--resume", str(saved)] + arguments) == 2
    said = capsys.readouterr().err
    assert said.startswith("tf1-updates: ") and said.count("\n") == 1
    for part in parts:
        assert part in said
    assert saved.read_bytes() == content
    assert os.listdir(str(saved.parent)) == [saved.name]


@pytest.mark.parametrize(
    "line, parts",
    [
        ("--steps 13", ["--steps", "'13'", "'12'"]),
        ("--quick --steps 13", ["--steps", "'13'"]),
        ("--seed 1", ["--seed", "'1'", "'0'"]),
        ("--budget 7", ["--budget", "'7'", "'6.0'"]),
        ("--bound 19", ["--bound", "'19'", "'20.0'"]),
        ("--noise 0", ["--noise-stddev", "'0'", "'0.01'"]),
        ("--radius 1", ["--radius", "'1'", "nothing beside --resume"]),
        ("--rule gradient_descent", ["--rule", "'wrapped_noisy_descent'"]),
        ("--problem coupled", ["--problem", "'quadratic'"]),
        ("--approaches constraint", ["--approaches", "'constraint'", "'group_assign built_in'"]),
        ("--variables reference", ["--variables", "'reference'", "'resource'"]),
        ("--isolate", ["--isolate", "nothing beside --resume"]),
        ("--device /CPU:0", ["--device", "'/CPU:0'", "nothing beside --resume"]),
        ("--cluster 1ps,1worker", ["--cluster", "'1ps,1worker'", "nothing beside --resume"]),
        ("--target grpc://localhost:1", ["--target", "nothing beside --resume"]),
        ("--centred", ["--centred", "nothing beside --resume"]),
        ("--data full", ["--data", "'full'", "quadratic has none"]),
        ("--json no-folder/b.json", ["--json", "existing folder"]),
        ("--plot b.gif", ["--plot", ".png or .svg"]),
    ],
)
def test_an_option_that_contradicts_the_file_is_refused(line, parts, saved, capsys, monkeypatch):
    monkeypatch.chdir(saved.parent)
    assert_refused(saved, line.split(), parts, capsys)


@pytest.mark.parametrize(
    "name, value",
    [
        ("cpu", "another"),
        ("tensorflow", "0.1"),
        ("numpy", None),
        ("python", "2.7"),
        ("cpus_usable", 4096),
        ("environment_variables", {"OMP_NUM_THREADS": "77"}),
    ],
)
def test_another_machine_or_software_is_refused_with_what_differs(name, value, saved, capsys):
    content = half()
    content["environment"][name] = value
    save(str(saved), content)
    assert_refused(saved, [], ["half.json", name, str(value)], capsys)


@pytest.mark.parametrize(
    "change",
    [
        {"steps": "many"},
        {"steps": None},
        {"rule": {"name": "hack"}},
        {"rule": None},
        {"block": 5},
        {"warmup_steps": 4},
        {"approaches": ["built_in", "group_assign"]},
        {"approaches": [1, 2]},
        {"budget_seconds": -1},
        {"seed": -3},
    ],
    ids=str,
)
def test_settings_that_nobody_can_have_asked_for_are_refused(change, saved, capsys):
    content = half()
    content["settings"].update(change)
    save(str(saved), content)
    assert_refused(saved, [], ["half.json", "settings that cannot be asked for"], capsys)


@pytest.mark.parametrize("name", sorted(set(SETTINGS) - {"isolate", "data", "data_option"}))
def test_a_file_without_one_of_its_settings_is_refused(name, saved, capsys):
    content = half()
    del content["settings"][name]
    save(str(saved), content)
    assert_refused(saved, [], ["half.json"], capsys)


@pytest.mark.parametrize("text", ["", "{", "[]", '{"schema": "tf1-updates/compare/2"}', "\x00"])
def test_foreign_and_cut_files_are_refused(text, saved, capsys):
    saved.write_text(text, encoding="utf-8")
    assert_refused(saved, [], ["half.json"], capsys)


def test_no_file_is_refused_and_none_is_made(tmp_path, capsys):
    assert main(["compare", "--resume", str(tmp_path / "none.json")]) == 2
    assert "no file" in capsys.readouterr().err and os.listdir(str(tmp_path)) == []


def test_digits_at_a_path_have_to_be_named_again(saved, capsys):
    content = half()
    content["settings"].update(problem="softmax_digits", data="60,000 images from ~/digits")
    save(str(saved), content)
    assert_refused(saved, [], ["--data", "60,000 images from ~/digits"], capsys)


def test_a_complete_file_is_said_to_be_and_not_written(saved, capsys):
    save(str(saved), dict(half(), complete=True))
    content, before = saved.read_bytes(), saved.stat()
    assert main(["compare", "--resume", str(saved), "--quick", "--steps", "12"]) == 0
    assert "is complete: nothing is left to measure" in capsys.readouterr().out
    assert saved.read_bytes() == content and saved.stat().st_ino == before.st_ino


LINE = ["compare", "--problem", "quadratic", "--quick", "--steps", "12", "--budget", "6"]
LINE += ["--approaches", "eval_after_step,prebuilt_session_run,process_gradients,built_in"]


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    path = str(tmp_path_factory.mktemp("whole") / "whole.json")
    assert main(LINE + ["--json", path]) == 0
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def cut(content, lengths):
    """What would have been saved if Ctrl-C had come after so many steps of each."""
    content = copy.deepcopy(dict(content, complete=False))
    for row in content["approaches"]:
        for field in ("step_seconds", "graph_ops"):
            del row[field][lengths.get(row["name"], 0) :]
    return content


def steps_of(content):
    return {row["name"]: row["step_seconds"] for row in content["approaches"]}


def test_what_was_measured_stays_and_the_rest_is_measured(whole, tmp_path, capsys):
    lengths = {"eval_after_step": 5, "prebuilt_session_run": 6, "group_assign": 5, "built_in": 12}
    path = tmp_path / "cut.json"
    save(str(path), cut(whole, lengths))
    assert main(LINE + ["--resume", str(path)]) == 0  # the same line again is no contradiction
    after = json.loads(path.read_text(encoding="utf-8"))
    assert after["complete"] is True and after["environment"] == whole["environment"]
    assert after["settings"].pop("resumed_at_steps") == [lengths]
    assert after["settings"] == whole["settings"]
    for row, was in zip(after["approaches"], whole["approaches"]):
        kept = lengths.get(row["name"], 0)
        assert (row["name"], row["status"], row["reason"]) == tuple(
            was[field] for field in ("name", "status", "reason")
        )
        assert row["step_seconds"][:kept] == was["step_seconds"][:kept]
        assert row["warmup_seconds"] == was["warmup_seconds"]
        assert row["graph_ops"] == was["graph_ops"]  # 12 of each, or none where none is timed
    assert "eval_after_step" in capsys.readouterr().out
    assert os.listdir(str(tmp_path)) == ["cut.json"]


def test_one_that_was_interrupted_before_any_step_is_checked_and_measured(whole, tmp_path):
    before = cut(whole, {})
    del before["approaches"][2:]
    for row in before["approaches"]:
        row["warmup_seconds"] = []
    path, other = tmp_path / "cut.json", tmp_path / "other.json"
    save(str(path), before)
    content = path.read_bytes()
    assert main(["compare", "--resume", str(path), "--json", str(other)]) == 0
    after = json.loads(other.read_text(encoding="utf-8"))
    assert after["complete"] is True and path.read_bytes() == content
    assert [row["name"] for row in after["approaches"]] == list(steps_of(whole))
    assert {name: len(steps) for name, steps in steps_of(after).items()} == {
        name: len(steps) for name, steps in steps_of(whole).items()
    }


@pytest.mark.slow
def test_processes_of_their_own_agree_and_are_gone_on_with(tmp_path):
    path = tmp_path / "isolated.json"
    line = LINE[:-1] + ["eval_after_step", "--isolate", "--json", str(path)]
    assert main(line) == 0
    content = json.loads(path.read_text(encoding="utf-8"))
    assert content["settings"]["isolate"] is True and content["complete"] is True
    save(str(path), cut(content, {"eval_after_step": 4, "group_assign": 4}))
    assert main(["compare", "--resume", str(path)]) == 0
    after = json.loads(path.read_text(encoding="utf-8"))
    for row, was in zip(after["approaches"], content["approaches"]):
        assert row["graph_ops"] == was["graph_ops"] and len(row["step_seconds"]) == 12
        assert row["step_seconds"][:4] == was["step_seconds"][:4]
