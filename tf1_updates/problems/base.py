"""What every problem is: start weights, batches, a loss in TensorFlow, its gradient in NumPy."""

from collections import OrderedDict
from typing import Any, Callable, NamedTuple

import tensorflow.compat.v1 as tf


class Model(NamedTuple):
    """A problem built in a graph.

    Attributes:
        loss: scalar tensor.
        variables: list of `tf.Variable`, in the order of the problem's `initial_weights`.
        feed: function from a step's number (0, 1, ...) to the `feed_dict` of that step's batch.
    """

    loss: Any
    variables: list
    feed: Callable


class Problem:
    """Something to train, the same for every approach because everything in it is seeded.

    A subclass sets `name` and `_start` (an ordered dict of float32 arrays by variable name), and
    says what a batch is, what the loss is, and what its gradient is, by hand, in NumPy.
    """

    name = None

    def initial_weights(self):
        """Return an ordered dict from variable name to its float32 start values (copies)."""
        return OrderedDict((name, values.copy()) for name, values in self._start.items())

    def batch(self, number):
        """Return the arrays of the batch of step `number`, a tuple (empty if nothing is fed)."""
        raise NotImplementedError

    def gradients(self, weights, number):
        """Return the loss's gradients by hand: the oracle for TensorFlow's.

        Args:
            weights: dict from variable name to array, used as float64.
            number: the step, which says the batch.

        Returns:
            A dict from variable name to float64 array of the variable's shape.
        """
        raise NotImplementedError

    def _placeholders(self):
        raise NotImplementedError

    def _loss(self, variables, fed):
        raise NotImplementedError

    def build(self, use_resource=None):
        """Build variables, placeholders and loss in the default graph.

        Args:
            use_resource: True for resource variables, False for reference variables, None for what
                TensorFlow is set to.

        Returns:
            A `Model`.
        """
        variables = OrderedDict(
            (name, tf.get_variable(name, initializer=values, use_resource=use_resource))
            for name, values in self.initial_weights().items()
        )
        fed = self._placeholders()
        loss = self._loss(variables, fed)

        def feed(number):
            return dict(zip(fed, self.batch(number)))

        return Model(loss, list(variables.values()), feed)
