"""What a saved comparison has to look like: its schema, and a check of every field.

The reports draw what stands in a file without asking again, so nothing gets past this that they
could stumble over. Fields that came later are optional, so that older files can still be read.
"""

import re
import sys
from types import MappingProxyType

from tf1_updates.timing.verdict import CONSTANT, GROWS

SCHEMA = "tf1-updates/compare/1"
STATUSES = ("ok", "wrong", "unsupported")
VERDICTS = (CONSTANT, GROWS, None)


def _is_number(value):
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return is_number and abs(value) <= sys.float_info.max  # false for nan as well


def _is_whole(value):
    return isinstance(value, int) and not isinstance(value, bool)


def _list_of(accepts):
    return lambda value: isinstance(value, list) and all(map(accepts, value))


def _or_null(accepts):
    return lambda value: value is None or accepts(value)


def _is_text(value):
    return isinstance(value, str)


def _is_interval(value):
    return _list_of(_is_number)(value) and len(value) == 2 and value[0] <= value[1]


NUMBER = _or_null(_is_number), "a finite number or null"
INTERVAL = _or_null(_is_interval), "[low, high] or null"
SECONDS = _list_of(_is_number), "a list of finite numbers"
TEXT = _is_text, "text"
TEXT_OR_NULL = _or_null(_is_text), "text or null"
WHOLE_OR_NULL = _or_null(_is_whole), "a whole number or null"
TEXTS = _list_of(_is_text), "a list of texts"
BOOLEAN = (lambda value: isinstance(value, bool)), "true or false"
OBJECT = (lambda value: isinstance(value, dict)), "an object"
OBJECTS = _list_of(OBJECT[0]), "a list of objects"
OBJECT_OR_NULL = _or_null(OBJECT[0]), "an object or null"

DOCUMENT_FIELDS = {
    "complete": BOOLEAN,
    "environment": OBJECT,
    "settings": OBJECT,
    "reference": TEXT,
    "approaches": OBJECTS,
}

APPROACH_FIELDS = {
    "name": TEXT,
    "origin": TEXT,
    "status": (lambda value: value in STATUSES, "one of " + ", ".join(STATUSES)),
    "reason": TEXT_OR_NULL,
    "bit_equal_share": NUMBER,
    "max_circle_error": NUMBER,
    "session_runs_per_step": NUMBER,
    "ops_added_per_step": NUMBER,
    "bytes_fed_per_step": NUMBER,
    "bytes_fetched_per_step": NUMBER,
    "graph_ops": (_list_of(_is_whole), "a list of whole numbers"),
    "step_seconds": SECONDS,
    "warmup_seconds": SECONDS,
    "median_seconds": NUMBER,
    "median_ci95": INTERVAL,
    "ratio": NUMBER,
    "ratio_ci95": INTERVAL,
    "growth_seconds_per_step": NUMBER,
    "growth_ci95": INTERVAL,
    "stopped_early_at_step": WHOLE_OR_NULL,
    "warnings": TEXTS,
}

OPTIONAL_DOCUMENT_FIELDS = {"load": OBJECT_OR_NULL, "warnings": TEXTS}

OPTIONAL_APPROACH_FIELDS = {
    "verdict": (lambda value: value in VERDICTS, "constant, grows or null"),
    "verdict_reason": TEXT_OR_NULL,
    "first_window_seconds": NUMBER,
    "last_window_seconds": NUMBER,
    "window_steps": WHOLE_OR_NULL,
    "warmup_steps_found": WHOLE_OR_NULL,
    "outliers": WHOLE_OR_NULL,
    "steps_per_session_run": (
        _or_null(lambda value: _is_whole(value) and value >= 1),
        "a whole number of at least 1 or null",
    ),
}


def problem_with(content):
    """Return what keeps `content` from being a comparison, as a phrase; `None` if nothing does.

    Args:
        content: what `json.loads` returned.

    >>> problem_with({"schema": "tf1-updates/compare/2"})
    "schema 'tf1-updates/compare/2', written by a newer version"
    >>> problem_with([1, 2])
    'JSON without "schema"'
    """
    return (
        schema_problem(content, SCHEMA)
        or next(field_problems(content, DOCUMENT_FIELDS, "", OPTIONAL_DOCUMENT_FIELDS), None)
        or _problem_of_approaches(content["approaches"])
    )


def schema_problem(content, schema):
    """Return what keeps `content` from being a document of that schema, or `None`.

    Args:
        content: what `json.loads` returned.
        schema: `"tf1-updates/<kind>/<version>"`.
    """
    if not isinstance(content, dict) or "schema" not in content:
        return 'JSON without "schema"'
    given = content["schema"]
    if given == schema:
        return None
    family, number = schema.rsplit("/", 1)
    later = re.fullmatch(re.escape(family) + r"/(\d+)", str(given))
    is_newer = later and int(later.group(1)) > int(number)
    return "schema {!r}{}".format(given, ", written by a newer version" if is_newer else "")


def field_problems(content, required, where, optional=MappingProxyType({})):
    """Yield what is wrong with the fields of an object, as phrases.

    Args:
        content: dictionary.
        required, optional: dictionaries from a field's name to (function that accepts its value,
            what is allowed).
        where: the object's place in the document, as a prefix of the names.

    >>> list(field_problems({"a": 1}, {"a": TEXT, "b": TEXT}, "it."))
    ['"it.a" that is not text', 'JSON without "it.b"']
    """
    for name, (accepts, allowed) in dict(required, **optional).items():
        if name in content:
            if not accepts(content[name]):
                yield '"{}{}" that is not {}'.format(where, name, allowed)
        elif name in required:
            yield 'JSON without "{}{}"'.format(where, name)


def _problem_of_approaches(approaches):
    for index, approach in enumerate(approaches):
        where = "approaches[{}].".format(index)
        fields = APPROACH_FIELDS, where, OPTIONAL_APPROACH_FIELDS
        problem = next(field_problems(approach, *fields), None)
        if problem:
            return problem
        steps, ops = len(approach["step_seconds"]), len(approach["graph_ops"])
        if steps != ops:
            counts = '"{}step_seconds" of {} steps, but "graph_ops" of {}'
            return counts.format(where, steps, ops)
        if steps and approach["status"] != "ok":
            return '"{}step_seconds" of a result that is {}'.format(where, approach["status"])
    names = [approach["name"] for approach in approaches]
    repeated = sorted({name for name in names if names.count(name) > 1})
    return "approach {!r} twice".format(repeated[0]) if repeated else None
