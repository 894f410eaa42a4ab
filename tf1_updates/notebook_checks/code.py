"""What the code of a notebook has to look like: short cells, short functions, imports in Setup."""

import ast

from tf1_updates.notebook_checks.mending import RUN_AGAIN, by_hand

MOST_LINES, MOST_FUNCTION_LINES = 25, 10
# The piece that is being taught may be as long as it is.
TAUGHT = "taught"
# A cell that calls one of these has something to show.
_SHOW = ("print", "check_answer", "subplots", "show", "display")


def code_complaints(sections):
    """Yield (place, problem, what mends it) for the code cells.

    Args:
        sections: dict from the title of a section to its cells, as (place, cell).

    >>> cell = {"cell_type": "code", "source": "import os", "metadata": {}, "outputs": []}
    >>> for complaint in code_complaints({"Build": [(4, cell)]}):
    ...     print(*complaint, sep=" | ")
    4 | an import outside of Setup | make lab (move it to Setup), then make notebooks
    """
    for title, cells in sections.items():
        for place, cell in cells:
            if cell["cell_type"] == "code":
                for problem, mends in _problems(cell, title == "Setup"):
                    yield place, problem, mends


def _problems(cell, in_setup):
    lines = cell["source"].splitlines()
    if len(lines) > MOST_LINES and not in_setup:
        text = "{} lines; {} are the most".format(len(lines), MOST_LINES)
        yield text, by_hand("split it, or let the package compute")
    # Magics are no Python.
    kept = [line for line in lines if not line.startswith(("%", "!"))]
    try:
        tree = ast.parse("\n".join(kept))
    except SyntaxError as error:
        yield "no Python: {}".format(error.msg), by_hand("mend the code")
        return
    imports = [node for node in ast.walk(tree) if isinstance(node, (ast.Import, ast.ImportFrom))]
    if imports and not in_setup:
        yield "an import outside of Setup", by_hand("move it to Setup")
    if TAUGHT not in cell["metadata"].get("tags", []):
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and _length(node) > MOST_FUNCTION_LINES:
                text = "{} has {} lines; {} are the most, but in a cell tagged {!r}"
                text = text.format(node.name, _length(node), MOST_FUNCTION_LINES, TAUGHT)
                yield text, by_hand("move it into the package, or tag the cell")
    if not cell["outputs"] and (_calls_to_show(tree) or _ends_in_a_value(tree, cell, in_setup)):
        yield "shows something and has no output", RUN_AGAIN


def _length(function):
    nodes = ast.walk(function)
    last = max(getattr(node, "end_lineno", getattr(node, "lineno", 0)) for node in nodes)
    return last - function.lineno + 1


def _calls_to_show(tree):
    at_once = [node for node in tree.body if not isinstance(node, (ast.FunctionDef, ast.ClassDef))]
    calls = [node for top in at_once for node in ast.walk(top) if isinstance(node, ast.Call)]
    names = [getattr(call.func, "id", getattr(call.func, "attr", "")) for call in calls]
    return any(name in _SHOW for name in names)


def _ends_in_a_value(tree, cell, in_setup):
    # What is called in Setup sets something, and a semicolon at the end keeps a value unshown.
    kept_quiet = in_setup or cell["source"].rstrip().endswith(";")
    return bool(tree.body) and isinstance(tree.body[-1], ast.Expr) and not kept_quiet
