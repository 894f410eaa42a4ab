"""What the reports of a sweep ask of its document."""

from tf1_updates.sweep import counted
from tf1_updates.sweep.break_even import Point
from tf1_updates.sweep.records import floors_of


def over(document):
    """Return the name of the axis."""
    return document["settings"]["over"]


def size_text(document, value):
    """Write a value of the axis with its unit."""
    return counted(value, over(document))


def measured_points(document):
    """Return the points at which something was checked or timed."""
    return [point for point in document["points"] if point["approaches"]]


def approach_names(document):
    """Return the names of all approaches that the sweep has, in its order."""
    names = []
    for point in document["points"]:
        names += [each["name"] for each in point["approaches"] if each["name"] not in names]
    asked = document["settings"].get("approaches")
    order = asked if isinstance(asked, list) else []
    return [name for name in order if name in names] + [n for n in names if n not in order]


def record_of(point, name):
    """Return the record of an approach at a point, or of a floor; `None` if there is none."""
    records = floors_of(point) + point["approaches"]
    return next((each for each in records if each["name"] == name), None)


def floor_names(document):
    """Return the names of the floors' rows: NumPy's, and that of noise alone where it is drawn."""
    names = []
    for point in document["points"]:
        names += [each["name"] for each in floors_of(point) if each["name"] not in names]
    return names


def curve(document, name):
    """Return (values, records) of the points at which an approach, or the floor, was timed."""
    found = [(point["value"], record_of(point, name)) for point in document["points"]]
    found = [(value, record) for value, record in found if record and record["step_seconds"]]
    return [value for value, _ in found], [record for _, record in found]


def ratio_points(document, name):
    """Return the `break_even.Point` of each point at which an approach has a ratio."""
    points = []
    for point in document["points"]:
        record = record_of(point, name)
        if record is not None and record["ratio"]:
            ends = record["ratio_ci95"] or [None, None]
            seconds = point["groups"][record["group"]]["reference_median_seconds"]
            points.append(Point(point["value"], record["ratio"], ends[0], ends[1], seconds))
    return points


def grows(document, name):
    """Whether an approach adds ops at each step: an exact count, without noise."""
    records = [record_of(point, name) for point in document["points"]]
    return any(record and record.get("ops_added_per_step") for record in records)
