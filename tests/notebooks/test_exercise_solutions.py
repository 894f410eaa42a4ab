"""Every folded solution, put in its place, is told to be right; without it, nothing is."""

import pathlib
import re

import pytest
from lacking import LACKING

pytest.importorskip("nbformat", reason=LACKING["notebooks"])
pytest.importorskip("nbclient", reason=LACKING["notebooks"])

import nbformat

from tf1_updates.notebook_checks.execute import executed

NOTEBOOKS = pathlib.Path(__file__).parent.parent.parent / "notebooks"
PATHS = sorted(NOTEBOOKS.glob("*.ipynb"))
CHECK = "# Check it:"
SOLUTION = re.compile(r"<details>.*?```python\n(.*?)\n```.*?</details>", re.DOTALL)


def exercises(notebook):
    """The code cells that check an answer, each with the solution of the text cell after it."""
    cells = notebook["cells"]
    for cell, after in zip(cells, cells[1:]):
        if cell["cell_type"] == "code" and CHECK in cell["source"]:
            yield cell, SOLUTION.search(after["source"])


def printed(cell):
    return "".join(output.get("text", "") for output in cell["outputs"])


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.name)
def test_exercises_have_solutions_and_are_kept_unsolved(path):
    found = list(exercises(nbformat.read(str(path), as_version=4)))
    assert len(found) >= 2
    for cell, solution in found:
        assert solution, cell["source"]
        assert re.search("^(Not yet|No answer yet):", printed(cell), re.MULTILINE), cell["source"]


@pytest.mark.slow
@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.name)
def test_each_solution_is_right(path, tmp_path):
    notebook = nbformat.read(str(path), as_version=4)
    for cell, solution in exercises(notebook):
        cell["source"] = (
            solution.group(1) + "\n\n\n" + cell["source"][cell["source"].index(CHECK) :]
        )
    for copied in NOTEBOOKS.parent.glob("data"):
        (tmp_path / "data").symlink_to(copied)  # notebooks read saved results beside them
    (tmp_path / "notebooks").mkdir()
    solved = tmp_path / "notebooks" / path.name
    solved.write_text(nbformat.writes(notebook), encoding="utf-8")
    for cell, _ in exercises(executed(solved)):
        assert printed(cell).endswith("Right.\n"), cell["source"] + printed(cell)
