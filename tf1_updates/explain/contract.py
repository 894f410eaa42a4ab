"""What a saved explanation has to look like: its schema, and a check of every raw field.

The results are computed from the raw fields, which are therefore all that has to be right.
"""

from tf1_updates.explain.counts import Counts
from tf1_updates.timing.contract import schema_problem

SCHEMA = "tf1-updates/explain/1"
ALLOWED = "an explanation that `tf1-updates explain` saved"
STATUSES = ("ok", "wrong", "unsupported")


def _is_number(value):
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return is_number and abs(value) < float("inf")  # false for nan as well


def _is_whole(value, least=0):
    return isinstance(value, int) and not isinstance(value, bool) and value >= least


def _is_text_or_null(value):
    return value is None or isinstance(value, str)


def _is_list(value, accepts):
    return isinstance(value, list) and all(map(accepts, value))


def _is_seconds(value):
    return _is_list(value, lambda each: _is_number(each) and each >= 0)


def _is_counts(value):
    if value is None:
        return True
    fits = isinstance(value, dict) and set(value) == set(Counts._fields)
    return fits and all(map(_is_number, value.values()))


def _is_check(value):
    if value is None:
        return True
    fields = {"name": str, "first_step": int, "step_seconds": list}
    fits = isinstance(value, dict) and all(
        isinstance(value.get(name), kind) for name, kind in fields.items()
    )
    return fits and _is_seconds(value["step_seconds"])


def _is_settings(value):
    return isinstance(value, dict) and _is_whole(value.get("block"), 1) and "seed" in value


_FIELDS = {
    "complete": lambda value: isinstance(value, bool),
    "environment": lambda value: isinstance(value, dict),
    "settings": _is_settings,
    "reference": lambda value: isinstance(value, str),
    "subjects": lambda value: _is_list(value, lambda each: isinstance(each, dict)),
    "windows": lambda value: _is_list(value, lambda each: isinstance(each, dict)),
    "projection_check": _is_check,
    "results": lambda value: value is None or isinstance(value, dict),
}
# What came later is optional, so that older files can still be read.
_LATER_FIELDS = {
    "load": lambda value: value is None or isinstance(value, dict),
    "warnings": lambda value: _is_list(value, lambda each: isinstance(each, str)),
}

_SUBJECT_FIELDS = {
    "name": lambda value: isinstance(value, str),
    "status": lambda value: value in STATUSES,
    "reason": _is_text_or_null,
    "counts": _is_counts,
}

_WINDOW_FIELDS = {
    "at": lambda value: _is_whole(value, 1),
    "first_step": lambda value: _is_whole(value, 1),
    "last_step": lambda value: _is_whole(value, 1),
    "complete": lambda value: isinstance(value, bool),
    "series": lambda value: _is_list(value, lambda each: isinstance(each, dict)),
}

_SERIES_FIELDS = {
    "name": lambda value: isinstance(value, str),
    "warmup_seconds": _is_seconds,
    "step_seconds": _is_seconds,
    "graph_ops": lambda value: _is_list(value, _is_whole),
    "stopped_early": lambda value: isinstance(value, bool),
    "failed": _is_text_or_null,
    "resident_bytes": lambda value: _is_list(value, _is_number),
    "graphdef_bytes": lambda value: _is_list(value, _is_whole) and 1 <= len(value) <= 2,
}


def problem_with(content):
    """Return what keeps `content` from being an explanation, as a phrase; `None` if nothing does.

    Args:
        content: what `json.loads` returned.

    >>> problem_with({"schema": "tf1-updates/explain/2"})
    "schema 'tf1-updates/explain/2', written by a newer version"
    >>> problem_with([1, 2])
    'JSON without "schema"'
    """
    problem = schema_problem(content, SCHEMA) or _first_problem(content, _FIELDS, "")
    problem = problem or _first_problem(content, _LATER_FIELDS, "", optional=True)
    for index, subject in enumerate([] if problem else content["subjects"]):
        problem = problem or _first_problem(subject, _SUBJECT_FIELDS, "subjects[{}].".format(index))
    for index, window in enumerate([] if problem else content["windows"]):
        where = "windows[{}].".format(index)
        problem = problem or _first_problem(window, _WINDOW_FIELDS, where)
        problem = problem or _problem_of_series(window["series"], where)
    return problem


def _problem_of_series(series, where):
    names = [each.get("name") for each in series]
    if len(set(map(str, names))) < len(names):
        return '"{}series" with a name twice'.format(where)
    for index, each in enumerate(series):
        here = "{}series[{}].".format(where, index)
        problem = _first_problem(each, _SERIES_FIELDS, here)
        if problem:
            return problem
        if len(each["step_seconds"]) != len(each["graph_ops"]):
            return '"{}step_seconds" and "graph_ops" of different lengths'.format(here)
    return None


def _first_problem(content, fields, where, optional=False):
    for name, accepts in fields.items():
        if name not in content:
            if optional:
                continue
            return 'JSON without "{}{}"'.format(where, name)
        if not accepts(content[name]):
            return 'an unusable "{}{}"'.format(where, name)
    return None
