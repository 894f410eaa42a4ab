"""What every notebook has to look like; each complaint names the command that mends it."""

import re
from collections import OrderedDict
from typing import NamedTuple

from tf1_updates.notebook_checks.code import code_complaints

# The three approaches of the thread, which are read side by side.
SIDE_BY_SIDE = ("01_", "02_", "03_")
SKELETON = (
    "Overview",
    "Setup",
    "The rule",
    "Build",
    "One step, looked at closely",
    "Check against NumPy",
    "What it costs",
    "What breaks",
    "Exercises",
    "Summary",
)

RUN_AGAIN = "make notebooks"
_PATHS = re.compile(r"(?<![\w.])/(?:root|work|tmp|usr|opt|mnt|home|Users)/\w|\b[A-Z]:\\\w")


class Complaint(NamedTuple):
    """What is wrong in a cell (counted from 1; 0 is the whole notebook), and what mends it."""

    notebook: str
    cell: int
    problem: str
    command: str

    def __str__(self):
        where = "{} cell {}".format(self.notebook, self.cell) if self.cell else self.notebook
        return "{}: {}; mend it with: {}".format(where, self.problem, self.command)


def complaints(name, notebook):
    """Return the complaints about one notebook, a list of `Complaint`.

    Args:
        name: its file's name.
        notebook: what `nbformat.read` returns, or dictionaries and lists of that form.

    >>> bare = {"metadata": {}, "cells": [{"cell_type": "markdown", "source": "text"}]}
    >>> print(*[each for each in complaints("x.ipynb", bare) if "kernel" in each.problem])
    x.ipynb: the kernel is None, not python3; mend it with: make notebooks
    """
    edit = "jupyter lab notebooks/{} && make notebooks".format(name)
    found = [(place, text, edit) for place, text in _text_complaints(name, notebook["cells"])]
    found += [(place, text, edit) for place, text in _figure_complaints(notebook["cells"])]
    found += [(place, text, RUN_AGAIN) for place, text in _output_complaints(notebook["cells"])]
    found += [(place, text, edit) for place, text in code_complaints(sections(notebook["cells"]))]
    kernel = notebook["metadata"].get("kernelspec", {}).get("name")
    if kernel != "python3":
        found.append((0, "the kernel is {}, not python3".format(kernel), RUN_AGAIN))
    return [Complaint(name, *each) for each in sorted(found)]


def side_by_side_complaints(notebooks):
    """Return the complaints about notebooks whose sections should have equally many cells.

    Args:
        notebooks: ordered dict from name to notebook.
    """
    counts = OrderedDict()
    for name, notebook in notebooks.items():
        for title, cells in sections(notebook["cells"]).items():
            counts.setdefault(title, OrderedDict())[name] = len(cells)
    found = []
    for title, by_name in counts.items():
        if len(set(by_name.values())) > 1:
            shown = ", ".join("{} in {}".format(count, name) for name, count in by_name.items())
            problem = "{!r} has not equally many cells: {}".format(title, shown)
            command = "jupyter lab {} && make notebooks"
            files = " ".join("notebooks/" + name for name in by_name)
            found.append(Complaint(next(iter(by_name)), 0, problem, command.format(files)))
    return found


def sections(cells):
    """Return an ordered dict from the title of an H2 to its cells, as (place, cell), head included.

    >>> heads = [{"cell_type": "markdown", "source": text} for text in ("# T", "## A", "more")]
    >>> [(title, len(cells)) for title, cells in sections(heads).items()]
    [('', 1), ('A', 2)]
    """
    found, title = OrderedDict(), ""
    for place, cell in enumerate(cells, start=1):
        for head in _heads(cell, 2)[:1]:
            title = head
        found.setdefault(title, []).append((place, cell))
    return found


def _heads(cell, level):
    if cell["cell_type"] != "markdown":
        return []
    return re.findall(r"^{} (.+?) *$".format("#" * level), cell["source"], re.MULTILINE)


def _text_complaints(name, cells):
    first = cells[0] if cells else {"cell_type": "raw", "source": ""}
    titles = [place for place, cell in enumerate(cells, start=1) for _ in _heads(cell, 1)]
    if titles != [1]:
        yield 0, "one H1 is wanted, in the first cell; found in cells {}".format(titles)
    for word in ("**Goals**", "**Duration**"):
        if word not in first["source"]:
            yield 1, "the first cell has no {}".format(word)
    heads = [head for cell in cells for head in _heads(cell, 2)]
    if name.startswith(SIDE_BY_SIDE):
        if heads != list(SKELETON):
            yield 0, "the headings are {}, not {}".format(", ".join(heads), ", ".join(SKELETON))
    else:
        for wanted in ("Setup", "Exercises", "Summary"):
            if heads.count(wanted) != 1:
                yield 0, "one H2 {!r} is wanted; found {}".format(wanted, heads.count(wanted))
    if not any("<details>" in cell["source"] for cell in cells):
        yield 0, "no exercise has a solution, <details> in a text cell"
    for place, cell in enumerate(cells, start=1):
        if _PATHS.search(cell["source"]):
            yield place, "a path of a machine in {!r}".format(_PATHS.search(cell["source"]).group())


def _output_complaints(cells):
    code = [(place, cell) for place, cell in enumerate(cells, 1) if cell["cell_type"] == "code"]
    for count, (place, cell) in enumerate(code, start=1):
        if cell["execution_count"] != count:
            yield place, "execution count {}, not {}".format(cell["execution_count"], count)
        for output in cell["outputs"]:
            for problem in _output_problems(cell, output):
                yield place, problem
    if code and not any(cell["outputs"] for _, cell in code):
        yield 0, "no outputs"


def _figure_complaints(cells):
    # JupyterLab and the pages that are made of notebooks leave a picture's metadata out.
    texts = [cell["source"] for cell in cells if cell["cell_type"] == "markdown"]
    for place, cell in enumerate(cells, start=1):
        alt = cell["metadata"].get("alt") if cell["cell_type"] == "code" else None
        if alt and not any(alt in " ".join(text.split()) for text in texts):
            yield place, "the figure's alt text stands in no text cell, where a reader finds it"


def _output_problems(cell, output):
    if output["output_type"] == "error":
        yield "ends in {}".format(output["ename"])
    if output.get("name") == "stderr":
        yield "noise on stderr: {!r}".format(output["text"][:60])
    data = output.get("data", {})
    text = output.get("text", "") + data.get("text/plain", "") + data.get("text/html", "")
    if _PATHS.search(text):
        yield "a path of a machine in an output: {!r}".format(_PATHS.search(text).group())
    if "image/png" in data and not output["metadata"].get("image/png", {}).get("alt"):
        wanted = "" if cell["metadata"].get("alt") else " (write it to the cell's metadata, 'alt')"
        yield "a figure without alt text" + wanted
