"""`--csv` and `--pyperf` of `show` and `compare`: written, or refused before anything is done."""

import json
import os
import pathlib

import pytest

from tf1_updates.cli import main
from tf1_updates.export.csv_file import csv_text
from tf1_updates.export.pyperf_file import pyperf_text
from tf1_updates.timing.document import read

SAVED = pathlib.Path(__file__).parents[1] / "saved" / "compare.json"


def test_show_writes_both_and_prints_nothing(tmp_path, capsys):
    table, benchmarks = tmp_path / "steps.csv", tmp_path / "pyperf.json"
    assert main(["show", str(SAVED), "--csv", str(table), "--pyperf", str(benchmarks)]) == 0
    assert capsys.readouterr() == ("", "")
    document = read(str(SAVED))
    assert table.read_text(encoding="utf-8") == csv_text(document)
    assert benchmarks.read_text(encoding="utf-8") == pyperf_text(document)


def test_show_prints_the_markdown_beside(tmp_path, capsys):
    assert main(["show", str(SAVED), "--csv", str(tmp_path / "s.csv"), "--markdown"]) == 0
    assert "| approach |" in capsys.readouterr().out


def test_compare_writes_what_it_saved(tmp_path, capsys):
    names = ["a.json", "steps.csv", "pyperf.json"]
    files = [str(tmp_path / name) for name in names]
    line = ["compare", "--problem", "quadratic", "--quick", "--steps", "12"]
    line += ["--approaches", "built_in", "--json", files[0]]
    assert main(line + ["--csv", files[1], "--pyperf", files[2]]) == 0
    document = read(files[0])
    assert (tmp_path / names[1]).read_text(encoding="utf-8") == csv_text(document)
    content = json.loads((tmp_path / names[2]).read_text(encoding="utf-8"))
    found = {each["metadata"]["name"]: each["runs"] for each in content["benchmarks"]}
    for row in document["approaches"]:
        assert sum([run["values"] for run in found[row["name"]]], []) == row["step_seconds"]


def test_a_comparison_without_a_measured_step(tmp_path, capsys):
    empty, target = tmp_path / "empty.json", tmp_path / "pyperf.json"
    document = dict(json.loads(SAVED.read_text(encoding="utf-8")), approaches=[])
    empty.write_text(json.dumps(document), encoding="utf-8")
    assert main(["show", str(empty), "--pyperf", str(target)]) == 0
    assert "nothing to write to" in capsys.readouterr().err and not target.exists()


REFUSED = {
    "compare --csv no-folder/a.csv": ["--csv", "existing folder"],
    "compare --pyperf no-folder/a.json": ["--pyperf", "existing folder"],
    "compare --csv .": ["--csv", "a file's path"],
    "compare --csv /dev/null": ["--csv", "ordinary file"],
    "compare --json a.json --csv ./a.json": ["--csv", "another file than that of --json"],
    "compare --json a.json --pyperf ./a.json": ["--pyperf", "another file than that of --json"],
    "compare --plot a.svg --csv ./a.svg": ["--csv", "another file than that of --plot"],
    "compare --csv a --pyperf ./a": ["--pyperf", "another file than that of --csv"],
    "compare --csv a.csv.gz": ["--csv", "packed file"],
    "compare --pyperf a.json.GZ": ["--pyperf", "packed file"],
    "compare --csv": ["--csv", "expected one argument"],
    "show saved.json --csv ./saved.json": ["--csv", "another file than that of FILE"],
    "show saved.json --pyperf ./saved.json": ["--pyperf", "another file than that of FILE"],
    "show saved.json --csv no-folder/a.csv": ["--csv", "existing folder"],
    "show nothing.json --csv a.csv": ["nothing.json", "no file"],
}


@pytest.mark.parametrize("line", list(REFUSED))
def test_bad_targets_are_one_line_and_leave_everything_as_it_was(
    line, capsys, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    before = SAVED.read_bytes()
    (tmp_path / "saved.json").write_bytes(before)
    assert main(line.split()) == 2
    said = capsys.readouterr().err
    assert said.startswith("tf1-updates: ") and said.count("\n") == 1
    for part in REFUSED[line]:
        assert part in said
    assert os.listdir(str(tmp_path)) == ["saved.json"]
    assert (tmp_path / "saved.json").read_bytes() == before
