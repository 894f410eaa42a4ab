"""Two variables in one product: each one's gradient is the other variable.

loss = sum(a * b)
"""

from collections import OrderedDict

import numpy as np
import tensorflow.compat.v1 as tf

from tf1_updates.problems.base import Problem


class Coupled(Problem):
    """The hardest small case for the order of reads and writes; nothing is fed.

    With reference variables the gradient by `a` is not even a copy: it is the memory of `b`, and
    changes under whoever still reads it when `b` is written.

    Args:
        seed: whole number, for the start weights.

    >>> problem = Coupled(seed=0)
    >>> weights = {"a": np.array([2.0]), "b": np.array([-3.0])}
    >>> print(problem.gradients(weights, 0)["a"])
    [-3.]
    """

    name = "coupled"

    def __init__(self, seed=0):
        random = np.random.RandomState(seed % 2**32)
        self._start = OrderedDict(
            (name, random.uniform(-5.0, 5.0, (64,)).astype(np.float32)) for name in ("a", "b")
        )

    def batch(self, number):
        """Return the empty tuple: the loss depends on the variables alone."""
        return ()

    def gradients(self, weights, number):
        """Return b as the gradient by a, and a as that by b; see `Problem.gradients`."""
        return {"a": weights["b"].astype(np.float64), "b": weights["a"].astype(np.float64)}

    def _placeholders(self):
        return []

    def _loss(self, variables, fed):
        return tf.reduce_sum(variables["a"] * variables["b"])
