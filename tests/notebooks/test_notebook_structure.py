"""The checker of notebooks, held against broken ones: each fault is named, with what mends it."""

import copy

import pytest
from lacking import LACKING

pytest.importorskip("nbformat", reason=LACKING["notebooks"])

from tf1_updates.notebook_checks.__main__ import check_folder
from tf1_updates.notebook_checks.structure import (
    SKELETON,
    complaints,
    side_by_side_complaints,
)

TITLE = "# A title\n\n**Goals**: one.\n\n**Duration**: 10 minutes."
FIGURE = {
    "output_type": "display_data",
    "data": {"image/png": "", "text/plain": "<Figure>"},
    "metadata": {"image/png": {"alt": "a curve"}},
}


def text(source):
    return {"cell_type": "markdown", "source": source, "metadata": {}}


def code(source, count, outputs=(), **metadata):
    return {
        "cell_type": "code",
        "source": source,
        "metadata": metadata,
        "execution_count": count,
        "outputs": list(outputs),
    }


def stream(written, name="stdout"):
    return {"output_type": "stream", "name": name, "text": written}


def good(heads=("Setup", "Build", "Exercises", "Summary")):
    cells = [text(TITLE)]
    for head in heads:
        cells.append(text("## " + head))
        if head == "Setup":
            cells.append(code("import os", 1))
        if head == "Build":
            cells.append(code("print(1)", 2, [stream("1\n")]))
        if head == "Exercises":
            cells.append(text("<details><summary>Solution</summary>2</details>"))
    return {"metadata": {"kernelspec": {"name": "python3"}}, "cells": cells}


def broken(change, name="00_x.ipynb", **given):
    notebook = copy.deepcopy(good(**given))
    change(notebook)
    return complaints(name, notebook)


def place_of(notebook, head):
    return [cell["source"] for cell in notebook["cells"]].index("## " + head)


def set_build(source, count=2, outputs=None, **metadata):
    def change(notebook):
        outputs_now = [stream("1\n")] if outputs is None else outputs
        at = place_of(notebook, "Build") + 1
        notebook["cells"][at] = code(source, count, outputs_now, **metadata)

    return change


def test_a_good_notebook_is_not_complained_about():
    assert complaints("00_x.ipynb", good()) == []
    assert complaints("01_x.ipynb", good(SKELETON)) == []


LONG_FUNCTION = "def f():\n" + "    x = 1\n" * 10
FAULTS = {
    "one H1": lambda nb: nb["cells"].append(text("# Another")),
    "no **Goals**": lambda nb: nb["cells"][0].update(source="# A title\n**Duration**: 1"),
    "no **Duration**": lambda nb: nb["cells"][0].update(source="# A title\n**Goals**"),
    "one H2 'Summary' is wanted; found 0": lambda nb: nb["cells"].pop(),
    "one H2 'Exercises' is wanted; found 2": lambda nb: nb["cells"].append(text("## Exercises")),
    "no exercise has a solution": lambda nb: nb["cells"].pop(6),
    "an import outside of Setup": set_build("import sys\nprint(1)"),
    "execution count 5, not 2": set_build("print(1)", count=5),
    "execution count None, not 2": set_build("print(1)", count=None),
    "has no output": set_build("print(1)", outputs=[]),
    "26 lines; 25 are the most": set_build("\n".join(["x = 1"] * 26)),
    "f has 11 lines; 10 are the most": set_build(LONG_FUNCTION),
    "noise on stderr": set_build("print(1)", outputs=[stream("careful\n", "stderr")]),
    "ends in KeyError": set_build(
        "print(1)", outputs=[{"output_type": "error", "ename": "KeyError"}]
    ),
    "a path of a machine in '/opt/s'": set_build("print('/opt/some')"),
    "a path of a machine in an output": set_build("print(1)", outputs=[stream("/opt/x.py\n")]),
    "a figure without alt text": set_build("print(1)", outputs=[dict(FIGURE, metadata={})]),
    "the kernel is mine": lambda nb: nb["metadata"]["kernelspec"].update(name="mine"),
    "no Python": set_build("print(1"),
}


