"""The teacher's guide gives ranges that hold the saved results, and names notebooks that exist."""

import json
import pathlib
import re

import pytest

ROOT = pathlib.Path(__file__).parent.parent.parent
GUIDE = (ROOT / "notebooks" / "README.md").read_text(encoding="utf-8")
RUNS = {
    "as written after 100 ": ("as written", 100),
    "as written after 1000 ": ("as written", 1000),
    "accuracy with a constant rate": ("constant rate", 1000),
    "accuracy centred with a constant rate": ("centred wrap, constant rate", 1000),
}


def rows():
    section = GUIDE.split("## Figures to expect")[1].split("## ")[0]
    pattern = r"^\| (.+?) \| (\S+\.json) \| (\S+) \| (\S+) \|$"
    return re.findall(pattern, section, re.MULTILINE)


def saved(name):
    return json.loads((ROOT / "data" / "results" / name).read_text(encoding="utf-8"))


def value_of(figure, document):
    if "jump" in figure:
        return document["runs"]["as written"]["jumped_after_first_step"]
    if "accuracy" in figure:
        run, step = next(found for text, found in RUNS.items() if text in figure)
        run = document["runs"][run]
        return run["accuracy"][run["steps"].index(step)]
    name = re.search(r"`(\w+_\w+)`", figure.replace("session.run", "")).group(1)
    approach = next(each for each in document["approaches"] if each["name"] == name)
    key = "ratio" if "in steps of" in figure else "ops_added_per_step"
    return approach["session_runs_per_step" if "calls" in figure else key]


@pytest.mark.parametrize("figure, name, low, high", rows())
def test_each_range_holds_the_saved_result(figure, name, low, high):
    assert float(low) <= value_of(figure, saved(name)) <= float(high)


@pytest.mark.parametrize(
    "figure, name, low, high", [row for row in rows() if row[1].startswith("answer")]
)
def test_the_ranges_of_the_answer_hold_on_1_15_as_well(figure, name, low, high):
    found = value_of(figure, saved("answer_on_digits_1.15.json"))
    assert float(low) <= found <= float(high)


def test_there_are_figures_and_every_row_is_read():
    section = GUIDE.split("## Figures to expect")[1].split("## ")[0]
    assert len(rows()) == len([line for line in section.splitlines() if ".json |" in line]) > 5


def test_every_notebook_is_named_and_every_named_one_exists():
    named = set(re.findall(r"\((\w+\.ipynb)\)", GUIDE))
    assert named == {path.name for path in (ROOT / "notebooks").glob("*.ipynb")}


def test_the_minutes_of_a_notebook_are_those_that_it_says_itself():
    for name, minutes in re.findall(r"\((\w+\.ipynb)\) \|.*\| (\d+) \|$", GUIDE, re.MULTILINE):
        text = (ROOT / "notebooks" / name).read_text(encoding="utf-8")
        assert "**Duration**: {} minutes".format(minutes) in text


@pytest.mark.parametrize("minutes", [50, 90])
def test_a_plan_fills_its_minutes_without_a_gap(minutes):
    plan = GUIDE.split("## A plan for {} minutes".format(minutes))[1].split("## ")[0]
    spans = [tuple(map(int, span)) for span in re.findall(r"^\| (\d+)-(\d+) \|", plan, re.M)]
    assert spans[0][0] == 0 and spans[-1][1] == minutes
    assert all(before[1] == after[0] for before, after in zip(spans, spans[1:]))
