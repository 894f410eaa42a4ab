"""What the raw record of an explanation says: medians, lines, projections and limits.

Everything here follows from the saved document, so that a file that a kill has cut short still says
what it can, and anybody can compute it again.
"""

from tf1_updates.explain import HACKS
from tf1_updates.explain.blocks import Blocks
from tf1_updates.explain.projection import constant_total, limit_step, line_through
from tf1_updates.explain.shares import waterfall_of
from tf1_updates.timing.statistics import figures

PROJECTED_STEPS = (1000, 10000)


def results_of(document):
    """Return all that is computed from a document's raw record, as plain data.

    Args:
        document: an explanation; its own `results` are not looked at.

    Returns:
        A dictionary: `subjects`, by name, each with its windows, its line, its projections and the
        step at which its GraphDef is full; `waterfalls`, by the name of what is taken apart, see
        `shares.waterfall_of`; and `projection_check`, the projected and the measured seconds of
        the same steps, or `None`.
    """
    windows = [Blocks(window, document) for window in document["windows"]]
    right = {each["name"]: each for each in document["subjects"] if each["status"] == "ok"}
    hacks = [name for name in HACKS if name in right]
    return {
        "subjects": {name: _subject(right[name], windows) for name in right},
        "waterfalls": {name: waterfall_of(name, windows, document) for name in hacks},
        "projection_check": _projection_check(windows, document["projection_check"]),
    }


def _subject(subject, windows):
    name = subject["name"]
    timed = [blocks for blocks in windows if name in blocks.medians]
    rows = [_window(name, blocks) for blocks in timed]
    line = _line(name, timed)
    found = {
        "windows": rows,
        "graphdef_limit_step": next(filter(None, map(_limit, reversed(rows))), None),
        "intercept_seconds": line and line.intercept(),
    }
    found.update(figures("growth_seconds_per_step", line and line.growth))
    found["projected"] = _projected(name, timed, line, subject["counts"])
    return found


def _projected(name, timed, line, counts):
    if not timed or not counts:
        return {}
    medians = [median for blocks in timed for median in blocks.medians[name]]
    found = {}
    for steps in PROJECTED_STEPS:
        if not counts["ops_added"]:
            total = constant_total(timed[0].estimate(medians), steps)
        elif _is_resolved(line):
            total = line.total(1, steps)
        else:
            continue
        found[str(steps)] = figures("seconds", total)
    return found


def _is_resolved(line):
    """Return whether the growth stands out; noise drawn out to 10,000 steps says nothing."""
    return line is not None and line.growth.low is not None and line.growth.low > 0


def _line(name, timed):
    steps = [step for blocks in timed for step in blocks.centres(name)]
    seconds = [float(median) for blocks in timed for median in blocks.medians[name]]
    return line_through(steps, seconds)


def _window(name, blocks):
    series, extra = blocks.series[name], blocks.extra(name)
    row = {"at": blocks.window["at"], "steps": len(series["step_seconds"])}
    row.update(figures("seconds", blocks.estimate(blocks.medians[name])))
    row.update(figures("extra_seconds", None if extra is None else blocks.estimate(extra)))
    sizes, resident = series["graphdef_bytes"], series["resident_bytes"]
    run = len(series["warmup_seconds"]) + len(series["step_seconds"])
    row["last_step"] = blocks.window["first_step"] + len(series["step_seconds"]) - 1
    row["graphdef_bytes"] = sizes[-1]
    row["graphdef_bytes_per_step"] = (sizes[1] - sizes[0]) / run if len(sizes) == 2 else None
    row["resident_bytes_per_step"] = sum(resident) / len(resident) if resident else None
    return row


def _limit(row):
    growth = row["graphdef_bytes_per_step"]
    return growth and limit_step(row["graphdef_bytes"], row["last_step"], growth)


def _projection_check(windows, check):
    if not check or not check["step_seconds"]:
        return None
    name = check["name"]
    line = _line(name, [blocks for blocks in windows if name in blocks.medians])
    if not _is_resolved(line):
        return None
    first, seconds = check["first_step"], check["step_seconds"]
    last = first + len(seconds) - 1
    projected = line.total(first, last)
    found = {"name": name, "first_step": first, "last_step": last, "measured_seconds": sum(seconds)}
    found.update(figures("projected_seconds", projected))
    ratio = sum(seconds) / projected.value if projected.value > 0 else None
    return dict(found, measured_to_projected=ratio)
