"""Approaches' code in columns, the lines that tell them apart marked."""

import html
from collections import Counter

from tf1_updates.teaching.approach_source import source_of

_MARK, _SAME = "\u25b8 ", "  "


def marked_lines(sources):
    """Return each source's lines as (line, whether it differs): whether another source lacks it.

    Args:
        sources: list of texts.

    >>> marked_lines(["a\\nb", "a\\nc"])
    [[('a', False), ('b', True)], [('a', False), ('c', True)]]
    """
    several = [[line.rstrip() for line in source.strip("\n").split("\n")] for source in sources]
    found = Counter(
        line.strip() for lines in several for line in {each.strip(): 0 for each in lines}
    )
    return [
        [(line, bool(line) and found[line.strip()] < len(several)) for line in lines]
        for lines in several
    ]


def code_columns(names, function="build"):
    """Return an HTML table with one approach's code in each column.

    A line that not all of them have is bold and begins with a mark, so that it is told without a
    colour too, and where a page strips styles.

    Args:
        names: names of approaches.
        function: as for `source_of`; an approach without one shows its `build`.

    >>> code_columns(["group_assign"]).count("<td")
    1
    """
    sources = [_source(name, function) for name in names]
    heads = "".join('<th style="text-align:left">{}</th>'.format(name) for name in names)
    cells = "".join(_cell(lines) for lines in marked_lines(sources))
    return "<table><tr>{}</tr><tr>{}</tr></table>".format(heads, cells)


def _source(name, function):
    try:
        return source_of(name, function)
    except AttributeError:
        return source_of(name)


def _cell(lines):
    shown = []
    for line, differs in lines:
        text = (_MARK if differs else _SAME) + html.escape(line)
        shown.append("<b>{}</b>".format(text) if differs else text)
    style = "text-align:left;vertical-align:top"
    text = '<pre style="font-size:75%;line-height:1.3">{}</pre>'.format("\n".join(shown))
    return '<td style="{}">{}</td>'.format(style, text)
