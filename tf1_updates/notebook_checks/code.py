"""What the code of a notebook has to look like: short cells, short functions, imports in Setup."""

import ast

MOST_LINES, MOST_FUNCTION_LINES = 25, 10
# The piece that is being taught may be as long as it is.
TAUGHT = "taught"
# A cell that calls one of these has something to show.
_SHOW = ("print", "check_answer", "subplots", "display")


def code_complaints(sections):
    """Yield (place, problem) for the code cells.

    Args:
        sections: dict from the title of a section to its cells, as (place, cell).

    >>> cell = {"cell_type": "code", "source": "import os", "metadata": {}, "outputs": []}
    >>> list(code_complaints({"Build": [(4, cell)]}))
    [(4, 'an import outside of Setup')]
    """
    for title, cells in sections.items():
        for place, cell in cells:
            if cell["cell_type"] == "code":
                for problem in _problems(cell, title):
                    yield place, problem


def _problems(cell, title):
    lines = cell["source"].splitlines()
    if len(lines) > MOST_LINES and title != "Setup":
        yield "{} lines; {} are the most".format(len(lines), MOST_LINES)
    # Magics are no Python.
    kept = [line for line in lines if not line.startswith(("%", "!"))]
    try:
        tree = ast.parse("\n".join(kept))
    except SyntaxError as error:
        yield "no Python: {}".format(error.msg)
        return
    imports = [node for node in ast.walk(tree) if isinstance(node, (ast.Import, ast.ImportFrom))]
    if imports and title != "Setup":
        yield "an import outside of Setup"
    if TAUGHT not in cell["metadata"].get("tags", []):
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and _length(node) > MOST_FUNCTION_LINES:
                text = "{} has {} lines; {} are the most, but in a cell tagged {!r}"
                yield text.format(node.name, _length(node), MOST_FUNCTION_LINES, TAUGHT)
    if _shows(tree) and not cell["outputs"]:
        yield "shows something and has no output"


def _length(function):
    last = max(getattr(node, "lineno", 0) for node in ast.walk(function))
    return last - function.lineno + 1


def _shows(tree):
    at_once = [node for node in tree.body if not isinstance(node, (ast.FunctionDef, ast.ClassDef))]
    calls = [node for top in at_once for node in ast.walk(top) if isinstance(node, ast.Call)]
    names = [getattr(call.func, "id", getattr(call.func, "attr", "")) for call in calls]
    return any(name in _SHOW for name in names)
