"""An explanation as text for a terminal, a pipe or a file, or as GitHub Markdown."""

from tf1_updates.reports.description import title, warned_circumstances
from tf1_updates.reports.explain_cells import price_rows, waterfall_rows
from tf1_updates.reports.explain_findings import findings
from tf1_updates.reports.page import markdown_page, text_page
from tf1_updates.reports.wording import one_line

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
    lists = findings(document), warned_circumstances(document)
    return text_page(title(document), _tables(document), lists, width, encoding)


def render_markdown(document):
    """Return the same as GitHub Markdown."""
    said = findings(document), warned_circumstances(document)
    return markdown_page(title(document), _tables(document), *said)


def _tables(document):
    yield _PRICES.format(one_line(document["reference"])), price_rows(document)
    for name, found in document["results"]["waterfalls"].items():
        if found["windows"]:
            yield _WATERFALL.format(one_line(name)), waterfall_rows(document, name)
