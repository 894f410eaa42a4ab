"""The layout that every report in text shares: wrapped prose, lists, and tables of cells."""

import sys
import textwrap

from tf1_updates.reports.markdown import escaped, table_line
from tf1_updates.reports.wording import encodable

# The width of prose where no terminal gives one.
PAGE_WIDTH = 100


def wrapped(text, width=None, **indents):
    """Break prose into lines, but no word.

    >>> wrapped("one more session.run", 9)
    'one more\\nsession.run'
    """
    width = width or PAGE_WIDTH
    return textwrap.fill(text, width, break_long_words=False, break_on_hyphens=False, **indents)


def items(lines, width=None):
    """Return sentences as a list.

    >>> items(["one", "two"])
    '- one\\n- two'
    """
    return "\n".join(wrapped("- " + line, width, subsequent_indent="  ") for line in lines)


def joined(pieces, encoding):
    """Return the pieces of a page with an empty line between them, without those that are empty.

    Args:
        pieces: list of texts.
        encoding: letters that it lacks are written as escapes, so that printing cannot fail.

    >>> joined(["title", "", "table"], "ascii")
    'title\\n\\ntable\\n'
    """
    return encodable("\n\n".join(piece for piece in pieces if piece) + "\n", encoding)


def grid(rows, width=None):
    """Lay out rows of cells; a table that is too wide goes on below, with the names repeated.

    Args:
        rows: lists of cells, the headings first.
        width: columns of the terminal, or `None` for no limit.

    >>> print(grid([["cause", "step 1"], ["a call", "3"]]))
    cause   step 1
    ------  ------
    a call       3
    """
    widths = [max(map(len, column)) for column in zip(*rows)]
    pieces = [[0]]
    for column in range(1, len(widths)):
        longer = sum(widths[each] + 2 for each in pieces[-1]) + widths[column]
        if width is not None and longer > width and len(pieces[-1]) > 1:
            pieces.append([0])
        pieces[-1].append(column)
    return "\n\n".join("\n".join(_piece(rows, widths, columns)) for columns in pieces)


def _piece(rows, widths, columns):
    for place, row in enumerate(rows):
        cells = [row[each].rjust(widths[each]) for each in columns[1:]]
        yield "  ".join([row[0].ljust(widths[0])] + cells).rstrip()
        if place == 0:
            yield "  ".join("-" * widths[each] for each in columns)


def text_page(title, tables, lists, width=None, encoding="utf-8"):
    """Return a page: its title, tables with their captions, and lists of sentences.

    Args:
        title: str.
        tables: list of (caption, rows of cells).
        lists: list of lists of sentences.
        width: columns of the terminal; by default no table is broken.
        encoding: as for `joined`.

    Returns:
        A string that ends in a newline.
    """
    pieces = [wrapped(title, width)]
    for caption, rows in tables:
        pieces += [wrapped(caption, width), grid(rows, width)]
    return joined(pieces + [items(lines, width) for lines in lists], encoding)


def markdown_grid(rows):
    """Return the lines of a Markdown table whose cells but the first stand to the right.

    >>> markdown_grid([["cause", "step 1"], ["a call", "3"]])
    ['| cause | step 1 |', '| --- | --: |', '| a call | 3 |']
    """
    rule = ["---"] + ["--:"] * (len(rows[0]) - 1)
    return [table_line(cells) for cells in [rows[0], rule] + rows[1:]]


def markdown_page(title, tables, findings, circumstances):
    """Return a page as GitHub Markdown.

    Args:
        title, tables: as for `text_page`.
        findings: list of sentences.
        circumstances: list of what was measured, and on what.
    """
    lines = ["**{}**".format(escaped(title))]
    for caption, rows in tables:
        lines += ["", escaped(caption), ""] + markdown_grid(rows)
    lines += [""] + ["- " + escaped(sentence) for sentence in findings]
    if circumstances:
        lines += ["", "Measured with {}.".format(escaped("; ".join(circumstances)))]
    return "\n".join(lines) + "\n"


def print_text(render, console=None):
    """Print what `render(width, encoding)` returns, as the console can show it.

    Args:
        render: function from a terminal's width (`None` elsewhere, where nothing is broken) and the
            console's encoding to a text that ends in a newline.
        console: a `rich.console.Console`; by default that of standard output.

    >>> print_text(lambda width, encoding: "a report\\n")
    a report
    """
    if console is None:
        try:
            from rich.console import Console
        except ImportError:  # then only the doctor gets as far as this, and says so
            sys.stdout.write(render(None, sys.stdout.encoding))
            return
        console = Console()
    width = console.width if console.is_terminal else None
    console.out(render(width, console.encoding), end="", highlight=False)
