"""The comparison as GitHub Markdown: the same table and sentences, for a README between markers.

The text depends on the document alone, so a README can be checked against its document.
"""

from tf1_updates.reports.cells import headings, notes, rows
from tf1_updates.reports.description import circumstances, title
from tf1_updates.reports.findings import findings

# What Markdown or its HTML would take for its own; an underscore within a word is none.
_SPECIAL = str.maketrans({letter: "\\" + letter for letter in "\\|`*<"})


def render_markdown(document):
    """Return title, table, findings and circumstances as Markdown.

    Args:
        document: a saved comparison, as loaded.

    Returns:
        A string that ends in a newline.
    """
    heads = [" ".join(lines) for lines in headings(document)]
    lines = ["**{}**".format(escaped(title(document))), ""]
    lines += [table_line(heads), table_line(["---"] * len(heads))]
    lines += [table_line(cells) for cells in rows(document)]
    lines.append("")
    lines += ["- " + escaped(sentence) for sentence in notes(document) + findings(document)]
    said = circumstances(document)
    if said:
        lines += ["", "Measured with {}.".format(escaped("; ".join(said)))]
    return "\n".join(lines) + "\n"


def table_line(cells):
    """Return one row of a table.

    >>> table_line(["group_assign", "1|2"])
    '| group_assign | 1\\\\|2 |'
    """
    return "| " + " | ".join(escaped(cell) for cell in cells) + " |"


def escaped(text):
    """Return `text` so that Markdown shows it as it is.

    >>> escaped("2 * 3")
    '2 \\\\* 3'
    """
    return text.translate(_SPECIAL)
