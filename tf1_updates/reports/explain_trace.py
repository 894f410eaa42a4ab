"""One traced step as a table: which types of op ran, and for how long."""

from tf1_updates.reports.explain_numbers import percent
from tf1_updates.reports.markdown import escaped, table_line
from tf1_updates.reports.number_text import count_text, seconds_text
from tf1_updates.reports.page import grid

MOST_ROWS = 12


def rows(figures):
    """Return the table of the longest kernels, headings first.

    Args:
        figures: dictionary with `kernels`, a list of (type, count, microseconds), longest first.

    >>> rows({"kernels": [("MatMul", 2, 80.0), ("NoOp", 1, 0.0)]})[1]
    ['MatMul', '2', '80', '100%']
    """
    kernels = figures["kernels"]
    total = sum(each[2] for each in kernels)
    table = [["op type", "count", "microseconds", "of all"]]
    shown, others = kernels[:MOST_ROWS], kernels[MOST_ROWS:]
    if others:
        text = "{} other types".format(len(others))
        shown = shown + [(text, sum(each[1] for each in others), sum(each[2] for each in others))]
    for name, count, microseconds in shown:
        share = percent(microseconds / total) if total else "-"
        table.append([name, count_text(count), "{:,.0f}".format(microseconds), share])
    return table


def sentence(name, step, figures):
    """Say how much of the step its kernels are; what is left is spent around them.

    >>> print(sentence("group_assign", 10, {"kernels": [("MatMul", 2, 500.0)], "session_calls": 1,
    ...                                     "step_seconds": 0.002, "before_seconds": 0.001}))
    Step 10 of group_assign made 1 call of session.run and took 2.0 ms while it was traced \
(1.0 ms the step before); its kernels ran for 0.50 ms of that.
    """
    calls, before = figures["session_calls"], figures["before_seconds"]
    text = "Step {} of {} made {} call{} of session.run and took {} while it was traced{}; "
    text += "its kernels ran for {} of that."
    return text.format(
        count_text(step),
        name,
        count_text(calls),
        "" if calls == 1 else "s",
        seconds_text(figures["step_seconds"]),
        "" if before is None else " ({} the step before)".format(seconds_text(before)),
        seconds_text(1e-6 * sum(each[2] for each in figures["kernels"])),
    )


def render(name, step, figures):
    """Return table and sentence as text that ends in a newline."""
    return grid(rows(figures)) + "\n\n" + sentence(name, step, figures) + "\n"


def render_markdown(name, step, figures):
    """Return the same as GitHub Markdown."""
    table = rows(figures)
    lines = [table_line(table[0]), table_line(["---"] + ["--:"] * 3)]
    lines += [table_line(cells) for cells in table[1:]]
    return "\n".join(lines + ["", escaped(sentence(name, step, figures))]) + "\n"
