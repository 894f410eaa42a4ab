"""An explanation as one JSON file: put together, and taken apart again to be gone on with."""

import dataclasses

from tf1_updates.approaches import REFERENCE
from tf1_updates.explain.contract import ALLOWED, SCHEMA, problem_with
from tf1_updates.explain.counts import Counts
from tf1_updates.explain.results import results_of
from tf1_updates.explain.windows import Record, Window
from tf1_updates.timing import document as saved
from tf1_updates.timing.load import load_warnings
from tf1_updates.timing.measure import Measurement
from tf1_updates.timing.series import Series


def document(rows, counts, records, check, environment, settings, complete, load=None):
    """Return an explanation, without its results, as a dictionary that JSON can hold.

    Args:
        rows: list of `Row`, one for each subject that was checked.
        counts: dict from name to `Counts`.
        records: list of `Record`.
        check: the steps that were run to check the projection, or `None`.
        environment: what `timing.environment.describe` returned.
        settings: dictionary of what was asked for.
        complete: whether all was done.
        load: what `load.load_between` returned for the time of the measuring, if it was watched.

    >>> found = document([], {}, [], None, {}, {"block": 2, "seed": 0}, complete=False)
    >>> found["schema"], problem_with(found)
    ('tf1-updates/explain/1', None)
    """
    return {
        "schema": SCHEMA,
        "complete": complete,
        "environment": environment,
        "settings": settings,
        "reference": REFERENCE,
        "subjects": [_subject(row, counts.get(row.name)) for row in rows],
        "windows": [_window(record) for record in records],
        "projection_check": check,
        "load": load,
        "warnings": load_warnings(load),
        "results": None,
    }


def with_results(found):
    """Return an explanation with the results that follow from it."""
    return dict(found, results=results_of(found))


def read(path):
    """Return the explanation saved at `path`, with its results.

    Raises:
        InputError: the file is missing, cut or something else; the text names it and says which.

    >>> read("no-such-file.json")
    Traceback (most recent call last):
        ...
    tf1_updates.errors.InputError: no-such-file.json: 'no file' was given; allowed is an \
explanation that `tf1-updates explain` saved
    """
    return with_results(saved.read(path, problem_with, ALLOWED))


def checked_of(found):
    """Return what an explanation says of its subjects: a list of `Row`, and a dict of `Counts`."""
    rows = [saved.row_of(each) for each in found["subjects"]]
    counted = [each for each in found["subjects"] if each["counts"]]
    return rows, {each["name"]: Counts(**each["counts"]) for each in counted}


def records_of(found):
    """Return what an explanation has measured, as a list of `Record` to go on with."""
    return [_record(window, found["settings"]["block"]) for window in found["windows"]]


def _subject(row, counts):
    return dict(row._asdict(), counts=dict(counts._asdict()) if counts else None)


def _window(record):
    series = [each for each in record.measurement.series if each.name in record.graphdef_bytes]
    return {
        "at": record.window.at,
        "first_step": record.window.first,
        "last_step": record.window.last,
        "complete": record.measurement.complete,
        "series": [
            dict(
                dataclasses.asdict(each),
                resident_bytes=record.resident_bytes.get(each.name, []),
                graphdef_bytes=record.graphdef_bytes[each.name],
            )
            for each in series
        ],
    }


def _record(window, block):
    fields = [field.name for field in dataclasses.fields(Series)]
    series = []
    for each in window["series"]:
        known = {name: each[name] for name in fields if name in each}
        series.append(Series(**dict(known, block=block)))
    return Record(
        Window(window["at"], window["first_step"], window["last_step"]),
        Measurement(series, complete=window["complete"]),
        {each["name"]: list(each["graphdef_bytes"]) for each in window["series"]},
        {each["name"]: list(each["resident_bytes"]) for each in window["series"]},
    )
