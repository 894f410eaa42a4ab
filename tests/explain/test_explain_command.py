"""`explain` for real on a small problem: report, file, plot, resume, trace, bad input."""

import json
import os

import pytest

from tf1_updates.approaches import APPROACHES
from tf1_updates.cli import main
from tf1_updates.explain import subjects
from tf1_updates.explain.document import read

pytestmark = pytest.mark.slow

SMALL = ["explain", "--problem", "quadratic", "--quick", "--at", "1", "20", "--budget", "4"]


@pytest.fixture(scope="module")
def small_run(tmp_path_factory):
    folder = tmp_path_factory.mktemp("explain")
    saved, plot = str(folder / "a.json"), str(folder / "a.png")
    return main(SMALL + ["--json", saved, "--plot", plot]), saved, plot


def test_the_file_is_whole_and_has_every_subject_in_every_window(small_run):
    status, saved, plot = small_run
    assert status == 0 and os.path.getsize(plot) > 1000
    found = read(saved)
    assert found["complete"] is True
    names = [subject.name for subject in subjects(1)]
    assert [each["name"] for each in found["subjects"]] == names
    assert [window["at"] for window in found["windows"]] == [1, 20]
    for window in found["windows"]:
        assert sorted(series["name"] for series in window["series"]) == sorted(names)
    with open(saved, encoding="utf-8") as file:
        assert json.load(file)["results"] == found["results"]
    assert sum(found["projection_check"]["step_seconds"]) > 0


def test_dead_ops_are_as_many_as_the_hack_adds(small_run):
    added = {each["name"]: each["counts"]["ops_added"] for each in read(small_run[1])["subjects"]}
    assert added["dead_ops"] == added["baked_constant"] == added["eval_after_step"] > 0


def test_a_whole_file_is_shown_again_and_not_measured_again(small_run, capsys):
    before = read(small_run[1])
    assert main(["explain", "--resume", small_run[1], "--markdown"]) == 0
    assert "| unexplained rest |" in capsys.readouterr().out
    assert read(small_run[1])["windows"] == before["windows"]


@pytest.mark.parametrize("windows,rounds", [(0, 0), (0, 1), (1, 1)])
def test_a_cut_run_goes_on_from_what_was_measured(small_run, tmp_path, windows, rounds):
    with open(small_run[1], encoding="utf-8") as file:
        whole = json.load(file)
    cut = dict(whole, complete=False, results=None, projection_check=None)
    cut["windows"] = json.loads(json.dumps(whole["windows"][: windows + 1]))
    last = cut["windows"][-1]
    last["complete"] = False
    for series in last["series"]:
        del series["step_seconds"][2 * rounds :], series["graph_ops"][2 * rounds :]
        del series["graphdef_bytes"][1:]
    path = str(tmp_path / "cut.json")
    with open(path, "w", encoding="utf-8") as file:
        json.dump(cut, file)
    assert main(["explain", "--resume", path]) == 0
    found = read(path)
    assert found["complete"] is True and found["subjects"] == whole["subjects"]
    kept = cut["windows"]
    for before, after in zip(kept, found["windows"]):
        own = {series["name"]: series["step_seconds"] for series in after["series"]}
        for series in before["series"]:
            known = series["step_seconds"]
            assert own[series["name"]][: len(known)] == known
    for before, after in zip(whole["windows"], found["windows"]):
        sizes = {each["name"]: each["graphdef_bytes"] for each in after["series"]}
        for series in before["series"]:
            if len(series["step_seconds"]) == len(series["graph_ops"]) == 10:
                assert sizes[series["name"]][0] == series["graphdef_bytes"][0]


def test_ctrl_c_leaves_a_valid_file_and_a_report(tmp_path, monkeypatch, capsys):
    from tf1_updates.explain import stepper

    steps = []

    def interrupted(self, feed):
        steps.append(feed)
        if len(steps) == 120:
            raise KeyboardInterrupt
        return super(stepper.GrowingStepper, self).step(feed) or self._count()

    def count(self):
        self.next_step += 1

    monkeypatch.setattr(stepper.GrowingStepper, "step", interrupted)
    monkeypatch.setattr(stepper.GrowingStepper, "_count", count, raising=False)
    path = str(tmp_path / "a.json")
    assert main(SMALL + ["--json", path]) == 130
    said = capsys.readouterr()
    assert said.err.splitlines()[-1].startswith("tf1-updates: interrupted")
    assert "Interrupted: what was measured" in " ".join(said.out.split())
    assert read(path)["complete"] is False and os.listdir(str(tmp_path)) == ["a.json"]
    monkeypatch.undo()
    assert main(["explain", "--resume", path]) == 0
    assert read(path)["complete"] is True


