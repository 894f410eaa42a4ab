"""What a self-check found, as one JSON document: the verdicts, and what they were drawn from."""

import math
from statistics import mean, pvariance

from tf1_updates.timing.contract import schema_problem
from tf1_updates.timing.rank_interval import rank_interval
from tf1_updates.timing.selfcheck import LEAST_REPEATS, WITHIN
from tf1_updates.timing.statistics import NORMAL_95

SCHEMA = "tf1-updates/selfcheck/1"
ALLOWED = "a self-check that `tf1-updates selfcheck` saved"

# The share of repeats that each check asks for.
ASKED = {"same": 0.90, "delayed": 0.80, "slope": 0.95}


def selfcheck_document(repeats, errors, wanted_repeats, environment, settings, load=None):
    """Return the whole self-check as a dictionary that JSON can hold.

    Args:
        repeats: list of `Repeat`, as many as were done.
        errors: what `slope_errors` returned.
        wanted_repeats: how many repeats were wanted.
        environment: what `environment.describe` returned.
        settings: dictionary of what was asked for.
        load: what `load.load_between` returned.

    >>> found = selfcheck_document([], [0.05, -0.2], 20, {}, {})
    >>> found["complete"], [check["passes"] for check in found["checks"]]
    (False, [False, False, False])
    """
    return {
        "schema": SCHEMA,
        "complete": len(repeats) >= wanted_repeats,
        "environment": environment,
        "settings": settings,
        "load": load,
        "checks": [
            _check("same", [each.same.low <= 1 <= each.same.high for each in repeats]),
            _check("delayed", [each.delayed.low > 1 for each in repeats]),
            _check("slope", [abs(error) <= WITHIN for error in errors]),
        ],
        "session_to_session": session_to_session([each.same_within for each in repeats]),
        "first_to_later": _middle([each.first_to_later for each in repeats]),
        "delay_share": _middle([each.delay_seconds / each.median_seconds for each in repeats]),
        "repeats": [each._asdict() for each in repeats],
        "slope_errors": list(errors),
    }


def session_to_session(ratios):
    """Return the relative standard deviation of sessions beyond the noise within them.

        deviation**2 = (variance of log(ratio) - mean of (half-width of its interval / 1.96)**2) / 2

    Args:
        ratios: list of `Estimate`s of the ratio of two equal sessions, each of a new pair.

    Returns:
        A number, 0 where the noise within explains everything; `None` for fewer than two.

    >>> from tf1_updates.timing.statistics import Estimate
    >>> sure = [Estimate(ratio, ratio, ratio) for ratio in (1.02, 0.98, 1.02, 0.98)]
    >>> round(session_to_session(sure), 4) == round(0.02 / 2**0.5, 4)
    True
    """
    if len(ratios) < 2:
        return None
    within = [(math.log(each.high / each.low) / 2 / NORMAL_95) ** 2 for each in ratios]
    # The expected log is that of 1, so no mean has to be estimated.
    spread = pvariance([math.log(each.value) for each in ratios], 0.0)
    return math.sqrt(max(0.0, spread - mean(within)) / 2)


def problem_with(content):
    """Return what keeps `content` from being a self-check, as a phrase; `None` if nothing does.

    >>> problem_with({"schema": "tf1-updates/selfcheck/2"})
    "schema 'tf1-updates/selfcheck/2', written by a newer version"
    """
    problem = schema_problem(content, SCHEMA)
    if problem:
        return problem
    kinds = {"complete": bool, "environment": dict, "settings": dict, "checks": list}
    for name, kind in dict(kinds, repeats=list, slope_errors=list).items():
        if not isinstance(content.get(name), kind):
            return '"{}" that is missing or no {}'.format(name, kind.__name__)
    for check in content["checks"]:
        named = isinstance(check, dict) and check.get("name") in ASKED
        if not named or not all(isinstance(check.get(key), int) for key in ("held", "of")):
            return '"checks" of which one is no check'
    return None


def _check(name, outcomes):
    held, asked = sum(outcomes), ASKED[name]
    least = 1 if name == "slope" else LEAST_REPEATS
    passes = len(outcomes) >= least and held >= asked * len(outcomes)
    return {"name": name, "asked": asked, "held": held, "of": len(outcomes), "passes": passes}


def _middle(values):
    """The median of independent values with its interval, or `None` without any."""
    values = sorted(value for value in values if value is not None)
    if not values:
        return None
    middle = (values[(len(values) - 1) // 2] + values[len(values) // 2]) / 2
    return [middle] + list(rank_interval(values))
