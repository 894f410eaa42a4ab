"""The teacher's guide gives ranges that hold the saved results, and names notebooks that exist."""

import json
import pathlib
import re

import pytest

from tf1_updates.explain.document import read as read_explanation
from tf1_updates.reports.explain_plot import causes_of

ROOT = pathlib.Path(__file__).parent.parent.parent
RESULTS = ROOT / "data" / "results"
GUIDE = (ROOT / "notebooks" / "README.md").read_text(encoding="utf-8")
RUNS = {
    "as written after 100 ": ("as written", 100),
    "as written after 1000 ": ("as written", 1000),
    "accuracy with a constant rate": ("constant rate", 1000),
    "accuracy centred, with the rate as written": ("centred wrap", 1000),
    "accuracy centred with a constant rate": ("centred wrap, constant rate", 1000),
}


def rows():
    section = GUIDE.split("## Figures to expect")[1].split("## ")[0]
    pattern = r"^\| (.+?) \| (\S+\.json) \| (\S+) \| (\S+) \|$"
    return re.findall(pattern, section, re.MULTILINE)


def saved(name):
    return json.loads((RESULTS / name).read_text(encoding="utf-8"))


def values_of(figure, name):
    """What a saved result says of a figure: one value, or those at the ends of what grows."""
    document = saved(name)
    if name == "explain.json":
        causes = causes_of(read_explanation(str(RESULTS / name)), "eval_after_step")
        named = re.search(r"\*(.+)\*", figure).group(1)
        return [{cause: each for cause, each, _ in causes}[named] / sum(each[1] for each in causes)]
    if "jump" in figure:
        return [document["runs"]["as written"]["jumped_after_first_step"]]
    if "accuracy" in figure:
        run, step = next(found for text, found in RUNS.items() if text in figure)
        run = document["runs"][run]
        return [run["accuracy"][run["steps"].index(step)]]
    approaches = {each["name"]: each for each in document["approaches"]}
    approach = approaches[re.search(r"`([a-z]+(?:_[a-z]+)+)`", figure).group(1)]
    if "features" in figure:
        return [sum(each["outcome"] == "yes" for each in approach["results"].values())]
    if "in steps of" not in figure:
        key = "session_runs_per_step" if "calls" in figure else "ops_added_per_step"
        return [approach[key]]
    ends = [approach["first_window_seconds"], approach["last_window_seconds"]]
    reference = approaches["group_assign"]["median_seconds"]
    grows = approach["ops_added_per_step"] > 0
    return [approach["ratio"]] + [seconds / reference for seconds in ends if grows]


@pytest.mark.parametrize("figure, name, low, high", rows())
def test_each_range_holds_the_saved_result(figure, name, low, high):
    assert all(float(low) <= value <= float(high) for value in values_of(figure, name))


@pytest.mark.parametrize(
    "figure, name, low, high", [row for row in rows() if row[1].startswith("answer")]
)
def test_the_ranges_of_the_answer_hold_on_1_15_as_well(figure, name, low, high):
    [found] = values_of(figure, "answer_on_digits_1.15.json")
    assert float(low) <= found <= float(high)


@pytest.mark.parametrize("figure, name, low, high", rows())
def test_no_range_is_so_wide_that_it_says_nothing(figure, name, low, high):
    values = values_of(figure, name)
    assert float(high) <= max(4 * max(values), 0.2), "above what was found"
    assert float(low) >= min(values) / 4 - 0.05, "below what was found"


def test_counts_are_exact():
    for figure, _, low, high in rows():
        assert (low == high) == figure.startswith(("ops", "`session.run` calls", "features"))


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
