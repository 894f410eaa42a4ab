"""Two comparisons held against each other, as text for a terminal or a pipe, or as Markdown."""

from tf1_updates.reports.difference_findings import findings
from tf1_updates.reports.markdown import escaped
from tf1_updates.reports.number_text import NOTHING, ratio_text, seconds_text
from tf1_updates.reports.page import grid, items, joined, markdown_grid
from tf1_updates.reports.wording import one_line


def render(document, names, width=None, encoding="utf-8"):
    """Return table, findings and warnings as one text.

    Args:
        document: what `timing.difference_document` returned.
        names: what the files A and B are called.
        width: columns of the terminal; by default nothing is broken.
        encoding: letters that it lacks are written as escapes.

    Returns:
        A string that ends in a newline.
    """
    pieces = [_title(names)]
    if document["approaches"]:
        pieces.append(grid(_rows(document), width))
    lists = findings(document), _warnings(document)
    return joined(pieces + [items(lines, width) for lines in lists], encoding)


def render_markdown(document, names):
    """Return the same as GitHub Markdown."""
    lines = ["**{}**".format(escaped(_title(names))), ""] + markdown_grid(_rows(document))
    for sentences in (findings(document), _warnings(document)):
        lines += [""] * bool(sentences) + ["- " + escaped(sentence) for sentence in sentences]
    return "\n".join(lines) + "\n"


def _title(names):
    return "B = {1} against A = {0}".format(*map(one_line, names))


def _rows(document):
    heads = ["approach", "steps", "median in A", "median in B", "B / A [95%]", "verdict"]
    reference = document["reference"]
    if reference is not None:
        heads += ["ratio to {}, B / A [95%]".format(one_line(reference)), "verdict on it"]
    return [heads] + [_row(row, reference) for row in document["approaches"]]


def _row(row, reference):
    cells = [
        one_line(row["name"]),
        _steps(row),
        seconds_text(row["median_seconds_a"]),
        seconds_text(row["median_seconds_b"]),
        ratio_text(row["ratio"], row["ratio_ci95"]),
        row["verdict"] or _why_not(row),
    ]
    if reference is None:
        return cells
    if row["name"] == reference and row["relative_ratio"] is not None:
        return cells + ["1 (reference)", NOTHING]
    cells.append(ratio_text(row["relative_ratio"], row["relative_ratio_ci95"]))
    return cells + [row["relative_verdict"] or NOTHING]


def _steps(row):
    """The numbers of the compared steps, counted from 1; the warm-up counts along."""
    if row["steps"] is None:
        return NOTHING
    return "{} to {}".format(row["first_step"] + 1, row["first_step"] + row["steps"])


def _why_not(row):
    if row["status_a"] is None or row["status_b"] is None:
        return "only in " + ("A" if row["status_b"] is None else "B")
    for letter in ("a", "b"):
        if row["status_" + letter] != "ok":
            return "{} in {}".format(row["status_" + letter], letter.upper())
    return "no step in both"


def _warnings(document):
    return ["warning: " + one_line(text) for text in document["warnings"]]
