"""The race in answer 2's group: does a step read the rate before it is lowered, or after?

W <- W - rate*1               rate <- rate - 1          in one tf.group, and nothing orders the two

Run it as `python -m tf1_updates.benchmarks.learning_rate_race --json result.json`, on TensorFlow 2
and on 1.15: notebook 05 shows both.
"""

import sys

import numpy as np
import tensorflow.compat.v1 as tf

from tf1_updates.benchmarks.saved_run import run_and_save
from tf1_updates.timing.environment import describe

SCHEMA = "tf1-updates/learning-rate-race/1"
STEPS, SIZE = 200, 200000


def rates_read(steps=STEPS, size=SIZE, ordered=False, use_resource=None):
    """Run a group of two assigns; return how many steps read the (old, new) rate, or a mixture.

    A step's rate is a whole number, so that how far W moves tells which one was read.

    Args:
        steps: how many steps.
        size: how many weights.
        ordered: whether the rate waits until the weights are written: the cure.
        use_resource: the kind of variable, as for `tf.get_variable`.

    Returns:
        A tuple of counts (old, new, mixed) whose sum is `steps`.

    >>> rates_read(steps=5, size=10, ordered=True)
    (5, 0, 0)
    """
    with tf.Graph().as_default(), tf.Session() as session:
        weights = tf.get_variable("w", initializer=tf.zeros([size]), use_resource=use_resource)
        rate = tf.get_variable(
            "rate", initializer=float(steps), trainable=False, use_resource=use_resource
        )
        written = weights.assign(weights - rate * tf.ones([size])).op
        with tf.control_dependencies([written] if ordered else []):
            lowered = rate.assign(rate - 1.0).op
        train_step = tf.group(written, lowered)
        session.run(tf.global_variables_initializer())
        old = new = 0
        before = session.run(weights)
        for number in range(steps):
            session.run(train_step)
            after = session.run(weights)
            moved, before = before - after, after
            old += bool(np.all(moved == steps - number))
            new += bool(np.all(moved == steps - number - 1))
    return old, new, steps - old - new


def document(steps=STEPS, size=SIZE):
    """Return the counts for both orders and both kinds of variable, as JSON can hold them.

    >>> [each["mixed"] for each in document(steps=2, size=1)["groups"]]
    [0, 0, 0, 0]
    """
    groups = []
    for ordered in (False, True):
        for kind in ("resource", "reference"):
            old, new, mixed = rates_read(steps, size, ordered, use_resource=kind == "resource")
            group = {"ordered": ordered, "variables": kind, "old": old, "new": new, "mixed": mixed}
            groups.append(group)
    return {
        "schema": SCHEMA,
        "complete": True,
        "environment": describe(),
        "settings": {"steps": steps, "weights": size},
        "groups": groups,
    }


def in_words(group):
    """Return one of the groups of a document as a line.

    >>> in_words({"ordered": True, "variables": "resource", "old": 9, "new": 0, "mixed": 0})
    'ordered    resource   old   9  new   0  mixed   0'
    """
    order = "ordered" if group["ordered"] else "as written"
    text = "{:<10} {variables:<9}  old {old:>3}  new {new:>3}  mixed {mixed:>3}"
    return text.format(order, **group)


def main(arguments=None):
    """Print the counts and save them; return the exit status."""

    def measure(steps):
        found = document(steps)
        print(*[in_words(group) for group in found["groups"]], sep="\n")
        return found

    return run_and_save(__doc__.split("\n")[0], measure, STEPS, arguments)


if __name__ == "__main__":
    sys.exit(main())
