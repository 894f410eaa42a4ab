"""The small rungs of the ladder as Markdown: what each changes, and what that is worth.

gain = 1 - ratio      the share of the reference's step that is saved, its interval the ratio's
"""

from tf1_updates.reports.description import warned_circumstances
from tf1_updates.reports.markdown import escaped, table_line
from tf1_updates.reports.number_text import (
    NOTHING,
    bytes_text,
    count_text,
    ratio_text,
    seconds_text,
)

HEADINGS = (
    "rung",
    "what is changed",
    "steps per call",
    "fed per step",
    "median step [95% interval]",
    "ratio to {}",
    "gain",
)


def render_markdown(document):
    """Return the table and the circumstances as Markdown.

    Args:
        document: a saved comparison whose settings have `rungs`, as the benchmark saves it.

    Returns:
        A string that ends in a newline.
    """
    heads = [head.format(document["reference"]) for head in HEADINGS]
    lines = [table_line(heads), table_line(["---"] * len(heads))]
    lines += [table_line(cells) for cells in rows(document)]
    said = warned_circumstances(document)
    if said:
        lines += ["", "Measured with {}.".format(escaped("; ".join(said)))]
    return "\n".join(lines) + "\n"


def rows(document):
    """Return one list of cells for each rung, in the document's order."""
    summaries = document["settings"]["rungs"]
    return [
        _row(rung, summaries.get(rung["name"], ""), document) for rung in document["approaches"]
    ]


def _row(rung, summary, document):
    is_reference = rung["name"] == document["reference"]
    return [
        rung["name"],
        summary if rung["status"] == "ok" else "{}: {}".format(rung["status"], rung["reason"]),
        count_text(rung.get("steps_per_session_run")),
        bytes_text(rung["bytes_fed_per_step"]),
        seconds_text(rung["median_seconds"], rung["median_ci95"]),
        "1 (reference)" if is_reference else ratio_text(rung["ratio"], rung["ratio_ci95"]),
        NOTHING if is_reference else gain_text(rung["ratio"], rung["ratio_ci95"]),
    ]


def gain_text(ratio, interval):
    """Return the share of the reference's step that is saved; below 0% where a step takes longer.

    >>> gain_text(0.75, [0.70, 0.81]), gain_text(1.25, None)
    ('25% [19%, 30%]', '-25%')
    """
    if ratio is None:
        return NOTHING
    gains = ["{:.0%}".format(1 - each) for each in [ratio] + sorted(interval or [], reverse=True)]
    return gains[0] + (" [{}, {}]".format(*gains[1:]) if interval else "")
