"""Ordered, every step reads the old rate; unordered, every step reads one that can be named."""

import json
import pathlib

import pytest

from tf1_updates.benchmarks.learning_rate_race import SCHEMA, main, rates_read

RESULTS = pathlib.Path(__file__).parent.parent.parent / "data" / "results"
SAVED = {"learning_rate_race.json": "2.", "learning_rate_race_1.15.json": "1.15"}


@pytest.mark.parametrize("use_resource", [True, False])
def test_ordered_every_step_reads_the_old_rate(use_resource):
    assert rates_read(30, 20000, ordered=True, use_resource=use_resource) == (30, 0, 0)


def test_every_step_is_counted_once():
    assert sum(rates_read(20, 1000)) == 20


def check_document(found, steps):
    assert found["schema"] == SCHEMA and found["complete"] is True
    assert [(each["ordered"], each["variables"]) for each in found["groups"]] == [
        (False, "resource"),
        (False, "reference"),
        (True, "resource"),
        (True, "reference"),
    ]
    for each in found["groups"]:
        assert each["old"] + each["new"] + each["mixed"] == steps == found["settings"]["steps"]
        assert not each["ordered"] or each["old"] == steps


def test_what_is_saved_is_what_is_printed(tmp_path, capsys):
    path = tmp_path / "race.json"
    assert main(["--steps", "7", "--json", str(path)]) == 0
    found = json.loads(path.read_text(encoding="utf-8"))
    check_document(found, 7)
    printed = capsys.readouterr().out.splitlines()
    assert len(printed) == 4
    assert all(
        "mixed {:>3}".format(each["mixed"]) in line for each, line in zip(found["groups"], printed)
    )


@pytest.mark.parametrize("arguments", [["--steps", "0"], ["--json", "no/such/folder/x.json"]])
def test_bad_input_is_one_line(arguments, capsys):
    assert main(arguments) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


@pytest.mark.parametrize("name", SAVED)
def test_the_results_that_notebook_05_reads(name):
    found = json.loads((RESULTS / name).read_text(encoding="utf-8"))
    check_document(found, 200)
    assert found["environment"]["tensorflow"].startswith(SAVED[name])
