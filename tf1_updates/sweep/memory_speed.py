"""How near the memory's own speed an update comes, at arrays that no cache holds.

The largest point of a sweep over weights is looked at; every ratio is of steps of the same rounds.
"""

from tf1_updates.sweep import FLOOR, NORMALS
from tf1_updates.sweep.records import floors_of
from tf1_updates.sweep.sizes import size_of
from tf1_updates.timing.paired_sum import summed
from tf1_updates.timing.series import Series
from tf1_updates.timing.statistics import paired_ratio

FUSED = "built_in"
ROWS = ("compiled", "group_assign", "optimizer_subclass")


def memory_point(document):
    """Return the record of the largest point beyond any cache at which `built_in` was timed.

    Args:
        document: a saved sweep, as loaded.

    >>> memory_point({"settings": {"over": "batch"}, "points": []}) is None
    True
    """
    if document["settings"]["over"] != "weights":
        return None
    for point in reversed(document["points"]):
        if size_of("weights", point["value"]).is_beyond_caches and _series(point, FUSED):
            return point
    return None


def timed_records(point):
    """Return the records of what was timed at a point, floors included, by name."""
    records = floors_of(point) + point["approaches"]
    return {each["name"]: each for each in records if each["step_seconds"]}


def ratio_to(point, name, *others):
    """Return the `Estimate` of a step as a multiple of another, or of the sum of two others.

    Args:
        point: the record of a point.
        name: of an approach or a floor.
        others: one name or two.

    Returns:
        `None` where they were not all timed in the same rounds.
    """
    series = {each: _series(point, each) for each in (name,) + others}
    records = timed_records(point)
    if None in series.values() or len({records[each]["group"] for each in series}) > 1:
        return None
    against = [series[each] for each in others]
    return paired_ratio(series[name], against[0] if len(others) == 1 else summed(*against))


def columns(point):
    """Return what each row is held against: a list of (heading, names).

    The last is there where the rule draws noise: what its draws and the fused update take together.
    """
    found = [("of " + FUSED, (FUSED,)), ("of " + FLOOR, (FLOOR,))]
    if NORMALS in timed_records(point):
        found.append(("of ({} + {})".format(NORMALS, FUSED), (NORMALS, FUSED)))
    return found


def _series(point, name):
    record = timed_records(point).get(name)
    if record is None:
        return None
    block = point["groups"][record["group"]]["block"]
    return Series(name, block, step_seconds=record["step_seconds"])
