"""What one approach's record says, asked in one place by every report.

`tf1_updates.timing.document.read` has checked the records; only the settings are anybody's.
"""

import math
from statistics import median

# Below this many steps a tenth of a run is no step at all.
_FEWEST_STEPS = 10

# A growth that could not change a step by more than this share over the whole run is called none.
_NOTICEABLE = 0.25


def setting(document, key):
    """Return the number that was set for `key`, or `None`.

    >>> setting({"settings": {"steps": 200, "data": "digits"}}, "steps")
    200
    """
    value = document["settings"].get(key)
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return value if is_number else None


def rule_name(document):
    """Return the name of the rule that was asked for, or `None`."""
    rule = document["settings"].get("rule")
    return rule.get("name") if isinstance(rule, dict) else rule


def has_its_own_rule(approach, document):
    """Whether the approach is the floor, which follows plain descent whatever the rule is."""
    return approach["origin"] == "floor" and rule_name(document) != "gradient_descent"


def is_measured(approach):
    """Whether the approach computes the right weights and at least one of its steps was timed."""
    return approach["status"] == "ok" and len(approach["step_seconds"]) > 0


def measured(document):
    """Return the measured approaches in the document's order."""
    return [approach for approach in document["approaches"] if is_measured(approach)]


def reference_of(document):
    """Return the measured approach that every ratio is to, or `None`."""
    named = [each for each in measured(document) if each["name"] == document["reference"]]
    return named[0] if named else None


def adds_ops(approach):
    """Whether the approach's graph grows: an exact count, without noise."""
    return (approach["ops_added_per_step"] or 0) > 0


def growth_verdict(approach):
    """Say what the record shows of how the step time changes from one step to the next.

    Returns:
        `"grows"` or `"falls"` if the 95% interval lies on one side of 0; `"none"` if it holds 0, no
        op is added, and even its far end would change a step by less than a quarter over the run;
        `"not resolved"` if the record supports none of these; `None` without a growth.
    """
    if approach["growth_seconds_per_step"] is None:
        return None
    ends = approach["growth_ci95"]
    if ends is None:
        return "not resolved"
    if ends[0] > 0 or ends[1] < 0:
        return "grows" if ends[0] > 0 else "falls"
    is_none = not adds_ops(approach) and change_over_run(approach, max(ends, key=abs)) < _NOTICEABLE
    return "none" if is_none else "not resolved"


def is_noticeable(approach):
    """Whether the estimated growth changed a step by more than a quarter over the run."""
    return change_over_run(approach, approach["growth_seconds_per_step"]) >= _NOTICEABLE


def change_over_run(approach, seconds_per_step):
    """Return what a growth amounts to over the run, as a share of the median step."""
    steps = approach["step_seconds"]
    typical = median(steps)
    return abs(seconds_per_step) * len(steps) / typical if typical > 0 else math.inf


def last_tenth(approach):
    """Return `(first step, last step, median seconds)` of the run's last tenth.

    Steps count from 1, warm-up excluded; `None` for a run of fewer than ten steps.

    >>> last_tenth({"step_seconds": [1.0] * 18 + [5.0, 7.0]})
    (19, 20, 6.0)
    """
    steps = approach["step_seconds"]
    if len(steps) < _FEWEST_STEPS:
        return None
    length = len(steps) // 10
    return len(steps) - length + 1, len(steps), median(steps[-length:])
