"""Two variables, each in a bowl of its own whose bottom and curvature are fed at each step.

loss = sum_v 1/2 * sum(curvature_v * (v - bottom_v)^2)
"""

from collections import OrderedDict

import numpy as np
import tensorflow.compat.v1 as tf

from tf1_updates.problems.base import Problem


class Quadratic(Problem):
    """The smallest problem with several variables, both signs and fed values.

    Args:
        seed: whole number, for start weights, curvatures and bottoms.

    >>> problem = Quadratic(seed=0)
    >>> [(name, values.shape) for name, values in problem.initial_weights().items()]
    [('vector', (6,)), ('matrix', (2, 3))]
    """

    name = "quadratic"

    def __init__(self, seed=0):
        self._seed = seed
        random = np.random.RandomState(seed % 2**32)
        shapes = [("vector", (6,)), ("matrix", (2, 3))]
        self._start = OrderedDict(
            (name, random.uniform(-5.0, 5.0, shape).astype(np.float32)) for name, shape in shapes
        )
        self._curvature = {
            name: random.uniform(0.5, 2.0, shape).astype(np.float32) for name, shape in shapes
        }

    def batch(self, number):
        """Return bottom and curvature of each variable's bowl at that step, in turn."""
        random = np.random.RandomState((self._seed + 7919 * (number + 1)) % 2**32)
        batch = []
        for name, values in self._start.items():
            batch += [random.uniform(-5.0, 5.0, values.shape), self._curvature[name]]
        return tuple(array.astype(np.float32) for array in batch)

    def gradients(self, weights, number):
        """Return `curvature * (v - bottom)` for each variable v; see `Problem.gradients`."""
        batch = self.batch(number)
        return {
            name: curvature.astype(np.float64) * (weights[name] - bottom.astype(np.float64))
            for name, bottom, curvature in zip(self._start, batch[0::2], batch[1::2])
        }

    def _placeholders(self):
        shapes = [values.shape for values in self._start.values()]
        return [tf.placeholder(tf.float32, shape) for shape in shapes for _ in range(2)]

    def _loss(self, variables, fed):
        # Fed, since TensorFlow would fold a constant curvature into the learning rate.
        bowls = [
            0.5 * tf.reduce_sum(curvature * tf.square(variable - bottom))
            for variable, bottom, curvature in zip(variables.values(), fed[0::2], fed[1::2])
        ]
        return tf.add_n(bowls)
