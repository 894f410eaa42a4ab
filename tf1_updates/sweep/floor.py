"""The floor below TensorFlow: NumPy adds a gradient to the weights in place.

w <- w + g          three passes over memory: w and g are read, w is written
"""

import numpy as np

from tf1_updates.sweep import FLOOR


class NumpyInPlace:
    """Steps the arrays of a problem without TensorFlow, in the form that `timing.measure` takes.

    It follows no rule and is no approach: it says what the machine's memory allows.

    Args:
        size: a `Size`; its weights are in as many arrays as it has variables.

    >>> from tf1_updates.sweep.sizes import Size
    >>> floor = NumpyInPlace(Size(weights=6, variables=2, batch=0))
    >>> floor.step(floor.feed(0))
    >>> [weights.tolist() for weights in floor.weights]
    [[1.0, 1.0, 1.0], [1.0, 1.0, 1.0]]
    """

    name = FLOOR

    def __init__(self, size):
        each = size.weights // size.variables
        self.weights = [np.zeros(each, np.float32) for _ in range(size.variables)]
        self._gradients = [np.ones(each, np.float32) for _ in range(size.variables)]

    def feed(self, number):
        """Return what `step` does not use."""

    def step(self, feed):
        """Add each gradient to its weights."""
        for weights, gradient in zip(self.weights, self._gradients):
            np.add(weights, gradient, out=weights)

    def graph_ops(self):
        """Return the size of a graph that is not there."""
        return 0

    def close(self):
        """Give the arrays back."""
        self.weights, self._gradients = [], []
