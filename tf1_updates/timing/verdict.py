"""Whether a step of an approach costs ever more: decided here, and nowhere else.

The ops in the graph are counted, so they decide first. The times decide second, since a growth that
they show may be that of the machine's load, and one that they do not show may be too small for a
short run.
"""

import math
from statistics import median

CONSTANT, GROWS = "constant", "grows"

# A slope that could not change a step by more than this share over the whole run is called none.
NOTICEABLE = 0.25


def verdict(record):
    """Return (verdict, reason) of one approach's record.

    | ops in the graph | interval of the slope | verdict |
    |---|---|---|
    | added, up to the end | any | `"grows"`; the reason says what the times show of it |
    | none added, or none in the second half | all of it a quarter of a step or more over the run \
| `"grows"`; the reason says that it is not the graph |
    | the same | any other | `"constant"`; the reason says what could hide there |

    Args:
        record: an approach of a saved comparison, with its series, counts and slope.

    Returns:
        Two texts; `(None, None)` without a measured step.

    >>> verdict({"ops_added_per_step": 0, "graph_ops": [9] * 20, "step_seconds": [1.0] * 20,
    ...          "growth_seconds_per_step": 0.0, "growth_ci95": [0.0, 0.0]})
    ('constant', 'no op is added, and the step time does not change by a quarter over the run')
    >>> verdict({"ops_added_per_step": 4, "graph_ops": [9, 13, 17], "step_seconds": [1.0] * 3,
    ...          "growth_seconds_per_step": 0.0, "growth_ci95": None})
    ('grows', '4 ops are added per step; the run is too short to show what that costs')
    """
    if not record["step_seconds"]:
        return None, None
    found, reason = _by_ops(record) if ops_added(record) else _by_slope(record)
    stop = record.get("stopped_early_at_step")
    return found, reason if stop is None else reason + "; judged by its {:,} steps".format(stop)


def ops_added(record):
    """Return the ops that are added per step up to the end of the run, exactly; 0 if none are.

    The count of the untimed check and that of the measured steps should agree. If only one of them
    grows, it is believed: an op that is counted is there. Ops of the first half alone, such as a
    function that is traced twice, are a graph that has settled.

    >>> ops_added({"ops_added_per_step": None, "graph_ops": [10, 15, 20]})
    5.0
    >>> ops_added({"ops_added_per_step": 0, "graph_ops": [10, 15, 15, 15, 15]})
    0
    """
    counted, sizes = record["ops_added_per_step"] or 0, record["graph_ops"]
    if counted > 0 or len(sizes) < 2 or sizes[-1] <= sizes[len(sizes) // 2]:
        return max(0, counted)
    return (sizes[-1] - sizes[0]) / (len(sizes) - 1)


def slope_shown(record):
    """Say what the times alone show of how the step time changes from one step to the next.

    Returns:
        `"grows"` or `"falls"` if the 95% interval of the slope lies on one side of 0; `"none"` if
        it holds 0, no op is added, and even its far end would change a step by less than a quarter
        over the run; `"not resolved"` if the record supports none of these; `None` without a slope.
    """
    if record["growth_seconds_per_step"] is None:
        return None
    ends = record["growth_ci95"]
    if ends is None:
        return "not resolved"
    if ends[0] > 0 or ends[1] < 0:
        return "grows" if ends[0] > 0 else "falls"
    is_none = not ops_added(record) and change_over_run(record, max(ends, key=abs)) < NOTICEABLE
    return "none" if is_none else "not resolved"


def is_noticeable(record):
    """Whether the slope changed a step by a quarter or more, even at its interval's end next to 0.

    A machine that gets busier in the middle of a short run makes every slope larger than 0.
    """
    ends = record["growth_ci95"]
    if ends is None or ends[0] <= 0 <= ends[1]:
        return False
    return change_over_run(record, min(ends, key=abs)) >= NOTICEABLE


def could_be_noticeable(record):
    """Whether the estimate itself, its interval left aside, is a quarter of a step or more."""
    return change_over_run(record, record["growth_seconds_per_step"]) >= NOTICEABLE


def change_over_run(record, seconds_per_step):
    """Return what a slope amounts to over the run, as a share of the median step."""
    steps = record["step_seconds"]
    typical = median(steps)
    updates = len(steps) * (record.get("steps_per_session_run") or 1)
    return abs(seconds_per_step) * updates / typical if typical > 0 else math.inf


def _by_ops(record):
    sizes = record["graph_ops"]
    rises = sum(after > before for before, after in zip(sizes, sizes[1:]))
    added = "{:,.3g} ops are added per step".format(ops_added(record))
    if sizes and not rises and len(sizes) > 1:
        added += " of the check, though none in the measured steps"
    elif rises < len(sizes) - 1:
        added += ", in {:,} of {:,} steps".format(rises, len(sizes) - 1)
    shown = {
        "grows": "and the step time shows it",
        "falls": "although the step time fell in this run",
        "not resolved": "the step time is too noisy to show what that costs",
    }.get(slope_shown(record))
    if record["growth_ci95"] is None:
        shown = "the run is too short to show what that costs"
    return GROWS, "{}{} {}".format(added, "," if shown.startswith("a") else ";", shown)


def _by_slope(record):
    ops = "no op is added"
    if len(set(record["graph_ops"])) > 1:
        ops += " in the second half of the run"
    shown = slope_shown(record)
    if record["growth_ci95"] is None:
        return CONSTANT, ops + "; the run is too short to judge by its times as well"
    if shown == "not resolved":
        text = "; by its times alone, which are too noisy, a growth of a quarter could hide"
        return CONSTANT, ops + text
    if shown == "none":
        return CONSTANT, ops + ", and the step time does not change by a quarter over the run"
    change = _percent(record, record["growth_seconds_per_step"])
    if shown == "falls":
        return CONSTANT, "{}; the step time fell by {} over the run".format(ops, change)
    if is_noticeable(record):
        text = ", yet the step time rose by {} over the run: something other than the graph grows"
        return GROWS, ops + text.format(change)
    if could_be_noticeable(record):
        text = "; the step time rose by {} over the run, but it may be no more than {}"
        return CONSTANT, ops + text.format(change, _percent(record, record["growth_ci95"][0]))
    text = "; the step time rose by {}, less than a quarter, over the run"
    return CONSTANT, ops + text.format(change)


def _percent(record, seconds_per_step):
    change = change_over_run(record, seconds_per_step)
    return "{:.2g}%".format(100 * change) if change < 1 else "{:.2g} times a step".format(change)
