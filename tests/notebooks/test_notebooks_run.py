"""Every notebook runs afresh from its first cell to its last, without noise, within a minute."""

import pathlib
import sys

import pytest
from lacking import LACKING

pytest.importorskip("nbformat", reason=LACKING["notebooks"])
pytest.importorskip("nbclient", reason=LACKING["notebooks"])

import nbformat

from tf1_updates.notebook_checks import execute
from tf1_updates.notebook_checks.structure import complaints

pytestmark = pytest.mark.skipif(sys.version_info < (3, 11), reason=LACKING["notebooks"])

ROOT = pathlib.Path(__file__).parent.parent.parent
# What `make notebooks` executes, and what the test below does.
RUN = sorted((ROOT / "notebooks").glob("*.ipynb"))


def shown(notebook):
    return nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(notebook)])


def written(tmp_path, source, **metadata):
    path = tmp_path / "00_small.ipynb"
    notebook = shown(source)
    notebook["cells"][0]["metadata"].update(metadata)
    path.write_text(nbformat.writes(notebook), encoding="utf-8")
    return path


def test_no_notebook_is_left_out():
    everywhere = [
        path
        for path in ROOT.rglob("*.ipynb")
        if not any(part.startswith(".") for part in path.relative_to(ROOT).parts)
    ]
    assert RUN and sorted(everywhere) == RUN, "make notebooks and CI run notebooks/*.ipynb only"


def test_make_executes_the_same_notebooks():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert "notebook_checks.execute notebooks/*.ipynb" in makefile
    assert "make test-slow" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


def test_a_figure_is_given_its_alt_text_and_outputs_are_kept(tmp_path):
    source = "import matplotlib.pyplot as plt\nprint(1 + 1)\nplt.plot([1, 2]);"
    path = written(tmp_path, source, alt="a line that rises")
    assert execute.main([str(path)]) == 0
    [cell] = nbformat.read(str(path), as_version=4)["cells"]
    assert cell["execution_count"] == 1 and "execution" not in cell["metadata"]
    figures = [each for each in cell["outputs"] if "image/png" in each.get("data", {})]
    assert [each["metadata"]["image/png"]["alt"] for each in figures] == ["a line that rises"]
    assert [each["text"] for each in cell["outputs"] if "text" in each] == ["2\n"]


def test_a_run_mends_what_it_is_said_to_mend(tmp_path):
    source = "import matplotlib.pyplot as plt\nplt.plot([1, 2])\nplt.show()"
    path = written(tmp_path, source, alt="a line that rises")
    notebook = nbformat.read(str(path), as_version=4)
    notebook["metadata"]["kernelspec"] = {"name": "mine", "display_name": "Mine"}
    notebook["cells"].append(nbformat.v4.new_code_cell("1 + 1", execution_count=7))
    path.write_text(nbformat.writes(notebook), encoding="utf-8")

    def by_a_run():
        found = complaints(path.name, nbformat.read(str(path), as_version=4))
        return [each.problem for each in found if each.command == "make notebooks"]

    problems = "; ".join(by_a_run())
    for problem in ("kernel", "execution count 7", "execution count None", "no output"):
        assert problem in problems
    assert execute.main([str(path)]) == 0
    assert by_a_run() == []


def test_a_cell_that_fails_is_an_error_and_the_file_stays_as_it_was(tmp_path):
    path = written(tmp_path, "1 / 0")
    before = path.read_bytes()
    with pytest.raises(Exception, match="ZeroDivisionError"):
        execute.main([str(path)])
    assert path.read_bytes() == before


def of_no_chance(notebook):
    """What is printed by cells that read saved results, and by exercises before their answer."""
    kept = [
        cell
        for cell in notebook["cells"]
        if "saved" in cell["metadata"].get("tags", []) or "# Check it:" in cell["source"]
    ]
    return [
        output.get("text") or output["data"].get("text/markdown")
        for cell in kept
        for output in cell.get("outputs", [])
    ]


@pytest.mark.slow
@pytest.mark.parametrize("path", RUN, ids=lambda path: path.name)
def test_each_notebook_runs_afresh(path):
    notebook = execute.executed(path)  # an assertion in a cell that fails is an error here
    assert [str(each) for each in complaints(path.name, notebook)] == []
    kept = nbformat.read(str(path), as_version=4)
    assert of_no_chance(notebook) == of_no_chance(kept), "make notebooks brings it up to date"
