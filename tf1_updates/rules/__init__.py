"""Rules: what the next weight is, `w <- project(move(w, g, step))`.

The table below costs no TensorFlow import; a rule's class is imported when it is first asked for.
"""

import importlib
from collections import OrderedDict
from typing import NamedTuple

from tf1_updates.errors import InputError, known_name


class RuleEntry(NamedTuple):
    """A line of the table: where a rule's class is, what it is in a line, what it can be given.

    `takes` is what the rule is given in the gradient's place; a comparison of approaches, each of
    which computes gradients, needs a rule that takes one.
    """

    module: str
    class_name: str
    summary: str
    hyper_parameters: tuple
    takes: str = "a gradient"

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
        "w <- project(w - mu*g): descent that stays in a box or a ball",
        ("learning_rate", "low", "high", "radius"),
    ),
    adam=RuleEntry(
        "adam",
        "Adam",
        "w <- w - mu_t * m/(sqrt(v) + epsilon): Adam, from means of g and of g^2",
        ("learning_rate", "beta1", "beta2", "epsilon"),
    ),
    langevin=RuleEntry(
        "langevin",
        "Langevin",
        "w <- w - mu*g + sqrt(2*mu*T)*eps: weights as samples (SGLD)",
        ("learning_rate", "temperature", "seed"),
    ),
    oja=RuleEntry(
        "oja",
        "Oja",
        "w <- w + mu*mean(y x - y^2 w): Hebbian, finds principal components",
        ("learning_rate",),
        takes="inputs x",
    ),
    feedback_alignment=RuleEntry(
        "feedback_alignment",
        "FeedbackAlignment",
        "w <- w - mu*mean(x^T ((e B) * slope)): errors through fixed random weights",
        ("learning_rate", "seed"),
        takes="inputs x and errors e",
    ),
)

# What is no rule with a name for the command line: the base, and rules to be put together.
_OTHERS = {
    "Rule": "base",
    "Chain": "chain",
    "Noise": "parts",
    "Decay": "parts",
    "Box": "parts",
    "Ball": "parts",
    "Wrap": "parts",
}

__all__ = ["RULES", "make_rule", *_OTHERS, *(entry.class_name for entry in RULES.values())]


def make_rule(name, **hyper_parameters):
    """Make the rule of that name; refuse a hyper-parameter that it does not have.

    >>> make_rule("gradient_descent", learning_rate=0.1)
    GradientDescent(learning_rate=0.1)
    """
    entry = RULES[known_name("rule", name, RULES)]
    for given in hyper_parameters:
        known_name("hyper-parameter of " + name, given, entry.hyper_parameters)
    return entry.load()(**hyper_parameters)


def check_takes_gradient(argument, name):
    """Refuse the rule of that name if it takes something else than a gradient.

    >>> check_takes_gradient("--rule", "oja")
    Traceback (most recent call last):
        ...
    tf1_updates.errors.InputError: --rule: 'oja' was given; allowed is a rule that takes a \
gradient, and this one takes inputs x (RuleOptimizer applies it)
    """
    takes = RULES[name].takes
    if takes != "a gradient":
        allowed = "a rule that takes a gradient, and this one takes {} (RuleOptimizer applies it)"
        raise InputError(argument, name, allowed.format(takes))


def __getattr__(name):
    """Import a rule's class on first use: `from tf1_updates.rules import ...`."""
    if name in _OTHERS:
        return getattr(importlib.import_module("tf1_updates.rules." + _OTHERS[name]), name)
    for entry in RULES.values():
        if entry.class_name == name:
            return entry.load()
    raise AttributeError("module 'tf1_updates.rules' has no attribute {!r}".format(name))
