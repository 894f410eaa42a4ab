"""What a saved sweep has to look like: its schema, and a check of every field."""

import re

from tf1_updates.sweep import AXES
from tf1_updates.timing.contract import INTERVAL, NUMBER, OBJECT, SECONDS, TEXT, TEXT_OR_NULL

SCHEMA = "tf1-updates/sweep/1"
ALLOWED = "a sweep that `tf1-updates sweep` saved"
STATUSES = ("ok", "wrong", "unsupported", "skipped")

_BOOLEAN = (lambda value: isinstance(value, bool)), "true or false"
_OBJECTS = (
    (lambda value: isinstance(value, list) and all(isinstance(each, dict) for each in value)),
    "a list of objects",
)
_SIZE = (
    (lambda value: isinstance(value, int) and not isinstance(value, bool) and value >= 1),
    "a whole number above 0",
)
_POSITION = (
    (lambda value: value is None or isinstance(value, int) and not isinstance(value, bool)),
    "a whole number or null",
)
_STATUS = (lambda value: value in STATUSES), "one of " + ", ".join(STATUSES)
_OBJECT_OR_NULL = (lambda value: value is None or OBJECT[0](value)), "an object or null"

_DOCUMENT = {
    "complete": _BOOLEAN,
    "environment": OBJECT,
    "settings": OBJECT,
    "reference": TEXT,
    "points": _OBJECTS,
}
_POINT = {
    "value": _SIZE,
    "complete": _BOOLEAN,
    "skipped_reason": TEXT_OR_NULL,
    "seconds": NUMBER,
    "memory": OBJECT,
    "groups": _OBJECTS,
    "floor": _OBJECT_OR_NULL,
    "approaches": _OBJECTS,
}
_MEMORY = {"needed_bytes": NUMBER, "grown_bytes": NUMBER}
_GROUP = {
    "block": _SIZE,
    "reference_step_seconds": SECONDS,
    "reference_median_seconds": NUMBER,
}
_TIMING = {
    "group": _POSITION,
    "warmup_seconds": SECONDS,
    "step_seconds": SECONDS,
    "stopped_early": _BOOLEAN,
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
    if not isinstance(content, dict) or "schema" not in content:
        return 'JSON without "schema"'
    schema = content["schema"]
    if schema != SCHEMA:
        family, number = SCHEMA.rsplit("/", 1)
        later = re.fullmatch(re.escape(family) + r"/(\d+)", str(schema))
        is_newer = later and int(later.group(1)) > int(number)
        return "schema {!r}{}".format(schema, ", written by a newer version" if is_newer else "")
    return next(_problems(content), None)


def _problems(content):
    for problem in _unfit(content, _DOCUMENT, ""):
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


def _problems_of_point(point, where):
    for problem in _unfit(point, _POINT, where):
        yield problem
    parts = [(point["memory"], _MEMORY, "memory.")]
    parts += [(each, _GROUP, "groups[{}].".format(i)) for i, each in enumerate(point["groups"])]
    approaches = point["approaches"]
    parts += [(each, _APPROACH, "approaches[{}].".format(i)) for i, each in enumerate(approaches)]
    if point["floor"] is not None:
        parts.append((point["floor"], _FLOOR, "floor."))
    for part, fields, name in parts:
        for problem in _unfit(part, fields, where + name):
            yield problem
        group, count = part.get("group"), len(point["groups"])
        if group is not None and not 0 <= group < count:
            yield '"{}group" {}, of {} groups'.format(where + name, group, count)
        if part.get("step_seconds") and (group is None or part.get("status", "ok") != "ok"):
            yield '"{}step_seconds" of what was not timed'.format(where + name)
    names = [each["name"] for each in approaches]
    if len(set(names)) < len(names):
        yield '"{}approaches" with a name twice'.format(where)


def _unfit(content, fields, where):
    for name, (accepts, allowed) in fields.items():
        if name not in content:
            yield 'JSON without "{}{}"'.format(where, name)
        elif not accepts(content[name]):
            yield '"{}{}" that is not {}'.format(where, name, allowed)
