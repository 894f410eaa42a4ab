"""As many weights in as many variables as one likes, and a gradient that costs nothing.

loss = sum_v sum(slope_v * v)
"""

from collections import OrderedDict

import numpy as np
import tensorflow.compat.v1 as tf

from tf1_updates.problems.base import Model, Problem

# Weights and slopes repeat after so many, which have no common divisor: pairs of them do not.
_START_LENGTH, _SLOPE_LENGTH = 997, 1009


class Sized(Problem):
    """Variables of any size on a slope each, for measuring what an update alone costs.

    The slopes lie in memory before the first step, and the gradient is that memory: no op computes
    it, so that ten million weights show the speed of the update and not that of a gradient. Start
    weights and slopes are short patterns, repeated in the graph: it holds no large constant.

    Args:
        weights: how many each variable has.
        variables: how many variables there are.
        seed: whole number, for start weights and slopes.

    >>> problem = Sized(weights=3, variables=2, seed=0)
    >>> [(name, values.shape) for name, values in problem.initial_weights().items()]
    [('w0', (3,)), ('w1', (3,))]
    >>> bool((problem.gradients(problem.initial_weights(), 5)["w0"] < 0).any())
    True
    """

    name = "sized"

    def __init__(self, weights, variables=1, seed=0):
        random = np.random.RandomState(seed % 2**32)
        self._weights = weights
        self._patterns = OrderedDict(
            (
                "w{}".format(position),
                (
                    random.uniform(-5.0, 5.0, _START_LENGTH).astype(np.float32),
                    random.uniform(-5.0, 5.0, _SLOPE_LENGTH).astype(np.float32),
                ),
            )
            for position in range(variables)
        )

    def initial_weights(self):
        """Return an ordered dict from variable name to its float32 start values."""
        return OrderedDict(
            (name, np.resize(start, self._weights)) for name, (start, _) in self._patterns.items()
        )

    def batch(self, number):
        """Return the empty tuple: nothing is fed."""
        return ()

    def gradients(self, weights, number):
        """Return the slopes, whatever weights and step are; see `Problem.gradients`."""
        return {
            name: np.resize(slope, self._weights).astype(np.float64)
            for name, (_, slope) in self._patterns.items()
        }

    def build(self, use_resource=None):
        """Build variables, slopes and loss in the default graph; see `Problem.build`."""
        variables, losses = [], []
        for name, (start, slope) in self._patterns.items():
            variable = tf.get_variable(
                name, initializer=_repeated(start, self._weights), use_resource=use_resource
            )
            slopes = tf.get_variable(
                name + "_slope",
                initializer=_repeated(slope, self._weights),
                use_resource=use_resource,
                trainable=False,
            )
            variables.append(variable)
            losses.append(_slope_loss(variable, slopes))
        return Model(tf.add_n(losses), variables, lambda number: {})


def _repeated(pattern, length):
    times = -(-length // len(pattern))  # rounded up
    return tf.tile(tf.constant(pattern), [times])[:length]


def _slope_loss(variable, slopes):
    """Return `sum(slopes * variable)`, whose gradient is handed on as it lies in memory.

    TensorFlow's own gradient would write the slopes times 1 into new memory at each step.
    """
    slopes = tf.convert_to_tensor(slopes)

    @tf.custom_gradient
    def weighted_sum(values):
        # The loss is a sum of these sums, so what comes from above is 1.
        return tf.reduce_sum(slopes * values), lambda one: slopes

    return weighted_sum(tf.convert_to_tensor(variable))
