"""Seeds for a run that can be repeated: Python's, NumPy's, and that of every graph."""

import random

import numpy as np


def seed_all(tf, seed):
    """Seed `random` and NumPy now, and each graph when it is made.

    A script that calls `tf.set_random_seed` itself has its own seed, as without this.

    Args:
        tf: the v1 API.
        seed: a whole number from 0 to 2**31 - 1.

    Returns:
        A function without arguments after which new graphs are as usual.
    """
    random.seed(seed)
    np.random.seed(seed)
    if not tf.executing_eagerly():
        tf.set_random_seed(seed)  # of the default graph, which may be there already
    original = tf.Graph.__init__

    def seeded(graph, *args, **kwargs):
        original(graph, *args, **kwargs)
        graph.seed = seed

    def stop():
        tf.Graph.__init__ = original

    tf.Graph.__init__ = seeded
    return stop
