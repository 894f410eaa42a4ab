"""Approaches' code in columns, the lines that the first of them lacks marked."""

import html
import textwrap

from tf1_updates.teaching.approach_source import source_of

_MARK, _SAME = "\u25b8 ", "  "
_DEEPER = 4
_FACE = "font:75%/1.3 monospace;white-space:pre-wrap;word-break:normal;overflow-wrap:anywhere"
_TABLE = "table-layout:fixed;width:100%;margin:0"


def marked_lines(sources):
    """Return each source's lines as (line, whether the first source lacks it).

    Args:
        sources: list of texts; the first is what the others are held against.

    >>> marked_lines(["a\\nb", "a\\nc"])
    [[('a', False), ('b', False)], [('a', False), ('c', True)]]
    """
    several = [
        [line.rstrip() for line in textwrap.dedent(source).strip("\n").split("\n")]
        for source in sources
    ]
    known = {line.strip() for line in several[0]}
    return [[(line, line.strip() not in known) for line in lines] for lines in several]


def code_columns(names, function="build"):
    """Return an HTML table with one approach's code in each column.

    A line that the first of them lacks is bold and begins with a mark, so that it is told without
    a colour too, and where a page strips styles.

    Args:
        names: names of approaches; the first is what the others are held against.
        function: as for `source_of`; an approach without one shows its `build`.

    >>> code_columns(["group_assign"]).count("<td")
    1
    """
    return source_columns(names, [_source(name, function) for name in names])


def source_columns(titles, sources):
    """Return an HTML table with one source in each column, marked as by `code_columns`.

    Args:
        titles: what stands above the columns.
        sources: list of texts, one for each column.

    >>> "<b>\u25b8 c</b>" in source_columns(["one", "other"], ["a", "a\\nc"])
    True
    """
    style = "text-align:left;overflow-wrap:anywhere"
    heads = "".join('<th style="{}">{}</th>'.format(style, title) for title in titles)
    cells = "".join(_cell(lines) for lines in marked_lines(sources))
    return '<table style="{}"><tr>{}</tr><tr>{}</tr></table>'.format(_TABLE, heads, cells)


def _source(name, function):
    try:
        return source_of(name, function)
    except AttributeError:
        return source_of(name)


def _cell(lines):
    style = "text-align:left;vertical-align:top"
    text = "".join(_line(line, differs) for line, differs in lines)
    return '<td style="{}"><pre style="{}">{}</pre></td>'.format(style, _FACE, text)


def _line(line, differs):
    text = (_MARK if differs else _SAME) + html.escape(line)
    # What does not fit goes on below, deeper than its line begins.
    indent = len(line) - len(line.lstrip()) + len(_SAME) + _DEEPER
    style = "display:block;padding-left:{0}ch;text-indent:-{0}ch".format(indent)
    shown = "<b>{}</b>".format(text) if differs else text
    return '<span style="{}">{}\n</span>'.format(style, shown)
