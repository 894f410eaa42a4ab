"""Two things that cost nothing to run: fetches never seen before, and ops that nobody fetches."""

import itertools

import tensorflow.compat.v1 as tf

# Ten no-ops for each decimal digit: 40 ops give 10,000 different sets of fetches.
DIGITS = 4
MOST_STEPS = 10**DIGITS


def unseen_fetches():
    """Build no-ops now, and return an iterator over sets of them of which no two are alike.

    The set of step 207 is the no-ops for 0, 2, 0 and 7, each from a group of its own. A session
    that is asked for a set which it has not seen prunes and optimizes its graph anew and makes a
    new executor, though no op was added.

    >>> with tf.Graph().as_default() as graph:
    ...     fetches, before = unseen_fetches(), graph.version
    ...     first, second = next(fetches), next(fetches)
    >>> [op.name for op in second], graph.version - before
    (['unseen_0_0', 'unseen_1_0', 'unseen_2_0', 'unseen_3_1'], 0)
    """
    groups = [
        [tf.no_op("unseen_{}_{}".format(place, digit)) for digit in range(10)]
        for place in range(DIGITS)
    ]
    return itertools.product(*groups)


def add_dead_ops(count):
    """Add `count` no-ops to the default graph: it has changed, and no fetch needs them."""
    for _ in range(count):
        tf.no_op("dead")
