"""A sweep as text for a terminal, a pipe or a file, or as GitHub Markdown."""

from tf1_updates.reports import description
from tf1_updates.reports.number_text import NOTHING, ratio_text, seconds_text
from tf1_updates.reports.page import markdown_page, text_page
from tf1_updates.reports.sweep_findings import findings
from tf1_updates.reports.sweep_memory import memory_speed_tables
from tf1_updates.reports.sweep_reading import (
    approach_names,
    floor_names,
    grows,
    measured_points,
    over,
    record_of,
)
from tf1_updates.reports.wording import one_line

# Settings that the title or the tables say already.
_SAID = ("over", "points", "problem", "rule", "approaches")
_MARK = "*"


def title(document):
    """Return what the sweep went over, the problem and the rule.

    >>> title({"settings": {"over": "batch", "problem": "softmax_digits"}})
    'cost of a step over batch: softmax_digits'
    """
    what = description.title({"complete": True, "settings": document["settings"]})
    return "cost of a step over {}: {}".format(one_line(over(document)), what)


def render(document, width=None, encoding="utf-8"):
    """Return title, tables, findings and circumstances as one text.

    Args:
        document: a saved sweep, as loaded.
        width: columns of the terminal; by default no table is broken.
        encoding: letters that it lacks are written as escapes.

    Returns:
        A string that ends in a newline.
    """
    lists = findings(document), _circumstances(document)
    return text_page(title(document), _tables(document), lists, width, encoding)


def render_markdown(document):
    """Return the same as GitHub Markdown."""
    said = findings(document), _circumstances(document)
    return markdown_page(title(document), _tables(document), *said)


def _tables(document):
    points = measured_points(document)
    if not points:
        return []
    note = ""
    if any(grows(document, name) for name in approach_names(document)):
        note = " {} adds ops at each step: the first few steps only.".format(_MARK)
    ratios = "The same as a multiple of {}'s in the same rounds, with 95% interval."
    return [
        ("Median step, with 95% interval." + note, _rows(document, points, _time)),
        (ratios.format(one_line(document["reference"])), _rows(document, points, _ratio)),
    ] + memory_speed_tables(document)


def _rows(document, points, cell):
    heads = [over(document)] + ["{:,}".format(point["value"]) for point in points]
    names = approach_names(document)
    rows = [heads]
    for name in names + floor_names(document):
        mark = _MARK if grows(document, name) else ""
        records = [record_of(point, name) for point in points]
        cells = [cell(record, document) if record else NOTHING for record in records]
        rows.append([one_line(name) + mark] + cells)
    return rows


def _time(record, document):
    if record["median_seconds"] is None:
        status = record.get("status", "ok")
        return {"ok": "not timed", "wrong": "WRONG"}.get(status, status)
    return seconds_text(record["median_seconds"], record["median_ci95"])


def _ratio(record, document):
    if record["ratio"] is not None and record["name"] == document["reference"]:
        return "1"
    return ratio_text(record["ratio"], record["ratio_ci95"])


def _circumstances(document):
    settings = document["settings"]
    others = {key: settings[key] for key in settings if key not in _SAID}
    return description.warned_circumstances(dict(document, settings=others))
