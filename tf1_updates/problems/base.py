"""What every problem is: start weights, batches, a loss in TensorFlow, its gradient in NumPy."""

from collections import OrderedDict
from typing import Any, Callable, NamedTuple, Optional

import numpy as np
import tensorflow.compat.v1 as tf


class Model(NamedTuple):
    """A problem built in a graph.

    Attributes:
        loss: scalar tensor.
        variables: list of `tf.Variable`, in the order of the problem's `initial_weights`.
        feed: function from a step's number (0, 1, ...) to the `feed_dict` of that step's batch.
        loss_of: function from (weights, batch) to the loss, built anew at each call: weights is a
            list of tensors, one for each variable; batch is a tuple of tensors. `None` where the
            loss cannot be built anew.
        batches_in_graph: the problem's function of that name.
    """

    loss: Any
    variables: list
    feed: Callable
    loss_of: Optional[Callable] = None
    batches_in_graph: Optional[Callable] = None


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

    def _batch_source(self, count):
        # Small batches are kept as they are.
        stacks = [np.stack(arrays) for arrays in zip(*map(self.batch, range(count)))]
        stacks = [tf.constant(stack) for stack in stacks]
        return lambda position: tuple(tf.gather(stack, position) for stack in stacks)

    def batches_in_graph(self, count):
        """Keep the batches of steps 0 to `count - 1` in the default graph, as constants.

        Args:
            count: how many; at least 1.

        Returns:
            A function from a step's number (int64 scalar tensor) to the tuple of tensors that
            `batch` returns as arrays; after `count` batches, the first comes again.
        """
        take = self._batch_source(count)
        return lambda number: take(tf.floormod(number, tf.constant(count, tf.int64)))

    def build(self, use_resource=None, batch=None):
        """Build variables, placeholders and loss in the default graph.

        Args:
            use_resource: True for resource variables, False for reference variables, None for what
                TensorFlow is set to.
            batch: function that returns the tensors to compute the loss from, in the default graph;
                by default they are placeholders, to be fed.

        Returns:
            A `Model`.
        """
        variables = OrderedDict(
            (name, tf.get_variable(name, initializer=values, use_resource=use_resource))
            for name, values in self.initial_weights().items()
        )
        fed = self._placeholders() if batch is None else batch()
        loss = self._loss(variables, fed)

        def loss_of(weights, batch):
            return self._loss(OrderedDict(zip(variables, weights)), batch)

        def feed(number):
            return dict(zip(fed, self.batch(number))) if batch is None else {}

        return Model(loss, list(variables.values()), feed, loss_of, self.batches_in_graph)
