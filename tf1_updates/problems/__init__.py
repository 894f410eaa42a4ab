"""Problems: what is trained. The table costs no TensorFlow import."""

import importlib
from collections import OrderedDict
from typing import NamedTuple

from tf1_updates.errors import known_name


class ProblemEntry(NamedTuple):
    """A line of the table: where a problem's class is, and what it is in a line."""

    module: str
    class_name: str
    summary: str

    def load(self):
        """Import the problem's class."""
        return getattr(
            importlib.import_module("tf1_updates.problems." + self.module), self.class_name
        )


PROBLEMS = OrderedDict(
    softmax_digits=ProblemEntry(
        "softmax_digits",
        "SoftmaxDigits",
        "784x10 softmax regression on real digits, batch 100, no bias, from zeros (A2m)",
    ),
    quadratic=ProblemEntry(
        "quadratic", "Quadratic", "two variables in bowls of their own, whose bottoms are fed"
    ),
    coupled=ProblemEntry(
        "coupled", "Coupled", "two variables in one product: each gradient is the other variable"
    ),
)

__all__ = ["PROBLEMS", "make_problem"] + [entry.class_name for entry in PROBLEMS.values()]


def make_problem(name, **arguments):
    """Make the problem of that name.

    >>> make_problem("coupled", seed=0).name
    'coupled'
    """
    return PROBLEMS[known_name("problem", name, PROBLEMS)].load()(**arguments)


def __getattr__(name):
    """Import a problem's class on first use: `from tf1_updates.problems import Quadratic`."""
    for entry in PROBLEMS.values():
        if entry.class_name == name:
            return entry.load()
    raise AttributeError("module 'tf1_updates.problems' has no attribute {!r}".format(name))
