"""Plain gradient descent, the rule that every stock optimizer is compared with.

w <- w - mu*g
"""

from tf1_updates.rules.base import Rule
from tf1_updates.rules.hyper_parameters import as_scalar, checked


class GradientDescent(Rule):
    """`w <- w - mu*g`

    Args:
        learning_rate: mu; a number, a scalar tensor or variable, or a function of the step, so that
            TF1's decay schedules fit: `lambda step: tf.train.exponential_decay(0.1, step, 9, 0.5)`.

    Raises:
        InputError: a learning rate that is not a finite scalar number.

    >>> import tensorflow.compat.v1 as tf
    >>> with tf.Graph().as_default(), tf.Session() as session:
    ...     w, g = tf.constant([1.0, -3.0]), tf.constant([2.0, 2.0])
    ...     print(session.run(GradientDescent(0.5).move(w, g, 0, "w")))
    [ 0. -4.]
    """

    hyper_parameters = ("learning_rate",)
    reads_weights = False

    def __init__(self, learning_rate=0.1):
        self.learning_rate = checked("learning_rate", learning_rate)

    def move(self, weights, gradient, step, name):
        """Return `w - mu*g`; see `Rule.move`."""
        rate = as_scalar("learning_rate", self.learning_rate, weights.dtype.base_dtype, step)
        return weights - rate * gradient
