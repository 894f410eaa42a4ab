"""Tables of an explanation: laid out for a terminal, and how their numbers are written."""

from tf1_updates.reports.number_text import seconds_text


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


def microseconds(seconds, interval=None):
    """Write seconds as microseconds with their interval: whole ones, or tenths below 10.

    >>> microseconds(0.0012345, [0.0011, 0.0014]), microseconds(-0.0000012), microseconds(None)
    ('1,234 [1,100, 1,400]', '-1.2', '-')
    """
    if seconds is None:
        return "-"
    numbers = [1e6 * each for each in [seconds] + list(interval or [])]
    form = "{:,.1f}" if max(map(abs, numbers)) < 10 else "{:,.0f}"
    texts = [form.format(number + 0.0) for number in numbers]
    return texts[0] + (" [{}, {}]".format(*texts[1:]) if interval else "")


def percent(share, interval=None):
    """Write a share, which noise may put below none or above all, with its interval.

    >>> percent(0.974, [0.951, 0.992]), percent(0.004), percent(None)
    ('97% [95%, 99%]', '0.4%', 'an unknown share')
    """
    if share is None:
        return "an unknown share"
    texts = [
        ("{:.1%}" if 0 < abs(each) < 0.01 else "{:.0%}").format(each)
        for each in [share] + list(interval or [])
    ]
    return texts[0] + (" [{}, {}]".format(*texts[1:]) if interval else "")


def duration(seconds, interval=None):
    """Write a time that may be hours long.

    >>> duration(90.0), duration(13400.0, [12600.0, 14400.0])
    ('90 s', '3.7 hours [3.5, 4.0]')
    """
    for least, unit in ((7200, "hours"), (120, "minutes")):
        if seconds >= least:
            size = 3600 if unit == "hours" else 60
            text = "{:,.1f} {}".format(seconds / size, unit)
            return text + (
                " [{:,.1f}, {:,.1f}]".format(*[e / size for e in interval or ()] or [0, 0])
                if interval
                else ""
            )
    return seconds_text(seconds, interval)
