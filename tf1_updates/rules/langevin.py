"""Langevin dynamics: descent with just so much noise that the weights are samples.

w <- w - mu*g + sqrt(2*mu*T)*eps          eps ~ Normal(0, 1), anew at each step
"""

import tensorflow.compat.v1 as tf

from tf1_updates.errors import InputError
from tf1_updates.rules.base import Rule
from tf1_updates.rules.hyper_parameters import as_scalar, checked
from tf1_updates.rules.limits import check_seed
from tf1_updates.rules.noise import normal_noise


class Langevin(Rule):
    """`w <- w - mu*g + sqrt(2*mu*T)*eps`, stochastic gradient Langevin dynamics (SGLD)

    Where plain descent ends at a minimum, these weights wander: after a while they are samples of
    the density proportional to exp(-loss/T). With T = 1 and the negative log posterior as the loss
    (the sum over all examples, not a batch's mean), that is the posterior.

    Convention: this mu is half of the paper's step size. Welling and Teh write
    `w <- w + eps_t/2 * grad(log posterior) + Normal(0, eps_t)`; with mu = eps_t/2 the noise has the
    variance 2*mu, as here. A constant mu leaves a bias: on a bowl of curvature k the variance is
    `T/k / (1 - mu*k/2)` in place of `T/k`, since each step overshoots a little.

    Source: M. Welling and Y. W. Teh, "Bayesian learning via stochastic gradient Langevin dynamics",
    2011, equation 4.

    Args:
        learning_rate: mu, at least 0; a number, a scalar tensor or variable, or a function of the
            step (the paper lets it decay). A negative one that shows when run gives nan.
        temperature: T, at least 0, likewise; 0 is plain descent.
        seed: whole number of at least 0; noise is a function of (seed, step, variable name).

    Raises:
        InputError: a hyper-parameter that is not allowed.

    >>> with tf.Graph().as_default(), tf.Session() as session:
    ...     w, g = tf.constant([1.0, -3.0]), tf.constant([2.0, 2.0])
    ...     print(session.run(Langevin(0.5, temperature=0).move(w, g, 0, "w")))
    [ 0. -4.]
    """

    hyper_parameters = ("learning_rate", "temperature", "seed")
    # Noise is more than `w + f(g)`: a stock optimizer would scale it by the rate.
    reads_weights = True
    # A weight without a gradient wanders, too.
    sparse_rows = "all"

    def __init__(self, learning_rate=0.1, temperature=1.0, seed=0):
        self.learning_rate = checked("learning_rate", learning_rate)
        if isinstance(self.learning_rate, float) and self.learning_rate < 0:
            raise InputError("learning_rate", learning_rate, "a finite number of at least 0")
        self.temperature = checked("temperature", temperature)
        self.seed = check_seed(seed)

    def move(self, weights, gradient, step, name):
        """Return `w - mu*g + sqrt(2*mu*T)*eps`; see `Rule.move`."""
        dtype = weights.dtype.base_dtype
        rate = as_scalar("learning_rate", self.learning_rate, dtype, step)
        temperature = as_scalar("temperature", self.temperature, dtype, step)
        noise = normal_noise(weights, 0.0, 1.0, self.seed, step, name)
        return weights - rate * gradient + tf.sqrt(2.0 * rate * temperature) * noise
