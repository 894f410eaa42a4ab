"""A golden file: made once on TensorFlow 1.15.5, read and held against ever after."""

import hashlib
import json

import numpy as np

from tf1_updates.timing.contract import field_problems, schema_problem
from tf1_updates.timing.document import read as read_document

SCHEMA = "tf1-updates/golden/1"
STEPS, EVERY, SEED = 200, 10, 0

# How far a weight may be from the golden one, as a share of the circle or of the largest weight:
# one rounding of float32 at each step, all to the same side. Versions and processors round
# differently, since a matrix product adds up in another order, a multiplication and an addition may
# be fused into one rounding, and the graph is rewritten before it runs.
TOLERANCE = STEPS * 2.0**-24

_FIELDS = {
    "complete": (lambda value: value is True, "true"),
    "environment": (lambda value: isinstance(value, dict), "an object"),
    "settings": (lambda value: isinstance(value, dict), "an object"),
    "problem": (lambda value: isinstance(value, str), "text"),
    "noise": (lambda value: isinstance(value, dict), "an object"),
    "trajectories": (lambda value: isinstance(value, dict) and bool(value), "an object with rules"),
    "sha256": (lambda value: isinstance(value, str), "text"),
}


def sealed(content):
    """Return the content with the SHA-256 of all the rest in its field `sha256`.

    >>> sealed({"a": 1}) == sealed({"sha256": "old", "a": 1}) != sealed({"a": 2})
    True
    """
    rest = {name: value for name, value in content.items() if name != "sha256"}
    text = json.dumps(rest, sort_keys=True, allow_nan=False)
    return dict(rest, sha256=hashlib.sha256(text.encode("utf-8")).hexdigest())


def problem_with(content):
    """Return what keeps `content` from being a golden file, as a phrase; `None` if nothing does.

    >>> problem_with({"schema": "tf1-updates/golden/2"})
    "schema 'tf1-updates/golden/2', written by a newer version"
    """
    problem = schema_problem(content, SCHEMA)
    problem = problem or next(field_problems(content, _FIELDS, ""), None)
    if problem is None and sealed(content)["sha256"] != content["sha256"]:
        problem = "content that was changed: its sum is not the one it was saved with"
    return problem


def read(path):
    """Return the golden document at `path`.

    Raises:
        InputError: it is missing, cut, something else, or was changed by a single figure.

    >>> read("no-such-file.json")
    Traceback (most recent call last):
        ...
    tf1_updates.errors.InputError: no-such-file.json: 'no file' was given; allowed is a golden \
trajectory that `make golden` made
    """
    return read_document(path, problem_with, "a golden trajectory that `make golden` made")


def error_of(found, golden, bound=None):
    """Return how far a variable's weights are from the golden ones, as a share of their size.

    Args:
        found, golden: records of one variable, as `trajectory.kept` makes them.
        bound: length of the circle, or `None`.

    Returns:
        The largest difference of any value or mean that is kept, on the circle where there is one,
        over the circle's length, or else over the largest value of that step (at least 1).

    >>> def record(value): return {"values": [[value]], "means": [[0.0, 0.0]]}
    >>> error_of(record(20.0), record(0.0), bound=20.0), error_of(record(4.0), record(3.0))
    (0.0, 0.3333333333333333)
    """
    largest = 0.0
    for part in ("values", "means"):
        ours, theirs = (np.array(record[part], np.float64) for record in (found, golden))
        if ours.shape != theirs.shape or not np.isfinite(ours).all():
            return float("inf")
        away = np.abs(ours - theirs)
        if bound is not None and part == "values":
            away = np.minimum(away % bound, bound - away % bound)
        values = np.abs(np.array(golden["values"], np.float64)).max(axis=1, keepdims=True)
        size = np.maximum(values, 1.0) if bound is None else bound
        largest = max(largest, float((away / size).max()))
    return largest
