"""A wrong answer to an exercise is told to be off in one line, of whatever kind it is."""

import pathlib
import re

import pytest
from lacking import LACKING

pytest.importorskip("nbformat", reason=LACKING["notebooks"])
pytest.importorskip("nbclient", reason=LACKING["notebooks"])

import nbformat
from other_answers import ANSWERS

from tf1_updates.notebook_checks.execute import executed

pytestmark = pytest.mark.slow

NOTEBOOKS = pathlib.Path(__file__).parent.parent.parent / "notebooks"
CHECK = "# Check it:"
OFF = re.compile(r"(Not yet: .+ is off\. \S.*|No answer yet: .+)\n")
KIND = "kind"


def with_answers(notebook, answers):
    """Put a cell for each answer behind its exercise, marked by what it should be told."""
    cells, left = [], list(answers)
    for cell in notebook["cells"]:
        cells.append(cell)
        if cell["cell_type"] == "code" and CHECK in cell["source"]:
            check = cell["source"][cell["source"].index(CHECK) :]
            for kind, sources in zip(("wrong", "right"), left.pop(0)):
                for source in sources:
                    extra = nbformat.v4.new_code_cell(source + "\n\n\n" + check)
                    extra["metadata"].update({KIND: kind, "tags": ["raises-exception"]})
                    cells.append(extra)
    assert not left, "answers to more exercises than there are"
    notebook["cells"] = cells


@pytest.mark.parametrize("number", ANSWERS)
def test_other_answers(number, tmp_path):
    [path] = NOTEBOOKS.glob(number + "_*.ipynb")
    notebook = nbformat.read(str(path), as_version=4)
    with_answers(notebook, ANSWERS[number])
    (tmp_path / "data").symlink_to(NOTEBOOKS.parent / "data")
    (tmp_path / "notebooks").mkdir()
    changed = tmp_path / "notebooks" / path.name
    changed.write_text(nbformat.writes(notebook), encoding="utf-8")
    faults = []
    for cell in executed(changed, 120)["cells"]:
        told = "".join(
            output.get("text", "") or output.get("ename", "") + ": " + output.get("evalue", "")
            for output in cell.get("outputs", [])
        )
        kind = cell["metadata"].get(KIND)
        if kind == "right" and told != "Right.\n" or kind == "wrong" and not OFF.fullmatch(told):
            faults.append(cell["source"].split(CHECK)[0] + told)
    assert not faults, "\n\n".join(faults)


def test_every_exercise_has_other_answers():
    assert sorted(ANSWERS) == sorted(path.name[:2] for path in NOTEBOOKS.glob("*.ipynb"))
