"""A self-check as text: what was asked of the statistics, what was found, and whether it passes."""

from tf1_updates.reports.description import environment_text
from tf1_updates.reports.number_text import ratio_text
from tf1_updates.reports.page import items, joined
from tf1_updates.reports.wording import one_line
from tf1_updates.timing.load import load_warnings
from tf1_updates.timing.statistics import SESSION_TO_SESSION

_CHECKS = {
    "same": "two equal copies: the interval of their ratio holds 1",
    "delayed": "a copy with 5% more per step: its interval lies above 1",
    "slope": "made-up series of known slope: it is found within 10%",
}


def render(document, width=None, encoding="utf-8"):
    """Return title, table and notes as one text.

    Args:
        document: a self-check, as `selfcheck_document` returns it.
        width: columns of the terminal, for the notes.
        encoding: letters that it lacks are written as escapes.

    Returns:
        A string that ends in a newline.
    """
    rows = [("check", "asked", "found", "passes")]
    rows += [_row(check) for check in document["checks"]]
    widths = [max(map(len, column)) for column in zip(*rows)]
    rows.insert(1, tuple("-" * each for each in widths))
    lines = ["  ".join(map(str.ljust, row, widths)).rstrip() for row in rows]
    pieces = [_title(document), "\n".join(lines), items(_notes(document), width)]
    return joined(pieces, encoding)


def _title(document):
    settings = document["settings"]
    text = "selfcheck of {} on {}: {:,} repeats of {:,} steps each".format(
        one_line(settings.get("approach", "?")),
        one_line(settings.get("problem", "?")),
        len(document["repeats"]),
        settings.get("steps", 0),
    )
    return text if document["complete"] else text + ", interrupted"


def _row(check):
    held, of = check["held"], check["of"]
    found = "{:.0%} ({:,} of {:,})".format(held / of, held, of) if of else "nothing"
    asked = "at least {:.0%}".format(check["asked"])
    return _CHECKS[check["name"]], asked, found, "yes" if check["passes"] else "NO"


def _notes(document):
    deviation = document.get("session_to_session")
    if deviation is not None:
        text = (
            "measured in new sessions, an approach has a level of its own: {:.1%} of a step "
            "(standard deviation) beyond the noise within; the intervals of ratios reckon with "
            "{:.1%}"
        )
        yield text.format(deviation, SESSION_TO_SESSION)
    turns = document.get("first_to_later")
    if turns:
        text = "whose turn comes first in a round takes {} as long as who comes later"
        yield text.format(ratio_text(turns[0], turns[1:] if turns[1] is not None else None))
    delay = document.get("delay_share")
    if delay:
        text = "the delay, scaled before each repeat, was {:.1%} of a step in the middle repeat"
        yield text.format(delay[0])
    few = [each for each in document["checks"] if each["of"] < 20]
    if few:
        yield "fewer than 20 repeats pass nothing"
    for warning in load_warnings(document.get("load")):
        yield warning + "; repeat it on a quiet one before you believe a NO"
    circumstances = environment_text(document)
    if circumstances:
        yield circumstances
