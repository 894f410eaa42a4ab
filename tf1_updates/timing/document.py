"""A comparison as one JSON file: put together, saved, read again.

No timing is shown of a wrong result: an approach that did not compute the same weights, or that
cannot carry out the rule, keeps its row with the reason, and has empty series and null numbers.
"""

import json
import math
import numbers
import os
from typing import NamedTuple, Optional

from tf1_updates.errors import InputError
from tf1_updates.files import write_atomically
from tf1_updates.timing.contract import SCHEMA, problem_with
from tf1_updates.timing.judgement import NO_TIMING, timing_of
from tf1_updates.timing.load import load_warnings
from tf1_updates.timing.per_update import counted_per_update, per_update

ALLOWED = "a comparison that `tf1-updates compare` saved"


class Row(NamedTuple):
    """What is known of an approach without timing it.

    Attributes:
        name: the approach.
        origin: row of the thread it comes from, such as `"A2"`, or `"ours"`.
        status: `"ok"`, `"wrong"` (other weights than the rule's) or `"unsupported"`.
        reason: why it is not ok, as one sentence.
        bit_equal_share: share of weights that equal the reference's in every bit, 0 to 1.
        max_circle_error: largest distance of a weight from the reference's, on the circle.
        session_runs_per_step, ops_added_per_step, bytes_fed_per_step, bytes_fetched_per_step:
            exact counts.
    """

    name: str
    origin: str
    status: str
    reason: Optional[str] = None
    bit_equal_share: Optional[float] = None
    max_circle_error: Optional[float] = None
    session_runs_per_step: Optional[float] = None
    ops_added_per_step: Optional[float] = None
    bytes_fed_per_step: Optional[float] = None
    bytes_fetched_per_step: Optional[float] = None


def row_of(record):
    """Return the `Row` that is in an approach's record of a saved document.

    >>> row_of({"name": "group_assign", "origin": "A2", "status": "ok"}).status
    'ok'
    """
    return Row(**{name: record.get(name) for name in Row._fields})


def document(rows, measurement, environment, settings, reference, seed=0, load=None):
    """Return the whole comparison as a dictionary that JSON can hold.

    Args:
        rows: list of `Row`, in the order to show.
        measurement: the `Measurement`, complete or not, or `None` before the first step.
        environment: what `environment.describe` returned.
        settings: dictionary of what was asked for.
        reference: name of the approach that ratios refer to.
        seed: seed of the bootstraps.
        load: what `load.load_between` returned for the time of the measuring, if it was watched.

    >>> row = Row("process_gradients", "Q0", "unsupported", "it cannot see the weights")
    >>> found = document([row], None, {}, {"steps": 200}, "group_assign")
    >>> found["schema"], found["complete"], found["approaches"][0]["median_seconds"]
    ('tf1-updates/compare/1', False, None)
    """
    return _plain(
        {
            "schema": SCHEMA,
            "complete": bool(measurement and measurement.complete),
            "environment": environment,
            "settings": settings,
            "reference": reference,
            "load": load,
            "warnings": load_warnings(load or _load_of(environment)),
            "approaches": approach_rows(rows, measurement, reference, seed),
        }
    )


def approach_rows(rows, measurement, reference, seed=0):
    """Return one dictionary per row: its counts, raw series and statistics."""
    timed = measurement.named(reference) if measurement else None
    timed = None if not timed or timed.failed else per_update(timed)
    found = []
    for row in rows:
        series = measurement.named(row.name) if measurement and row.status == "ok" else None
        if series and series.failed:
            # It agreed when it was checked, and broke later: what it took until then is no result.
            reason = "failed after {:,} measured steps: {}"
            reason = reason.format(len(series.step_seconds), series.failed)
            row, series = row._replace(status="wrong", reason=reason), None
        row, timing = counted_per_update(row, series), NO_TIMING
        if series:
            timing = timing_of(per_update(series), timed, row.ops_added_per_step, seed)
        found.append(dict(row._asdict(), **timing))
    return found


def save(path, document):
    """Write a comparison to `path`, whole or not at all.

    Raises:
        ValueError: it holds a number that JSON has no word for; what was at `path` stays there.
    """
    write_atomically(path, json.dumps(document, allow_nan=False) + "\n")


def read(path, problem_with=problem_with, allowed=ALLOWED):
    """Return the comparison saved at `path`, or another kind of document.

    Args:
        path: the file.
        problem_with: function from the loaded JSON to what is wrong with it, or `None`.
        allowed: what the file should have been, for a refusal.

    Raises:
        InputError: the file is missing, cut, something else, or of a newer version. The text names
            the file and says what was found.

    >>> read("no-such-file.json")
    Traceback (most recent call last):
        ...
    tf1_updates.errors.InputError: no-such-file.json: 'no file' was given; allowed is a comparison \
that `tf1-updates compare` saved
    """
    name = os.fspath(path)
    name = name if name.isprintable() else repr(name)  # one line, whatever the file is called
    try:
        with open(path, "rb") as file:
            content = json.loads(file.read().decode("utf-8"), parse_constant=_refuse_constant)
    except FileNotFoundError:
        raise InputError(name, "no file", allowed) from None
    except IsADirectoryError:
        raise InputError(name, "a folder", allowed) from None
    except OSError as problem:
        raise InputError(name, "unreadable: {}".format(problem.strerror), allowed) from None
    except UnicodeDecodeError:
        raise InputError(name, "a file that is not text", allowed) from None
    except json.JSONDecodeError as problem:
        place = "no JSON, or JSON that was cut, at character {:,}".format(problem.pos)
        raise InputError(name, place, allowed) from None
    except (ValueError, RecursionError):  # NaN, a number of 5,000 digits, brackets without end
        raise InputError(name, "JSON of a kind that is never saved", allowed) from None
    problem = problem_with(content)
    if problem:
        raise InputError(name, problem, allowed)
    return content


def _load_of(environment):
    """The little that an environment tells of the load: how much ran when it was described."""
    averages = environment.get("load_average") or [None]
    return {
        "cpus": environment.get("cpus_usable") or environment.get("cpus_logical") or 1,
        "average_before": None,
        "average_after": averages[0],
        "share_of_others": None,
    }


def _plain(value):
    """Turn NumPy's numbers into Python's, tuples into lists, and nan and infinity into `None`."""
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    if value is None or isinstance(value, (bool, str)):
        return value
    if isinstance(value, numbers.Integral):
        return int(value)
    if isinstance(value, numbers.Real):
        return float(value) if math.isfinite(value) else None
    raise TypeError("a comparison holds plain data, not {!r}".format(value))


def _refuse_constant(word):
    raise ValueError(word)
