"""An explanation as text for a terminal, a pipe or a file, or as GitHub Markdown."""

import textwrap

from tf1_updates.reports.description import environment_text, settings_text, title
from tf1_updates.reports.explain_cells import price_rows, waterfall_rows
from tf1_updates.reports.explain_findings import findings
from tf1_updates.reports.explain_grid import grid
from tf1_updates.reports.markdown import escaped, table_line
from tf1_updates.reports.wording import encodable, one_line

_PAGE_WIDTH = 100

_PRICES = (
    "What one step costs: {} itself, and what the others take longer than that (median of blocks "
    "that ran side by side, 95% interval). The ablations differ from it by one thing each."
)
_WATERFALL = (
    "Where the time of {} goes. A cause costs as much as in its ablation, as many times as a step "
    "has it."
)


def render(document, width=None, encoding="utf-8"):
    """Return tables, findings and circumstances as one text.

    Args:
        document: an explanation with its results.
        width: columns of the terminal; by default nothing is broken.
        encoding: letters that it lacks are written as escapes.

    Returns:
        A string that ends in a newline.
    """
    page = width or _PAGE_WIDTH
    pieces = [_wrapped(title(document), page)]
    for caption, rows in _tables(document):
        pieces += [_wrapped(caption, page), grid(rows, width)]
    for lines in (findings(document), _circumstances(document)):
        items = [_wrapped("- " + line, page, subsequent_indent="  ") for line in lines]
        pieces.append("\n".join(items))
    return encodable("\n\n".join(piece for piece in pieces if piece) + "\n", encoding)


def render_markdown(document):
    """Return the same as GitHub Markdown."""
    lines = ["**{}**".format(escaped(title(document)))]
    for caption, rows in _tables(document):
        lines += ["", escaped(caption), "", table_line(rows[0])]
        lines.append(table_line(["---"] + ["--:"] * (len(rows[0]) - 1)))
        lines += [table_line(cells) for cells in rows[1:]]
    lines += [""] + ["- " + escaped(sentence) for sentence in findings(document)]
    lines += ["", "Measured with {}.".format(escaped("; ".join(_circumstances(document))))]
    return "\n".join(lines) + "\n"


def _tables(document):
    yield _PRICES.format(one_line(document["reference"])), price_rows(document)
    for name, found in document["results"]["waterfalls"].items():
        if found["windows"]:
            yield _WATERFALL.format(one_line(name)), waterfall_rows(document, name)


def _circumstances(document):
    return [text for text in (environment_text(document), settings_text(document)) if text]


def _wrapped(text, width, **indents):
    return textwrap.fill(text, width, break_long_words=False, break_on_hyphens=False, **indents)
