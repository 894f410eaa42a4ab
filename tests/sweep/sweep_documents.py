"""Saved sweeps of known figures, without measuring anything."""

import functools

from sweep_fakes import COSTS, FakeSweep, plan

from tf1_updates.sweep.document import document
from tf1_updates.sweep.sweeping import Sweeping


def sample(over="weights", fake=None, **changed):
    """The document of a fake sweep."""
    if fake is None and not changed:
        return _plain(over)
    return _swept(over, fake or FakeSweep(over=over), changed)


@functools.lru_cache(maxsize=None)
def _plain(over):
    return _swept(over, FakeSweep(over=over), {})


def _swept(over, fake, changed):
    settings = dict({"points": (1, 10, 100)}, **changed)
    sweeping = Sweeping(plan(over=over, **settings), fake.tools())
    sweeping.run()
    asked = {
        "over": over,
        "approaches": list(settings.get("approaches", COSTS)),
        "problem": "sized",
        "rule": {"name": "gradient_descent", "learning_rate": 0.1},
        "budget_seconds": 100.0,
    }
    return document(sweeping.points(), {"variable_kind": "resource"}, asked)
