"""As many weights in as many variables as one likes, and a gradient that costs nothing.

loss = sum_v sum(slope_v * v)
"""

from collections import OrderedDict

import numpy as np
import tensorflow.compat.v1 as tf

from tf1_updates.problems.base import Model, Problem

# Weights and slopes repeat after so many, which have no common divisor: pairs of them do not.
_START_LENGTH, _SLOPE_LENGTH = 997, 1009
# Longer start values are repeated in the graph, which would have to hold and copy them otherwise.
_MOST_CONSTANT = 10000


class Sized(Problem):
    """Variables of any size on a slope each, for measuring what an update alone costs.

    The slopes lie in memory before the first step, and the gradient is that memory: no op computes
    it, so that ten million weights show the speed of the update and not that of a gradient. Start
    weights and slopes are short patterns, repeated.

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
        variables, slopes = [], []
        for name, (start, slope) in self._patterns.items():
            variable, held = (
                tf.get_variable(
                    name + ending,
                    initializer=_repeated(pattern, self._weights),
                    use_resource=use_resource,
                    trainable=not ending,
                )
                for ending, pattern in (("", start), ("_slope", slope))
            )
            variables.append(variable)
            slopes.append(tf.convert_to_tensor(held))
        return Model(_slope_loss(variables, slopes), variables, lambda number: {})


def _repeated(pattern, length):
    if length <= _MOST_CONSTANT:
        return tf.constant(np.resize(pattern, length))
    times = -(-length // len(pattern))  # rounded up
    return tf.tile(tf.constant(pattern), [times])[:length]


def _slope_loss(variables, slopes):
    """Return `sum_v sum(slopes_v * v)`, whose gradients are handed on as they lie in memory.

    TensorFlow's own gradient would write the slopes times 1 into new memory at each step.
    """

    @tf.custom_gradient
    def weighted_sum(*values):
        # This is the whole loss, so what comes from above is 1.
        loss = tf.reduce_sum(tf.concat(slopes, 0) * tf.concat(values, 0))
        return loss, lambda one: slopes

    return weighted_sum(*[tf.convert_to_tensor(variable) for variable in variables])
