"""What a saved sweep has to look like: its schema, and a check of every field."""

from tf1_updates.sweep import AXES
from tf1_updates.timing.contract import (
    BOOLEAN,
    INTERVAL,
    NUMBER,
    OBJECT,
    OBJECT_OR_NULL,
    OBJECTS,
    SECONDS,
    TEXT,
    TEXT_OR_NULL,
    TEXTS,
    WHOLE_OR_NULL,
    field_problems,
    schema_problem,
)

SCHEMA = "tf1-updates/sweep/1"
ALLOWED = "a sweep that `tf1-updates sweep` saved"
STATUSES = ("ok", "wrong", "unsupported", "skipped")

_SIZE = (
    (lambda value: isinstance(value, int) and not isinstance(value, bool) and value >= 1),
    "a whole number above 0",
)
_STATUS = (lambda value: value in STATUSES), "one of " + ", ".join(STATUSES)

_DOCUMENT = {
    "complete": BOOLEAN,
    "environment": OBJECT,
    "settings": OBJECT,
    "reference": TEXT,
    "points": OBJECTS,
}
_POINT = {
    "value": _SIZE,
    "complete": BOOLEAN,
    "skipped_reason": TEXT_OR_NULL,
    "seconds": NUMBER,
    "memory": OBJECT,
    "groups": OBJECTS,
    "floor": OBJECT_OR_NULL,
    "approaches": OBJECTS,
}
# What came later is optional, so that older files can still be read.
_POINT_LATER = {"normals_alone": OBJECT_OR_NULL}
_DOCUMENT_LATER = {"allocator": OBJECT_OR_NULL, "load": OBJECT_OR_NULL, "warnings": TEXTS}
_ALLOCATOR = {
    "weights": _SIZE,
    "block": _SIZE,
    "reference": TEXT,
    "worthwhile": (lambda value: NUMBER[0](value) and value is not None, "a number"),
    "children": OBJECTS,
    "error": TEXT_OR_NULL,
}
_CHILD = {"setting": TEXT, "step_seconds": OBJECT}
_MEMORY = {"needed_bytes": NUMBER, "grown_bytes": NUMBER}
_GROUP = {
    "block": _SIZE,
    "reference_step_seconds": SECONDS,
    "reference_median_seconds": NUMBER,
}
_TIMING = {
    "group": WHOLE_OR_NULL,
    "warmup_seconds": SECONDS,
    "step_seconds": SECONDS,
    "stopped_early": BOOLEAN,
    "median_seconds": NUMBER,
    "median_ci95": INTERVAL,
    "ratio": NUMBER,
    "ratio_ci95": INTERVAL,
}
_FLOOR = dict(_TIMING, name=TEXT)
_APPROACH = dict(
    _TIMING,
    name=TEXT,
    origin=TEXT,
    status=_STATUS,
    reason=TEXT_OR_NULL,
    check_seconds=NUMBER,
    bit_equal_share=NUMBER,
    max_circle_error=NUMBER,
    session_runs_per_step=NUMBER,
    ops_added_per_step=NUMBER,
)


def problem_with(content):
    """Return what keeps `content` from being a sweep, as a phrase; `None` if nothing does.

    Args:
        content: what `json.loads` returned.

    >>> problem_with({"schema": "tf1-updates/sweep/2"})
    "schema 'tf1-updates/sweep/2', written by a newer version"
    >>> problem_with([1, 2])
    'JSON without "schema"'
    """
    return schema_problem(content, SCHEMA) or next(_problems(content), None)


def _problems(content):
    for problem in field_problems(content, _DOCUMENT, "", _DOCUMENT_LATER):
        yield problem
    if content["settings"].get("over") not in AXES:
        yield '"settings.over" that is not one of ' + ", ".join(AXES)
    values = []
    for index, point in enumerate(content["points"]):
        for problem in _problems_of_point(point, "points[{}].".format(index)):
            yield problem
        values.append(point["value"])
    if any(second <= first for first, second in zip(values, values[1:])):
        yield "points that do not ascend"
    if content.get("allocator") is not None:
        for problem in _problems_of_allocator(content["allocator"], "allocator."):
            yield problem


def _problems_of_allocator(allocator, where):
    for problem in field_problems(allocator, _ALLOCATOR, where):
        yield problem
    for index, child in enumerate(allocator["children"]):
        place = "{}children[{}].".format(where, index)
        for problem in field_problems(child, _CHILD, place):
            yield problem
        # Each child has timed the same approaches, the reference among them, by turns.
        timed = dict.fromkeys(allocator["children"][0]["step_seconds"], SECONDS)
        timed[allocator["reference"]] = SECONDS
        for problem in field_problems(child["step_seconds"], timed, place + "step_seconds."):
            yield problem
        lengths = set(map(len, child["step_seconds"].values()))
        if len(lengths) > 1 or 0 in lengths:
            yield '"{}step_seconds" that are not as many of each'.format(place)


def _problems_of_point(point, where):
    for problem in field_problems(point, _POINT, where, _POINT_LATER):
        yield problem
    parts = [(point["memory"], _MEMORY, "memory.")]
    parts += [(each, _GROUP, "groups[{}].".format(i)) for i, each in enumerate(point["groups"])]
    approaches = point["approaches"]
    parts += [(each, _APPROACH, "approaches[{}].".format(i)) for i, each in enumerate(approaches)]
    floors = [(point.get(key), _FLOOR, key + ".") for key in ("floor", "normals_alone")]
    parts += [part for part in floors if part[0] is not None]
    for part, fields, name in parts:
        for problem in field_problems(part, fields, where + name):
            yield problem
        group, count = part.get("group"), len(point["groups"])
        if group is not None and not 0 <= group < count:
            yield '"{}group" {}, of {} groups'.format(where + name, group, count)
        if part.get("step_seconds") and (group is None or part.get("status", "ok") != "ok"):
            yield '"{}step_seconds" of what was not timed'.format(where + name)
    names = [each["name"] for each in approaches]
    if len(set(names)) < len(names):
        yield '"{}approaches" with a name twice'.format(where)
