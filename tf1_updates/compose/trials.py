"""Runs trials one by one, and turns whatever happens into an outcome and a line."""

import re
from typing import NamedTuple, Optional

from tf1_updates.compose import FEATURES
from tf1_updates.compose.bench import Hung
from tf1_updates.compose.training import WrongWeights
from tf1_updates.errors import UnsupportedError

# Longer than any sentence of ours, and short enough for a line of a README.
_LONGEST = 200


class Outcome(NamedTuple):
    """What a trial came to.

    Attributes:
        name: `"yes"`; `"no"`, refused or failed; `"wrong"`, trained to other weights; `"hung"`.
        reason: why it is no yes, in one line; `None` for a yes.
    """

    name: str
    reason: Optional[str] = None


def try_one(subject, feature, bench):
    """Try one approach with one feature.

    Args:
        subject: the `Subject`.
        feature: name of the feature.
        bench: a `Bench`, entered.

    Returns:
        An `Outcome`, whatever was raised, except that Ctrl-C passes through.

    >>> from tf1_updates.compose.bench import Bench
    >>> from tf1_updates.compose.subjects import subject_of
    >>> with Bench() as bench:
    ...     try_one(subject_of("eval_after_step"), "finalize", bench)
    Outcome(name='no', reason='RuntimeError: Graph is finalized and cannot be modified.')
    """
    trial = FEATURES[feature].trial()
    try:
        bench.run(lambda: trial(subject, bench))
    except WrongWeights as problem:
        return Outcome("wrong", reason_of(problem))
    except Hung as problem:
        return Outcome("hung", reason_of(problem))
    except Exception as problem:
        return Outcome("no", reason_of(problem))
    return Outcome("yes")


def reason_of(problem):
    """Return what an exception says, as one line that is the same in every run.

    Only TensorFlow's and Python's own errors need their class named. Of TensorFlow's pages, the
    first line says what is wrong; addresses and paths say where it was run.

    >>> reason_of(ValueError("No kernel at 0x7f3a\\n\\t [[node w]] defined at /some/where.py:3"))
    'ValueError: No kernel at (address)'
    """
    if isinstance(problem, UnsupportedError):
        text = "{}; {}".format(problem.problem, problem.cure)
    else:
        lines = str(problem).strip().splitlines() or ["(no message)"]
        text = lines[0]
        if not type(problem).__module__.startswith("tf1_updates."):
            text = "{}: {}".format(type(problem).__name__, text)
    text = re.sub(r"\b0x[0-9a-f]+", "(address)", text)
    text = re.sub(r"(?<![\w:/])/[\w.~-]+(/[\w.~-]+)+", "(path)", text)
    text = " ".join("".join(each if each.isprintable() else " " for each in text).split())
    kind = getattr(problem, "variable_kind", None)
    text = "{} variables: {}".format(kind, text) if kind else text
    return text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..."
