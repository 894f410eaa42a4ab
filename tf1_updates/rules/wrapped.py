"""The thread's rule: noisy descent on a circle.

w <- (w - mu*g + eps) mod B          eps ~ Normal(noise_mean, noise_stddev), anew at each step
"""

from tf1_updates.rules.hyper_parameters import as_scalar, checked
from tf1_updates.rules.limits import check_seed
from tf1_updates.rules.noise import normal_noise
from tf1_updates.rules.parts import Wrap


class WrappedNoisyDescent(Wrap):
    """`w <- (w - mu*g + eps) mod B`

    The rule of StackOverflow question 42870727. It reads the weight twice, once to move it and once
    to wrap it, which is why it cannot be told to an optimizer through its gradient alone.

    Bounded is not converged: a wrapped weight looks calm at any learning rate, since the wrap hides
    how far it was moved. Look at the size of `move(w, g) - w` before you trust a flat curve.

    Args:
        learning_rate: mu; a number, a scalar tensor or variable, or a function of the step.
        bound: B, the length of the circle; finite and above 0. A tensor is checked when run.
        noise_stddev, noise_mean: of the noise eps; numbers, tensors or functions of the step.
        seed: whole number of at least 0; noise is a function of (seed, step, variable name).
        centred: wrap to [-B/2, B/2) instead of [0, B). Weights that start at zero then do not sit
            on the seam of the circle, where half of them jump to about B at the first step.

    Raises:
        InputError: a hyper-parameter that is not allowed; at construction, or, for a bound that the
            variable's dtype cannot hold, when a train step is built.

    In half precision a step can be lost whole: 19 - 100*0.001 is 19 in float16 if it is taken in a
    hundred steps of 0.001, because float16 has no number between 19 and 18.98.

    >>> import tensorflow.compat.v1 as tf
    >>> rule = WrappedNoisyDescent(learning_rate=0.1, bound=20, noise_stddev=0.0)
    >>> with tf.Graph().as_default(), tf.Session() as session:
    ...     w = tf.constant([1.0, -3.0])
    ...     print(session.run(rule.project(rule.move(w, w, 0, "w"))))
    [ 0.9 17.3]
    """

    hyper_parameters = (
        "learning_rate",
        "bound",
        "noise_stddev",
        "noise_mean",
        "seed",
        "centred",
    )

    def __init__(
        self,
        learning_rate=0.1,
        bound=20.0,
        noise_stddev=0.01,
        noise_mean=0.0,
        seed=0,
        centred=False,
    ):
        self.learning_rate = checked("learning_rate", learning_rate)
        super().__init__(bound, centred)
        self.noise_stddev = checked("noise_stddev", noise_stddev)
        self.noise_mean = checked("noise_mean", noise_mean)
        self.seed = check_seed(seed)

    def move(self, weights, gradient, step, name):
        """Return `w - mu*g + eps`, which `Wrap.project` takes `mod B`; see `Rule.move`."""
        rate = as_scalar("learning_rate", self.learning_rate, weights.dtype.base_dtype, step)
        moved = weights - rate * gradient
        noise = normal_noise(weights, self.noise_mean, self.noise_stddev, self.seed, step, name)
        return moved if noise is None else moved + noise
