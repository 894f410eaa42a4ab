"""A sweep as one JSON file: put together, read again, gone on with."""

from tf1_updates.approaches import REFERENCE
from tf1_updates.sweep.contract import ALLOWED, SCHEMA, problem_with
from tf1_updates.timing import document as saved
from tf1_updates.timing.load import load_warnings


def document(points, environment, settings, allocator=None, load=None):
    """Return a sweep as a dictionary that JSON can hold.

    Args:
        points: what `Sweeping.points` returned.
        environment: what `timing.environment.describe` returned.
        settings: dictionary of what was asked for.
        allocator: what `doctor.allocator.measure` returned, or `None`; a sweep whose settings ask
            for it is not complete without.
        load: what `load.load_between` returned for the time of the measuring, if it was watched.

    >>> found = document([], {}, {"over": "weights"})
    >>> found["complete"], problem_with(found)
    (True, None)
    """
    is_missing = settings.get("allocator") is True and allocator is None
    return {
        "schema": SCHEMA,
        "complete": all(point["complete"] for point in points) and not is_missing,
        "environment": environment,
        "settings": settings,
        "reference": REFERENCE,
        "points": points,
        "allocator": allocator,
        "load": load,
        "warnings": load_warnings(load),
    }


def read(path):
    """Return the sweep saved at `path`.

    Raises:
        InputError: the file is missing, cut or something else; the text names it and says which.

    >>> read("no-such-file.json")
    Traceback (most recent call last):
        ...
    tf1_updates.errors.InputError: no-such-file.json: 'no file' was given; allowed is a sweep that \
`tf1-updates sweep` saved
    """
    return saved.read(path, problem_with, ALLOWED)


def known_points(found):
    """Return the points of a saved sweep that need not be measured again, by value."""
    return {point["value"]: point for point in found["points"] if point["complete"]}
