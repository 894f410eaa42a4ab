"""What one approach's record says, asked in one place by every report.

`tf1_updates.timing.document.read` has checked the records; only the settings are anybody's.
"""

from tf1_updates.timing.verdict import ops_added
from tf1_updates.timing.windows import windows


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
    return ops_added(approach) > 0


def last_tenth(approach):
    """Return `(first step, last step, median seconds)` of the run's last tenth.

    Steps count from 1, warm-up excluded; `None` for a run of fewer than ten steps.

    >>> last_tenth({"step_seconds": [1.0] * 18 + [5.0, 7.0]})
    (19, 20, 6.0)
    """
    steps, ends = len(approach["step_seconds"]), windows(approach["step_seconds"])
    return (steps - ends.steps + 1, steps, ends.last_seconds) if ends else None


def rise_between_tenths(approach):
    """Return how many times as long a step of the last tenth takes as one of the first, or `None`.

    >>> rise_between_tenths({"step_seconds": [2.0] * 2 + [4.0] * 16 + [5.0] * 2})
    2.5
    """
    ends = windows(approach["step_seconds"])
    return ends.last_seconds / ends.first_seconds if ends and ends.first_seconds > 0 else None