@pytest.mark.parametrize("name", list(APPROACHES))
def test_one_step_of_any_approach_is_traced(name, tmp_path, capsys, lacks):
    path = str(tmp_path / "trace.json")
    problem = "quadratic" if name != "process_gradients" else "coupled"
    status = main(["explain", "--problem", problem, "--trace", path, "--approach", name])
    said = capsys.readouterr()
    # The one cannot do the rule at all, the other nothing on this TensorFlow.
    if name == "process_gradients" or lacks(name, use_resource=None):
        assert status == 2 and said.err.splitlines()[-1].startswith("tf1-updates: " + name)
        assert not os.path.exists(path)
        return
    assert status == 0 and "op type" in said.out
    with open(path, encoding="utf-8") as file:
        check_chrome_trace(json.load(file), said.out)


def check_chrome_trace(trace, table):
    events = trace["traceEvents"]
    assert events
    processes = set()
    for event in events:
        assert isinstance(event["name"], str) and isinstance(event["pid"], int)
        assert event["ph"] in ("X", "M", "s", "t", "f", "N", "O", "D")
        if event["ph"] == "X":
            assert event["ts"] >= 0 and event["dur"] >= 0 and isinstance(event["tid"], int)
            assert event["args"]["op"]
        if event["ph"] == "M":
            processes.add(event["pid"])
    ran = [event for event in events if event["ph"] == "X"]
    assert {event["pid"] for event in ran} <= processes
    assert any(event["args"]["op"] in table for event in ran)


def test_calls_of_one_step_follow_each_other_in_the_trace(tmp_path):
    path = str(tmp_path / "trace.json")
    line = ["explain", "--problem", "quadratic", "--trace", path, "--at", "3"]
    assert main(line + ["--approach", "prebuilt_session_run"]) == 0
    with open(path, encoding="utf-8") as file:
        events = [event for event in json.load(file)["traceEvents"] if event["ph"] == "X"]
    calls = {}
    for event in events:
        calls.setdefault(event["pid"] // 1000, []).append(event["ts"])
    assert sorted(calls) == list(range(1 + 3 * 2))
    starts = [min(calls[call]) for call in sorted(calls)]
    assert starts == sorted(starts) and starts[0] == 0


REFUSED = {
    "--problem quadratik": ["--problem", "did you mean quadratic?"],
    "--at 0": ["--at", "whole numbers from 1"],
    "--at x": ["--at", "whole numbers from 1"],
    "--at 9999": ["--at", "to 9,000"],
    "--at 50 1": ["--at", "ascending"],
    "--at 1 5": ["--at", "20 steps are timed around each"],
    "--at ,": ["--at", "whole numbers"],
    "--budget 0": ["--budget", "at least 1"],
    "--budget nan": ["--budget", "at least 1"],
    "--budget soon": ["--budget", "at least 1"],
    "--seed x": ["--seed", "a whole number"],
    "--json no/such/a.json": ["--json", "does not exist"],
    "--json .": ["--json", "a file's path"],
    "--plot a.gif": ["--plot", ".png or .svg"],
    "--json a.svg --plot a.svg": ["--plot", "another file"],
    "--approach group_assign": ["--approach", "--trace"],
    "--trace t.json --approach group_asign": ["--approach", "did you mean group_assign?"],
    "--trace no/such/t.json": ["--trace", "does not exist"],
    "--trace t.json --budget 3": ["--budget", "nothing beside --trace"],
    "--trace t.json --quick": ["--quick", "nothing beside --trace"],
    "--trace t.json --resume other.json": ["--resume", "nothing beside --trace"],
    "--trace t.json --at 1 2": ["--at", "one step"],
    "--resume nothing.json": ["nothing.json", "'no file'"],
    "--resume other.json": ["other.json", "tf1-updates/compare/1"],
    "--resume good.json --seed 3": ["--seed", "nothing beside --resume"],
    "--rezume a": ["'--rezume'", "mean --resume?"],
}


@pytest.mark.parametrize("line", list(REFUSED))
def test_bad_input_is_one_line_and_status_2(line, small_run, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(str(tmp_path))
    (tmp_path / "other.json").write_text('{"schema": "tf1-updates/compare/1"}', "utf-8")
    with open(small_run[1], encoding="utf-8") as file:
        (tmp_path / "good.json").write_text(file.read(), "utf-8")
    capsys.readouterr()
    assert main(["explain"] + line.split()) == 2
    said = capsys.readouterr().err
    assert said.startswith("tf1-updates: ") and said.count("\n") == 1
    assert all(part in said for part in REFUSED[line]), said
    assert sorted(os.listdir(str(tmp_path))) == ["good.json", "other.json"]
