"""The table of trials as one JSON file: put together, read again."""

from tf1_updates.approaches import APPROACHES
from tf1_updates.compose import PLAIN
from tf1_updates.timing import document as saved

SCHEMA = "tf1-updates/compose/1"
ALLOWED = "a table that `tf1-updates compose` saved"
OUTCOMES = ("yes", "no", "wrong", "hung")


def document(outcomes, approaches, features, environment):
    """Return the table as a dictionary that JSON can hold.

    Args:
        outcomes: dict from (approach, feature) to `Outcome`: those that are known.
        approaches, features: names, in the order to show.
        environment: what `timing.environment.describe` returned.

    >>> document({}, ["built_in"], ["saver"], {})["approaches"]
    [{'name': 'built_in', 'origin': 'floor', 'rule': 'gradient_descent', 'results': {}}]
    """
    rows = []
    for name in approaches:
        known = [feature for feature in features if (name, feature) in outcomes]
        results = {feature: _result(outcomes[name, feature]) for feature in known}
        rule = "gradient_descent" if name in PLAIN else "wrapped_noisy_descent"
        origin = APPROACHES[name].origin
        rows.append({"name": name, "origin": origin, "rule": rule, "results": results})
    return {
        "schema": SCHEMA,
        "complete": len(outcomes) == len(approaches) * len(features),
        "environment": environment,
        "features": list(features),
        "approaches": rows,
    }


def _result(outcome):
    return {
        "works": outcome.name == "yes",
        "outcome": outcome.name,
        "reason": outcome.reason,
    }


def read(path):
    """Return the table saved at `path`.

    Raises:
        InputError: the file is missing, cut or something else; the text names it and says which.

    >>> read("no-such-file.json")
    Traceback (most recent call last):
        ...
    tf1_updates.errors.InputError: no-such-file.json: 'no file' was given; allowed is a table that \
`tf1-updates compose` saved
    """
    return saved.read(path, problem_with, ALLOWED)


def problem_with(content):
    """Return what is wrong with a loaded table, as a phrase, or `None`.

    >>> problem_with({"schema": "tf1-updates/compare/1"})
    "the schema 'tf1-updates/compare/1'"
    """
    if not isinstance(content, dict):
        return "JSON without a schema"
    if content.get("schema") != SCHEMA:
        return "the schema {!r}".format(content.get("schema"))
    kinds = {"complete": bool, "environment": dict, "features": list, "approaches": list}
    for key, kind in kinds.items():
        if not isinstance(content.get(key), kind):
            return "a table without a usable {!r}".format(key)
    features = content["features"]
    if not all(isinstance(feature, str) for feature in features):
        return "features that are no names"
    for row in content["approaches"]:
        problem = _problem_with_row(row, features)
        if problem:
            return problem
    return None


def _problem_with_row(row, features):
    is_named = isinstance(row, dict) and isinstance(row.get("name"), str)
    if not is_named or not isinstance(row.get("results"), dict):
        return "an approach without name or results"
    for feature, result in row["results"].items():
        where = "{} with {}".format(row["name"], feature)
        if feature not in features:
            return "a result for a feature that is not listed: " + where
        if not isinstance(result, dict) or result.get("outcome") not in OUTCOMES:
            return "no outcome for " + where
        if result.get("works") is not (result["outcome"] == "yes"):
            return "an outcome that contradicts itself: " + where
        if isinstance(result.get("reason"), str) == result["works"]:
            return "a yes with a reason, or a no without one: " + where
    return None
