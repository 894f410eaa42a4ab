"""From where on, and up to where, an approach is within a factor of the reference, in words."""

import math

from tf1_updates.reports.sweep_reading import (
    approach_names,
    floor_names,
    grows,
    ratio_points,
    size_text,
)
from tf1_updates.reports.wording import listed, one_line
from tf1_updates.sweep.break_even import Point, spans_within

FACTOR = 2


def break_even_sentences(document):
    """Return sentences that say where each approach is within 2 times the reference.

    Where the reference itself takes more than 2 times as long as another, that is said as well.
    """
    reference, floors = document["reference"], floor_names(document)
    always, never, sentences = [], [], []
    for name in approach_names(document):
        points = ratio_points(document, name)
        if name in [reference] + floors or not points:
            continue
        sentences += _crossings(document, name, reference, points, (always, never))
        if any(point.ratio < 1 / FACTOR for point in points):
            turned = [_turned(point) for point in points]
            sentences += _crossings(document, reference, name, turned, ([], []))
    text = "{} within {} times {} at every point where {} timed"
    if always:
        verbs = ("is", "it was") if len(always) == 1 else ("are", "they were")
        said = text.format(verbs[0], FACTOR, reference, verbs[1])
        sentences.insert(0, "{} {}.".format(listed(map(one_line, always)), said))
    if never:
        verbs = ("is", "it was") if len(never) == 1 else ("are", "they were")
        said = "{} within {} times {} at no point where {} timed"
        said = said.format(verbs[0], FACTOR, reference, verbs[1])
        sentences.append("{} {}.".format(listed(map(one_line, never)), said))
    return sentences


def _crossings(document, name, reference, points, groups):
    spans = spans_within(points, FACTOR)
    if not spans:
        groups[1].append(name)
        return []
    if spans[0].start is None and spans[0].stop is None:
        groups[0].append(name)
        return []
    told = listed(_span_text(document, span) for span in spans)
    doubts = [end for span in spans for end in span if end is not None and _is_open(end)]
    doubt = "; an interval beside the break-even holds {}, so it is not resolved".format(FACTOR)
    text = "{}, {} is within {} times {}{}{}{}."
    reach = " (timed up to {})".format(size_text(document, points[-1].value))
    last = document["points"][-1]["value"]
    early = " in its first steps" if grows(document, name) else ""
    return [
        text.format(
            told[:1].upper() + told[1:],
            one_line(name),
            FACTOR,
            one_line(reference),
            early,
            reach if points[-1].value < last else "",
            doubt if doubts else "",
        )
    ]


def _is_open(end):
    return end.below is None or end.above is None


def _span_text(document, span):
    start = "from {} on" if span.stop is None else "from {}"
    parts = [start.format(_end_text(document, span.start))] if span.start else []
    if span.stop:
        parts.append("up to {}".format(_end_text(document, span.stop)))
    return " ".join(parts)


def _end_text(document, end):
    text = "about " + size_text(document, _two_digits(end.value))
    if _is_open(end):
        return text
    return "{} (between {:,} and {:,})".format(text, end.below, end.above)


def _two_digits(value):
    """Round to the two digits that an interpolation between two points bears at the most."""
    place = max(0, int(math.floor(math.log10(value))) - 1) if value >= 1 else 0
    return int(round(value, -place))


def _turned(point):
    """The same point with the approach as the reference."""
    ends = [None, None] if point.low is None or point.low <= 0 else [1 / point.high, 1 / point.low]
    return Point(point.value, 1 / point.ratio, ends[0], ends[1], point.reference * point.ratio)