@pytest.mark.parametrize("problem", FAULTS)
def test_each_fault_is_named_with_the_command_that_mends_it(problem):
    found = broken(FAULTS[problem])
    assert [each for each in found if problem in each.problem], [str(each) for each in found]
    for each in found:
        assert each.command.endswith("make notebooks")
        assert "; mend it with: " in str(each)


BY_A_RUN = ("execution count", "has no output", "no outputs", "the kernel is")


@pytest.mark.parametrize("problem", FAULTS)
def test_what_no_run_mends_is_said_to_be_done_by_hand(problem):
    for each in broken(FAULTS[problem]):
        alone = any(text in each.problem for text in BY_A_RUN)
        assert (each.command == "make notebooks") == alone, str(each)
        assert alone or "make lab (" in each.command


@pytest.mark.parametrize(
    "path", ["/mnt/me/x", "/var/lib/x", "C:\\\\me", "C:\\me", "C:/me", "/data/x.csv"]
)
def test_paths_of_machines_are_told_from_relative_ones_and_addresses(path):
    assert "path of a machine" in broken(set_build("print(r'{}')".format(path)))[0].problem
    for fine in ("../data/x", "https://example.org/data/me", "a/var/x", "1/2", "w.data/x"):
        assert broken(set_build("print('{}')".format(fine))) == []


@pytest.mark.parametrize("kind", ["text/html", "text/markdown", "image/svg+xml"])
def test_paths_are_found_in_any_output_that_is_text(kind):
    output = {"output_type": "display_data", "data": {kind: "see /mnt/me/x"}, "metadata": {}}
    assert "in an output" in broken(set_build("print(1)", outputs=[output]))[0].problem


@pytest.mark.parametrize("source", ["x = 1\nx", "draw(1)\nplt.show()", "table(2)"])
def test_a_value_at_the_end_is_shown_unless_it_is_kept_quiet(source):
    [found] = broken(set_build(source, outputs=[]))[1:]  # the first: there are no outputs at all
    assert "shows something" in found.problem
    quiet = broken(set_build(source.replace("show", "draw") + ";", outputs=[]))
    assert [each.problem for each in quiet] == ["no outputs"]


def test_a_comment_in_fenced_code_is_no_heading():
    fenced = text("```python\n# A comment\n## And another\n```")
    assert broken(lambda nb: nb["cells"].append(fenced)) == []


def test_half_a_file_is_named_with_what_brings_it_back(tmp_path):
    (tmp_path / "00_x.ipynb").write_text('{"cells": [\n<<<<<<< ours', encoding="utf-8")
    [found] = check_folder(tmp_path)
    assert "no notebook" in found.problem and found.command.startswith("git checkout -- ")


def test_nothing_else_is_named_than_the_fault():
    assert len(broken(FAULTS["execution count 5, not 2"])) == 1
    assert len(broken(FAULTS["an import outside of Setup"])) == 1


def test_what_is_taught_may_be_long_and_figures_may_have_their_text():
    assert broken(set_build(LONG_FUNCTION, tags=["taught"])) == []
    assert broken(set_build("print(1)", outputs=[FIGURE])) == []


def test_no_outputs_at_all_are_told_from_a_cell_that_shows_nothing():
    def change(notebook):
        set_build("x = 1", outputs=[])(notebook)

    assert [each.problem for each in broken(change)] == ["no outputs"]


def test_the_three_approaches_have_the_same_headings_in_the_same_order():
    swapped = list(SKELETON)
    swapped[3], swapped[4] = swapped[4], swapped[3]
    [found] = complaints("02_x.ipynb", good(swapped))
    assert "the headings are" in found.problem
    assert complaints("04_x.ipynb", good(swapped)) == []


def test_the_three_approaches_have_equally_many_cells_in_each_section():
    three = {"01_a": good(SKELETON), "02_b": good(SKELETON), "03_c": good(SKELETON)}
    assert side_by_side_complaints(three) == []
    three["02_b"]["cells"].append(text("one more"))
    [found] = side_by_side_complaints(three)
    assert found.problem == (
        "'Summary' has not equally many cells: 1 in 01_a, 2 in 02_b, 1 in 03_c"
    )


def test_a_folder_without_notebooks_does_not_pass(tmp_path):
    with pytest.raises(SystemExit, match="no notebooks there"):
        check_folder(tmp_path)
