"""The race in answer 2's group: does a step read the rate before it is lowered, or after?

W <- W - rate*1               rate <- rate - 1          in one tf.group, and nothing orders the two

Run it as `python -m tf1_updates.benchmarks.learning_rate_race`.
"""

import sys

import numpy as np
import tensorflow.compat.v1 as tf


def rates_read(steps=200, size=200000, ordered=False, use_resource=None):
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


def main():
    """Print the counts; return the exit status."""
    for ordered in (False, True):
        for use_resource in (True, False):
            old, new, mixed = rates_read(ordered=ordered, use_resource=use_resource)
            text = "{:<9} {:<9} variables: old rate {:>3} times, new rate {:>3}, a mixture {:>3}"
            order = "ordered" if ordered else "as written"
            kind = "resource" if use_resource else "reference"
            print(text.format(order, kind, old, new, mixed))
    return 0


if __name__ == "__main__":
    sys.exit(main())
