"""What the numbers of a sweep mean, in sentences that follow from them."""

from collections import OrderedDict

from tf1_updates.reports.number_text import bytes_text, share_text
from tf1_updates.reports.sweep_break_even import break_even_sentences
from tf1_updates.reports.sweep_memory import memory_speed_sentences
from tf1_updates.reports.sweep_reading import (
    approach_names,
    curve,
    grows,
    over,
    record_of,
    size_text,
)
from tf1_updates.reports.wording import listed, one_line
from tf1_updates.sweep import FLOOR
from tf1_updates.sweep.sizes import size_of


def findings(document):
    """Return what the sweep shows.

    Args:
        document: a saved sweep, as loaded.

    Returns:
        A list of sentences: where approaches break even with the reference, which of them grow,
        how near the memory's speed the floor comes, what disagrees and what was not measured.
    """
    return (
        break_even_sentences(document)
        + _growing(document)
        + _memory_speed(document)
        + memory_speed_sentences(document)
        + _disagreeing(document)
        + _not_measured(document)
    )


def _growing(document):
    names, counts = [], []
    for name in approach_names(document):
        _, records = curve(document, name)
        if records and grows(document, name):
            names.append(one_line(name))
            counts += [len(each["warmup_seconds"] + each["step_seconds"]) for each in records]
    if not names:
        return []
    text = "{} {} ops at each step, so that a step costs more the later it comes: the times are "
    text += "those of the first {} steps only."
    span = "{:,} to {:,}".format(min(counts), max(counts)) if len(set(counts)) > 1 else counts[0]
    return [text.format(listed(names), "adds" if len(names) == 1 else "add", span)]


def _memory_speed(document):
    """Bytes per second of the ladder's floor and of NumPy, at the largest point that has both."""
    if over(document) != "weights":
        return []
    for point in reversed(document["points"]):
        numpy = record_of(point, FLOOR)
        for record in point["approaches"]:
            if (
                record["origin"] == "floor"
                and record["median_seconds"]
                and numpy
                and numpy["median_seconds"]
            ):
                return [_speed_text(document, point["value"], record, numpy)]
    return []


def _speed_text(document, value, record, numpy):
    size = size_of(over(document), value)
    moved = size.moved_bytes
    speeds = [moved / each["median_seconds"] for each in (record, numpy)]
    text = "At {}, {} moves {} a step (each weight and gradient read, each weight written) at "
    text += "{}/s; NumPy adds as many in place at {}/s in the same rounds: {} of that speed."
    text = text.format(
        size_text(document, value),
        one_line(record["name"]),
        bytes_text(moved),
        bytes_text(speeds[0]),
        bytes_text(speeds[1]),
        share_text(speeds[0] / speeds[1]) if speeds[0] <= speeds[1] else "all",
    )
    if not size.is_beyond_caches:
        text += " Arrays this small may stay in the processor's caches."
    return text


def _disagreeing(document):
    found = OrderedDict()
    for point in document["points"]:
        for record in point["approaches"]:
            if record["status"] in ("wrong", "unsupported"):
                key = record["name"], record["status"], record["reason"]
                found.setdefault(key, []).append(point["value"])
    sentences = []
    for (name, status, reason), values in found.items():
        where = "" if status == "unsupported" else " at " + _values(document, values)
        word = "WRONG" if status == "wrong" else status
        reason = one_line(reason or "no reason was recorded")
        sentences.append("{} is {}{}: {}.".format(one_line(name), word, where, reason.rstrip(".")))
    return sentences


def _not_measured(document):
    sentences, by_reason, left_out = [], OrderedDict(), OrderedDict()
    for point in document["points"]:
        if point["skipped_reason"]:
            by_reason.setdefault(point["skipped_reason"], []).append(point["value"])
        elif not point["complete"]:
            where = size_text(document, point["value"])
            sentences.append("Interrupted while {} was measured.".format(where))
        for record in point["approaches"]:
            if record["status"] == "skipped":
                key = point["value"], record["reason"] or "no reason was recorded"
                left_out.setdefault(key, []).append(one_line(record["name"]))
    for (value, reason), names in left_out.items():
        text = "Not measured at {}: {}: {}."
        sentences.append(text.format(size_text(document, value), listed(names), one_line(reason)))
    for reason, values in by_reason.items():
        text = "Not measured: {}: {}."
        sentences.append(text.format(_values(document, values), one_line(reason)))
    if not document["complete"]:
        sentences.append("`--resume FILE` measures what a saved file still lacks.")
    return sentences


def _values(document, values):
    if len(values) == 1:
        return size_text(document, values[0])
    words = ["{:,}".format(value) for value in values[:-1]]
    return listed(words + [size_text(document, values[-1])])
