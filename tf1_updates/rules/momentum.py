"""Momentum, plain and Nesterov's.

a <- beta*a + g          the slot, zero at first
w <- w - mu*a            plain
w <- w - mu*(g + beta*a) Nesterov, with the new a
"""

from tf1_updates.errors import InputError
from tf1_updates.rules.base import Rule
from tf1_updates.rules.hyper_parameters import as_scalar, checked


class Momentum(Rule):
    """`a <- beta*a + g; w <- w - mu*a`, with a slot `momentum` beside each variable

    The same as `tf.train.MomentumOptimizer`: the rate scales the sum, not each gradient, so that a
    change of the rate takes hold at once.

    Source: B. T. Polyak, "Some methods of speeding up the convergence of iteration methods", 1964;
    for Nesterov's form, I. Sutskever et al., "On the importance of initialization and momentum in
    deep learning", 2013.

    Args:
        learning_rate: mu; a number, a scalar tensor or variable, or a function of the step.
        momentum: beta, likewise; 0.9 is common.
        use_nesterov: whether to look one move ahead.

    Raises:
        InputError: a hyper-parameter that is not allowed.

    >>> import tensorflow.compat.v1 as tf
    >>> with tf.Graph().as_default(), tf.Session() as session:
    ...     w, g, a = tf.constant([1.0]), tf.constant([2.0]), tf.constant([4.0])
    ...     moved, slots = Momentum(0.5, 0.25).advance(w, g, {"momentum": a}, 0, "w")
    ...     print(session.run([moved, slots["momentum"]]))
    [array([-0.5], dtype=float32), array([3.], dtype=float32)]
    """

    hyper_parameters = ("learning_rate", "momentum", "use_nesterov")
    reads_weights = False
    slots = ("momentum",)

    def __init__(self, learning_rate=0.1, momentum=0.9, use_nesterov=False):
        self.learning_rate = checked("learning_rate", learning_rate)
        self.momentum = checked("momentum", momentum)
        if not isinstance(use_nesterov, bool):
            raise InputError("use_nesterov", use_nesterov, "True or False")
        self.use_nesterov = use_nesterov

    def advance(self, weights, gradient, slots, step, name):
        """Return `w - mu*a` and the new `a`; see `Rule.advance`."""
        dtype = weights.dtype.base_dtype
        rate = as_scalar("learning_rate", self.learning_rate, dtype, step)
        beta = as_scalar("momentum", self.momentum, dtype, step)
        total = slots["momentum"] * beta + gradient
        moved = weights - rate * total
        if self.use_nesterov:
            moved = weights - (gradient * rate + total * beta * rate)
        return moved, {"momentum": total}
