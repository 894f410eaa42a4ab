"""The comparison as text for a terminal, a pipe or a file: a table, then what it means.

Everything is ASCII unless the document's own text is not, and nothing depends on colour. No cell is
ever cut: a table too wide for the terminal goes on below, with the names repeated.
"""

import functools
import io

from rich.box import Box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from tf1_updates.reports.cells import headings, notes, rows
from tf1_updates.reports.description import circumstances, title
from tf1_updates.reports.findings import findings
from tf1_updates.reports.page import items, joined, print_text, wrapped
from tf1_updates.reports.wording import encodable

# A line below the headings and no other: in ASCII, so every terminal has it.
_BOX = Box("    \n    \n -- \n    \n    \n    \n    \n    \n", ascii=True)

# Only the agreement and its reason are prose, which may go on in a second line of its cell.
_PROSE_COLUMN, _PROSE_WIDTH = 2, 40

# A width that no table reaches.
_UNBOUNDED = 100000


def comparison_table(document, columns=None, encoding="utf-8"):
    """Return the comparison as a table, one row per approach in the document's order.

    Args:
        document: a saved comparison, as loaded.
        columns: indices of the columns to show; all of them by default.
        encoding: letters that it lacks are written as escapes.

    Returns:
        A `rich.table.Table` of its natural width; print it with `crop=False`.
    """
    table = Table(box=_BOX, show_edge=False, padding=(0, 1, 0, 0))
    heads, body = headings(document), rows(document)
    columns = range(len(heads)) if columns is None else columns
    for column in columns:
        table.add_column(Text("\n".join(heads[column])), no_wrap=True, overflow="ignore")
    for cells in body:
        # A `Text` is shown as it is: brackets are no markup.
        lines = [_cell_lines(cells[column], column, encoding) for column in columns]
        table.add_row(*[Text(line) for line in lines])
    table.width = _natural_width(table)
    return table


def render(document, width=None, encoding="utf-8"):
    """Return title, table, findings and circumstances as one text.

    Args:
        document: a saved comparison, as loaded.
        width: columns of the terminal. By default, as for a pipe or a file, the table is in one
            piece and as wide as it needs to be.
        encoding: letters that it lacks are written as escapes, so that printing cannot fail.

    Returns:
        A string that ends in a newline, without trailing blanks in its lines.
    """
    pieces = [wrapped(title(document), width)]
    for columns in _pieces(document, width, encoding):
        pieces.append(_as_text(comparison_table(document, columns, encoding)))
    lists = notes(document), findings(document), circumstances(document)
    text = joined(pieces + [items(lines, width) for lines in lists], encoding)
    return "\n".join(line.rstrip() for line in text.split("\n"))


def print_report(document, console=None):
    """Print the report as the console can show it.

    Args:
        document: a saved comparison, as loaded.
        console: as for `print_text`.
    """
    print_text(functools.partial(render, document), console)


def _pieces(document, width, encoding):
    """Spread the columns over as many tables as the width asks for, each with the names first."""
    every = list(range(len(headings(document))))
    if width is None:
        return [every]
    pieces = [every[:2]]
    for column in every[2:]:
        if comparison_table(document, pieces[-1] + [column], encoding).width <= width:
            pieces[-1].append(column)
        else:
            pieces.append([0, column])
    return pieces


def _cell_lines(cell, column, encoding):
    if column == _PROSE_COLUMN:
        cell = wrapped(cell, _PROSE_WIDTH)
    return encodable(cell, encoding)


def _natural_width(table):
    return Console(file=io.StringIO(), width=_UNBOUNDED).measure(table).maximum


def _as_text(table):
    console = Console(file=io.StringIO(), width=_UNBOUNDED, color_system=None, _environ={})
    console.print(table, crop=False)
    return console.file.getvalue().rstrip("\n")
