"""The comparison as rows of words: one row per approach, one function per kind of cell.

The terminal's table and the Markdown table both lay out these cells, so they cannot disagree.
"""

from tf1_updates.reports.agreement import agreement_text
from tf1_updates.reports.growth import growth_text
from tf1_updates.reports.number_text import (
    NOTHING,
    bytes_text,
    count_text,
    ratio_text,
    seconds_text,
)
from tf1_updates.reports.reading import is_measured
from tf1_updates.reports.wording import one_line

# A heading's parts stand below one another in a terminal.
HEADINGS = [
    ("approach",),
    ("thread", "row"),
    ("agreement with", "rule, largest error"),
    ("timed", "steps"),
    ("session calls", "per step"),
    ("ops added", "per step"),
    ("fed", "per step"),
    ("fetched", "per step"),
    ("median step", "[95% interval]"),
    ("ratio to", "{reference}"),
    ("growth per step", "[95% interval]"),
]


def headings(document):
    """Return the headings, each as a tuple of lines."""
    reference = one_line(document["reference"])
    return [tuple(line.format(reference=reference) for line in lines) for lines in HEADINGS]


def rows(document):
    """Return one list of cells per approach, in the document's order."""
    return [_row(approach, document) for approach in document["approaches"]]


def notes(document):
    """Return what a reader of the cells must know, as far as this document needs it."""
    without_interval = [
        approach
        for approach in document["approaches"]
        for number, interval in (("median_seconds", "median_ci95"), ("ratio", "ratio_ci95"))
        if approach[number] is not None and approach[interval] is None
    ]
    note = "A number without brackets has too few blocks of steps for a 95% interval."
    return [note] if without_interval else []


def _row(approach, document):
    stopped = approach["stopped_early_at_step"] is not None
    steps = count_text(len(approach["step_seconds"])) + (", stopped" if stopped else "")
    is_reference = is_measured(approach) and approach["name"] == document["reference"]
    return [
        one_line(approach["name"]),
        one_line(approach["origin"]),
        agreement_text(approach, document),
        steps if is_measured(approach) else NOTHING,
        count_text(approach["session_runs_per_step"]),
        count_text(approach["ops_added_per_step"]),
        bytes_text(approach["bytes_fed_per_step"]),
        bytes_text(approach["bytes_fetched_per_step"]),
        seconds_text(approach["median_seconds"], approach["median_ci95"]),
        "1 (reference)" if is_reference else ratio_text(approach["ratio"], approach["ratio_ci95"]),
        growth_text(approach),
    ]
