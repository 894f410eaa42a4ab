"""What a reader of a comparison must not forget: interruptions, early stops and warnings."""

import re

from tf1_updates.reports.number_text import count_text
from tf1_updates.reports.reading import setting
from tf1_updates.reports.wording import names, one_line, sentence

# More approaches than these are counted rather than named.
_MOST_NAMES = 3


def doubt_sentence(document):
    """Say what limits the comparison, or return the empty string if nothing does."""
    clauses = [] if document["complete"] else [_interruption(document)]
    budget = setting(document, "budget_seconds")
    within = "" if budget is None else " (time budget {:g} s)".format(budget)
    for approach in document["approaches"]:
        step = approach["stopped_early_at_step"]
        if step is not None:
            text = "{} was stopped early at step {}{}"
            clauses.append(text.format(one_line(approach["name"]), count_text(step), within))
    clauses += [one_line(warning) for warning in document.get("warnings", [])]
    return sentence(clauses + _warnings(document["approaches"]), document)


def _interruption(document):
    timed = max([len(approach["step_seconds"]) for approach in document["approaches"]] or [0])
    if not timed:
        return "the comparison was interrupted before a step was timed"
    asked = setting(document, "steps")
    of_asked = "" if asked is None else " of {}".format(count_text(asked))
    return "the comparison was interrupted: at most {}{} steps of an approach were timed".format(
        count_text(timed), of_asked
    )


def _warnings(approaches):
    """Quote each kind of warning once, with the approaches that have it."""
    kinds = {}
    for approach in approaches:
        for warning in approach["warnings"]:
            # What differs in its numbers only is of one kind; an early stop was told already.
            if approach["stopped_early_at_step"] is None or "stopped early" not in warning:
                kind = re.sub(r"\d[\d.,]*", "", warning)
                kinds.setdefault(kind, []).append((approach, warning))
    return [_quoted(found) for found in kinds.values()]


def _quoted(found):
    first, warning = found[0]
    others = [approach for approach, _ in found[1:] if approach is not first]
    text = "{}: {}".format(one_line(first["name"]), one_line(warning))
    if not others:
        return text
    who = names(others) if len(others) <= _MOST_NAMES else "{} others".format(len(others))
    return "{}, likewise {}".format(text, who)
