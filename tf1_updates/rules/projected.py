"""Descent that stays in a box.

w <- min(max(w - mu*g, low), high)
"""

import tensorflow.compat.v1 as tf

from tf1_updates.rules.descent import GradientDescent
from tf1_updates.rules.hyper_parameters import as_scalar, checked
from tf1_updates.rules.limits import check_box


class ProjectedDescent(GradientDescent):
    """`w <- min(max(w - mu*g, low), high)`, projected gradient descent onto a box

    Source: A. A. Goldstein, "Convex programming in Hilbert space", 1964; Levitin and Polyak, 1966.

    Args:
        learning_rate: mu, as for `GradientDescent`.
        low, high: ends of the box that every weight is kept in, both included; `low < high`.

    Raises:
        InputError: a value that is not a finite number, or a box without inside.

    >>> rule = ProjectedDescent(learning_rate=0.5, low=-1, high=1)
    >>> with tf.Graph().as_default(), tf.Session() as session:
    ...     moved = rule.move(tf.constant([1.0, -3.0]), tf.constant([2.0, 2.0]), 0, "w")
    ...     print(session.run(rule.project(moved)))
    [ 0. -1.]
    """

    hyper_parameters = ("learning_rate", "low", "high")
    reads_weights = True

    def __init__(self, learning_rate=0.1, low=-1.0, high=1.0):
        super().__init__(learning_rate)
        self.low = checked("low", low, may_be_function=False)
        self.high = checked("high", high, may_be_function=False)
        if isinstance(self.low, float) and isinstance(self.high, float):
            check_box(self.low, self.high)

    def project(self, moved):
        """Return `min(max(moved, low), high)`; nan stays nan."""
        dtype = moved.dtype.base_dtype
        low, high = as_scalar("low", self.low, dtype), as_scalar("high", self.high, dtype)
        return tf.minimum(tf.maximum(moved, low), high)
