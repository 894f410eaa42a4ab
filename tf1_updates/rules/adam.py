"""Adam, in the form that TensorFlow 1 computes.

t <- step + 1
m <- beta1*m + (1 - beta1)*g                      the slots, zero at first
v <- beta2*v + (1 - beta2)*g^2
w <- w - mu * sqrt(1 - beta2^t) / (1 - beta1^t) * m / (sqrt(v) + epsilon)
"""

import tensorflow.compat.v1 as tf

from tf1_updates.rules.base import Rule
from tf1_updates.rules.hyper_parameters import as_scalar, checked


class Adam(Rule):
    """`w <- w - mu_t * m/(sqrt(v) + epsilon)`, with slots `m` and `v` beside each variable

    The same as `tf.train.AdamOptimizer`, whose epsilon is the "epsilon hat" of the paper's
    section 2. The powers of beta are computed from the step: there are no variables for them, and
    no rounding builds up in them. Those of TensorFlow are in float32, which costs its first moves
    about their fifth digit.

    In half precision the arithmetic is float32's, where an epsilon of 1e-8 and a beta2 of 0.999 are
    not rounded to 0 and 1; the slots still keep only what the variable's dtype holds.

    Source: D. P. Kingma and J. Ba, "Adam: a method for stochastic optimization", 2015.

    Args:
        learning_rate: mu; a number, a scalar tensor or variable, or a function of the step.
        beta1, beta2: how much of the mean of g, and of g^2, stays at each step; likewise.
        epsilon: keeps the division finite where the gradient has been zero; likewise.

    Raises:
        InputError: a hyper-parameter that is not allowed.

    At the first step every weight moves by mu, whatever the size of its gradient:

    >>> with tf.Graph().as_default(), tf.Session() as session:
    ...     w, g, zeros = tf.constant([1.0, 1.0]), tf.constant([5.0, -0.01]), tf.zeros([2])
    ...     moved, _ = Adam(0.25).advance(w, g, {"m": zeros, "v": zeros}, 0, "w")
    ...     print(session.run(moved).round(4))
    [0.75 1.25]
    """

    hyper_parameters = ("learning_rate", "beta1", "beta2", "epsilon")
    reads_weights = False
    slots = ("m", "v")
    # The means go on shrinking where a row was not looked up, and move its weights: as in TF1.
    sparse_rows = "all"

    def __init__(self, learning_rate=0.001, beta1=0.9, beta2=0.999, epsilon=1e-8):
        self.learning_rate = checked("learning_rate", learning_rate)
        self.beta1 = checked("beta1", beta1)
        self.beta2 = checked("beta2", beta2)
        self.epsilon = checked("epsilon", epsilon)

    def advance(self, weights, gradient, slots, step, name):
        """Return the moved weights and the new `m` and `v`; see `Rule.advance`."""
        given = weights.dtype.base_dtype
        dtype = tf.float64 if given == tf.float64 else tf.float32
        rate = as_scalar("learning_rate", self.learning_rate, tf.float64, step)
        beta1 = as_scalar("beta1", self.beta1, dtype, step)
        beta2 = as_scalar("beta2", self.beta2, dtype, step)
        epsilon = as_scalar("epsilon", self.epsilon, dtype, step)
        # 1 - beta2^t loses its digits in float32 while t is small, so a few scalars are float64.
        left1, left2 = (1.0 - _power(beta, step) for beta in (beta1, beta2))
        rate = tf.cast(rate * tf.sqrt(left2) / left1, dtype)

        gradient, m, v = (tf.cast(each, dtype) for each in (gradient, slots["m"], slots["v"]))
        m = m + (gradient - m) * (1.0 - beta1)
        v = v + (tf.square(gradient) - v) * (1.0 - beta2)
        moved = tf.cast(weights, dtype) - rate * m / (tf.sqrt(v) + epsilon)
        return tf.cast(moved, given), {"m": tf.cast(m, given), "v": tf.cast(v, given)}


def _power(beta, step):
    return tf.pow(tf.cast(beta, tf.float64), tf.cast(step, tf.float64) + 1.0)
