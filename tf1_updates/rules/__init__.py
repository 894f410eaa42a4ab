"""Rules: what the next weight is, `w <- project(move(w, g, step))`.

The table below costs no TensorFlow import; a rule's class is imported when it is first asked for.
"""

import importlib
from collections import OrderedDict
from typing import NamedTuple

from tf1_updates.errors import known_name


class RuleEntry(NamedTuple):
    """A line of the table: where a rule's class is, what it is in a line, what it can be given."""

    module: str
    class_name: str
    summary: str
    hyper_parameters: tuple

    def load(self):
        """Import the rule's class (this imports TensorFlow)."""
        return getattr(importlib.import_module("tf1_updates.rules." + self.module), self.class_name)


RULES = OrderedDict(
    wrapped_noisy_descent=RuleEntry(
        "wrapped",
        "WrappedNoisyDescent",
        "w <- (w - mu*g + eps) mod B: the question's rule, weights on a circle",
        ("learning_rate", "bound", "noise_stddev", "noise_mean", "seed", "centred"),
    ),
    gradient_descent=RuleEntry(
        "descent",
        "GradientDescent",
        "w <- w - mu*g: plain gradient descent",
        ("learning_rate",),
    ),
    momentum=RuleEntry(
        "momentum",
        "Momentum",
        "a <- beta*a + g; w <- w - mu*a: momentum, plain or Nesterov's",
        ("learning_rate", "momentum", "use_nesterov"),
    ),
    projected_descent=RuleEntry(
        "projected",
        "ProjectedDescent",
        "w <- min(max(w - mu*g, low), high): descent that stays in a box",
        ("learning_rate", "low", "high"),
    ),
)

__all__ = ["RULES", "Rule", "make_rule"] + [entry.class_name for entry in RULES.values()]


def make_rule(name, **hyper_parameters):
    """Make the rule of that name; refuse a hyper-parameter that it does not have.

    >>> make_rule("gradient_descent", learning_rate=0.1)
    GradientDescent(learning_rate=0.1)
    """
    entry = RULES[known_name("rule", name, RULES)]
    for given in hyper_parameters:
        known_name("hyper-parameter of " + name, given, entry.hyper_parameters)
    return entry.load()(**hyper_parameters)


def __getattr__(name):
    """Import `Rule` or a rule's class on first use: `from tf1_updates.rules import ...`."""
    if name == "Rule":
        return importlib.import_module("tf1_updates.rules.base").Rule
    for entry in RULES.values():
        if entry.class_name == name:
            return entry.load()
    raise AttributeError("module 'tf1_updates.rules' has no attribute {!r}".format(name))
