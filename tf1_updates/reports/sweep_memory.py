"""The end of a sweep where memory sets the speed: a table of its own, and what it says."""

from tf1_updates.doctor.allocator import SETTINGS, median_seconds, ratio, setting_text
from tf1_updates.reports import description
from tf1_updates.reports.number_text import NOTHING, ratio_text, seconds_text
from tf1_updates.reports.page import markdown_page
from tf1_updates.reports.sweep_reading import size_text
from tf1_updates.reports.wording import one_line
from tf1_updates.sweep import FLOOR, NORMALS
from tf1_updates.sweep.memory_speed import (
    FUSED,
    ROWS,
    columns,
    memory_point,
    ratio_to,
    timed_records,
)


def memory_speed_tables(document):
    """Return the table as a list of (caption, rows of cells); empty where no point is so large.

    Args:
        document: a saved sweep, as loaded.
    """
    point = memory_point(document)
    if point is None:
        return []
    caption = "At memory speed: {}. Each ratio is of steps of the same rounds."
    held_against = columns(point)
    rows = [["at memory speed", "median step"] + [heading for heading, _ in held_against]]
    records = timed_records(point)
    for name in (FLOOR, NORMALS, FUSED) + ROWS:
        if name in records:
            time = seconds_text(records[name]["median_seconds"], records[name]["median_ci95"])
            ratios = [_cell(point, name, others) for _, others in held_against]
            rows.append([name, time] + ratios)
    for name, setting in _under_settings(document):
        time = seconds_text(median_seconds(document["allocator"], setting, name))
        cell = _written(ratio(document["allocator"], setting, name))
        blank = [NOTHING] * (len(held_against) - 1)
        rows.append(["{}, {}".format(one_line(name), setting_text(setting)), time, cell] + blank)
    return [(caption.format(size_text(document, point["value"])), rows)]


def memory_speed_sentences(document):
    """Return what the table says of `compiled` and of the allocator, as a list of sentences."""
    point = memory_point(document)
    if point is None:
        return []
    sentences = []
    times = ratio_to(point, "group_assign", "compiled")
    if times is not None:
        text = "At {}, group_assign takes {} as long as compiled in the same rounds."
        sentences.append(text.format(size_text(document, point["value"]), _written(times)))
    measured = document.get("allocator")
    if measured is None:
        return sentences
    if measured["error"]:
        sentences.append("The allocator: not measured: {}.".format(one_line(measured["error"])))
    under = dict.fromkeys(
        setting for name, setting in _under_settings(document) if name == "group_assign"
    )
    if "default" in under and len(under) > 1:
        texts = []
        for setting in under:
            worth = _written(ratio(measured, setting, "group_assign"))
            texts.append("{} under {}".format(worth, setting_text(setting)))
        text = (
            "Without noise, in processes of their own, group_assign takes as multiples of {}: {}."
        )
        sentences.append(text.format(one_line(measured["reference"]), "; ".join(texts)))
    return sentences


def render_markdown(document):
    """Return the table alone, with its sentences and circumstances, as GitHub Markdown."""
    settings = dict(document["settings"])
    for said in ("over", "points", "large_steps", "growing_steps", "growing_block"):
        settings.pop(said, None)
    timed = timed_records(memory_point(document)).values()
    settings["steps"] = max(len(each["step_seconds"]) for each in timed)
    return markdown_page(
        description.title(document),
        memory_speed_tables(document),
        memory_speed_sentences(document),
        description.warned_circumstances(dict(document, settings=settings)),
    )


def _under_settings(document):
    """The (approach, setting) pairs that were timed in processes of their own."""
    measured = document.get("allocator") or {"children": []}
    timed = {each["setting"]: each["step_seconds"] for each in measured["children"]}
    for setting in SETTINGS:
        for name in timed.get(setting, ()):
            if name != measured["reference"]:
                yield name, setting


def _cell(point, name, others):
    if others == (name,):
        return "1"
    return _written(ratio_to(point, name, *others))


def _written(estimate):
    if estimate is None:
        return NOTHING
    ends = None if estimate.low is None else (estimate.low, estimate.high)
    return ratio_text(estimate.value, ends)
