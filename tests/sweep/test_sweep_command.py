"""Bad input to `sweep`, and files that no sweep saved: one line each, and nothing written."""

import json
import os

import pytest
from sweep_documents import sample

from tf1_updates.cli import main
from tf1_updates.errors import InputError
from tf1_updates.sweep.document import read


@pytest.mark.parametrize(
    "option, line",
    [
        ("--over", ["--points", "10"]),
        ("--over", ["--over", "depth"]),
        ("--points", ["--over", "weights", "--points", "10,10"]),
        ("--points", ["--over", "weights", "--points", "100,10"]),
        ("--points", ["--over", "weights", "--points", "0,10"]),
        ("--points", ["--over", "weights", "--points", "1e3"]),
        ("--points", ["--over", "weights", "--points", "ten"]),
        ("--points", ["--over", "weights", "--points", ","]),
        ("--points", ["--over", "variables", "--points", "99999999"]),
        ("--budget", ["--over", "weights", "--budget", "0"]),
        ("--budget", ["--over", "weights", "--budget", "nan"]),
        ("--budget", ["--over", "weights", "--budget", "soon"]),
        ("--max-memory", ["--over", "weights", "--max-memory", "lots"]),
        ("--max-memory", ["--over", "weights", "--max-memory", "0"]),
        ("--data", ["--over", "weights", "--data", "full"]),
        ("--approaches", ["--over", "weights", "--approaches", "grup_assign"]),
        ("--rule", ["--over", "weights", "--rule", "oja"]),
        ("--bound", ["--over", "weights", "--bound", "-1"]),
        ("--json", ["--over", "weights", "--json", "no/such/folder/a.json"]),
        ("--plot", ["--over", "weights", "--plot", "a.gif"]),
        ("no.json", ["--resume", "no.json"]),
        ("--steps", ["--over", "weights", "--steps", "0"]),
        ("--steps", ["--over", "weights", "--steps", "many"]),
        ("--allocator", ["--over", "weights", "--points", "1000", "--allocator"]),
        ("--allocator", ["--over", "variables", "--points", "10000", "--allocator"]),
        ("option of sweep", ["--over", "weights", "--blocks", "3"]),
    ],
)
def test_bad_input_is_one_line(option, line, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(["sweep"] + line) == 2
    said = capsys.readouterr().err
    assert said.startswith("tf1-updates: " + option) and said.count("\n") == 1
    assert os.listdir(str(tmp_path)) == []


def damaged():
    """Documents with one thing wrong each, and what has to be said."""

    def changed(change):
        content = json.loads(json.dumps(sample()))
        change(content)
        return content

    def one(content):
        return content["points"][1]["approaches"][0]

    return [
        (changed(lambda d: d.update(schema="tf1-updates/sweep/2")), "newer version"),
        (changed(lambda d: d.update(schema="tf1-updates/compare/1")), "schema"),
        (changed(lambda d: d.pop("points")), '"points"'),
        (changed(lambda d: d["points"].reverse()), "ascend"),
        (changed(lambda d: d["settings"].update(over="depth")), "settings.over"),
        (changed(lambda d: d["points"][0].update(value=0)), "points[0].value"),
        (changed(lambda d: one(d).update(status="fine")), "approaches[0].status"),
        (changed(lambda d: one(d).update(ratio="2")), "approaches[0].ratio"),
        (changed(lambda d: one(d).update(ratio_ci95=[2, 1])), "ratio_ci95"),
        (changed(lambda d: one(d).update(group=9)), "group"),
        (changed(lambda d: one(d).update(status="wrong")), "not timed"),
        (changed(lambda d: one(d).pop("step_seconds")), "step_seconds"),
        (changed(lambda d: d["points"][1]["floor"].pop("name")), "floor.name"),
        (changed(lambda d: d["points"][1]["approaches"].append(one(d))), "twice"),
        ([], "schema"),
    ]


@pytest.mark.parametrize("content, said", damaged(), ids=lambda value: str(value)[:20])
def test_a_damaged_file_is_refused_in_one_line(content, said, tmp_path):
    path = tmp_path / "damaged.json"
    path.write_text(json.dumps(content), "utf-8")
    with pytest.raises(InputError) as refusal:
        read(str(path))
    assert said in str(refusal.value) and "\n" not in str(refusal.value)
