"""Answer 2's program on real digits: as written it learns only while its rate is below zero.

mu_t = 0.1 - 0.001*t          the rate as written: negative after a hundred of the thousand steps

Run it as `python -m tf1_updates.benchmarks.answer_on_digits --json result.json`, on TensorFlow 2
or 1.15. The same program is run with its rate as written or constant, and with three projections:
the wrap as written, the wrap centred on zero, and none.
"""

import sys
from collections import OrderedDict
from typing import Any, NamedTuple

import numpy as np
import tensorflow.compat.v1 as tf

from tf1_updates import datasets
from tf1_updates.approaches import APPROACHES
from tf1_updates.benchmarks.saved_run import run_and_save
from tf1_updates.problems.loading import problem_on
from tf1_updates.rules import Chain, GradientDescent, Noise, WrappedNoisyDescent
from tf1_updates.session_stepper import SessionStepper
from tf1_updates.timing.environment import describe

SCHEMA = "tf1-updates/answer-on-digits/1"
BOUND, RATE, ANNEALING, NOISE = 20.0, 0.1, 0.001, 0.01
STEPS, EVERY = 1000, 10


def rate_as_written(step):
    """Return `0.1 - 0.001*step`, the rate that answer 2's group of assigns leads to.

    Args:
        step: how many steps came before, a number or a tensor.

    >>> round(rate_as_written(250), 6)
    -0.15
    """
    number = tf.cast(step, tf.float32) if tf.is_tensor(step) else step
    return RATE - ANNEALING * number


class Variant(NamedTuple):
    """A version of the program: what its rate is, and what its projection."""

    rate: Any
    projection: str

    def rule(self):
        """Return the `Rule`."""
        if self.projection == "none":
            return Chain(GradientDescent(self.rate), Noise(NOISE))
        return WrappedNoisyDescent(self.rate, BOUND, NOISE, centred=self.projection == "centred")


VARIANTS = OrderedDict(
    [
        ("as written", Variant(rate_as_written, "wrap")),
        ("constant rate", Variant(RATE, "wrap")),
        ("centred wrap", Variant(rate_as_written, "centred")),
        ("centred wrap, constant rate", Variant(RATE, "centred")),
        ("no wrap, constant rate", Variant(RATE, "none")),
    ]
)


class Run(NamedTuple):
    """What one variant did.

    Attributes:
        steps: list of step counts at which it was looked at, 0 first.
        accuracy: list of shares of the test digits that were told right.
        loss: list of mean losses on the test digits.
        weights: float32 [784, 10], the last weights.
        first_weights: the same after the first step.
    """

    steps: list
    accuracy: list
    loss: list
    weights: Any
    first_weights: Any


def judged(weights, digits):
    """Return (accuracy, mean loss) of softmax regression on the test digits, in NumPy.

    >>> round(judged(np.zeros([784, 10]), datasets.load())[1], 6) == round(float(np.log(10)), 6)
    True
    """
    logits = digits.test_images.astype(np.float64) @ weights.astype(np.float64)
    right = logits.argmax(axis=1) == digits.test_labels
    spread = logits - logits.max(axis=1, keepdims=True)
    own = spread[np.arange(len(spread)), digits.test_labels]
    return float(right.mean()), float(np.mean(np.log(np.exp(spread).sum(axis=1)) - own))


def run(variant, digits, steps=STEPS, every=EVERY):
    """Train one variant from zeros; return its `Run`.

    Args:
        variant: a `Variant`.
        digits: `datasets.Digits`.
        steps: how many steps, at least 1.
        every: how many steps lie between two looks.
    """
    problem = problem_on(digits, "softmax_digits", 0)
    stepper = SessionStepper(APPROACHES["group_assign"], problem, variant.rule())
    found, first = [], None
    try:
        for number in range(steps + 1):
            if number in (1, steps) or number % every == 0:
                weights = stepper.session.run(stepper.model.variables[0])
                first = weights if number == 1 else first
                found.append((number,) + judged(weights, digits))
            if number < steps:
                stepper.step(stepper.feed(number))
    finally:
        stepper.close()
    return Run(*map(list, zip(*found)), weights=weights, first_weights=first)


def on_seam(weights, near=1.0):
    """Return the share of weights within `near` of either end of `[0, B]`: 0 and B are one point.

    >>> on_seam(np.array([0.5, 10.0, 19.5, 19.9]))
    0.75
    """
    return float(np.mean((weights < near) | (weights > BOUND - near)))


def jumped(weights):
    """Return the share of weights in the upper half `[B/2, B)`: zeros that stepped below 0."""
    return float(np.mean(weights >= BOUND / 2))


def document(runs, digits, steps):
    """Return runs of so many steps, by name, as a dictionary that JSON can hold."""
    settings = {"steps": steps, "learning_rate": RATE, "annealing": ANNEALING, "bound": BOUND}
    kind = "resource" if tf.resource_variables_enabled() else "reference"
    return {
        "schema": SCHEMA,
        "complete": len(runs) == len(VARIANTS),
        "environment": describe(kind),
        "settings": dict(settings, noise_stddev=NOISE, data=digits.source),
        "runs": {
            name: {
                "steps": each.steps,
                "accuracy": each.accuracy,
                "loss": each.loss,
                "jumped_after_first_step": jumped(each.first_weights),
            }
            for name, each in runs.items()
        },
    }


def main(arguments=None):
    """Run every variant, print a table, save the figures; return the exit status."""
    return run_and_save(__doc__.split("\n")[0], _measure, STEPS, arguments)


def _measure(steps):
    digits, runs = datasets.load(), OrderedDict()
    shown = [step for step in (10, 50, 100, 200, 500, 1000) if step <= steps]
    print("accuracy after step {:>18}".format("  ".join("{:>5}".format(each) for each in shown)))
    for name, variant in VARIANTS.items():
        runs[name] = each = run(variant, digits, steps)
        values = [each.accuracy[each.steps.index(step)] for step in shown]
        print("{:<28}{}".format(name, "".join("{:7.3f}".format(value) for value in values)))
    return document(runs, digits, steps)


if __name__ == "__main__":
    sys.exit(main())
