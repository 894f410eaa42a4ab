"""What every notebook has to look like; each complaint names the command that mends it."""

import re
from collections import OrderedDict
from typing import NamedTuple

from tf1_updates.notebook_checks.code import code_complaints
from tf1_updates.notebook_checks.mending import MACHINE_PATH, RUN_AGAIN, by_hand
from tf1_updates.notebook_checks.outputs import output_complaints

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

_FENCED = re.compile(r"^(```+|~~~+).*?^\1", re.MULTILINE | re.DOTALL)


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
    cells = notebook["cells"]
    found = list(_text_complaints(name, cells)) + list(_figure_complaints(cells))
    found += list(output_complaints(cells)) + list(code_complaints(sections(cells)))
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
            command = by_hand("split or join cells until they are as many")
            found.append(Complaint(next(iter(by_name)), 0, problem, command))
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
    text = _FENCED.sub("", cell["source"])  # in code a # begins a comment
    return re.findall(r"^{} (.+?) *$".format("#" * level), text, re.MULTILINE)


def _text_complaints(name, cells):
    first = cells[0] if cells else {"cell_type": "raw", "source": ""}
    titles = [place for place, cell in enumerate(cells, start=1) for _ in _heads(cell, 1)]
    if titles != [1]:
        text = "one H1 is wanted, in the first cell; found in cells {}"
        yield 0, text.format(titles), by_hand("make the others ## or ###")
    for word in ("**Goals**", "**Duration**"):
        if word not in first["source"]:
            yield 1, "the first cell has no {}".format(word), by_hand("write it below the title")
    heads = [head for cell in cells for head in _heads(cell, 2)]
    if name.startswith(SIDE_BY_SIDE):
        if heads != list(SKELETON):
            text = "the headings are {}, not {}".format(", ".join(heads), ", ".join(SKELETON))
            yield 0, text, by_hand("write, name or move headings")
    else:
        for wanted in ("Setup", "Exercises", "Summary"):
            if heads.count(wanted) != 1:
                text = "one H2 {!r} is wanted; found {}".format(wanted, heads.count(wanted))
                yield 0, text, by_hand("write it, or name the others otherwise")
    if not any("<details>" in cell["source"] for cell in cells):
        text = "no exercise has a solution, <details> in a text cell"
        yield 0, text, by_hand("write one below each exercise")
    for place, cell in enumerate(cells, start=1):
        if MACHINE_PATH.search(cell["source"]):
            text = "a path of a machine in {!r}".format(MACHINE_PATH.search(cell["source"]).group())
            yield place, text, by_hand("write a relative one")


def _figure_complaints(cells):
    # JupyterLab and the pages that are made of notebooks leave a picture's metadata out.
    texts = [cell["source"] for cell in cells if cell["cell_type"] == "markdown"]
    for place, cell in enumerate(cells, start=1):
        alt = cell["metadata"].get("alt") if cell["cell_type"] == "code" else None
        if alt and not any(alt in " ".join(text.split()) for text in texts):
            text = "the figure's alt text stands in no text cell, where a reader finds it"
            yield place, text, by_hand("write it into <details> below the figure")
