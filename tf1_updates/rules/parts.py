"""Parts of a `Chain`: rules that only move, or only project.

Noise   w <- w + eps             Box    w <- min(max(w, low), high)
Decay   w <- w - decay*w         Ball   w <- w * min(1, radius/|w|)
                                 Wrap   w <- w mod B
"""

import tensorflow.compat.v1 as tf

from tf1_updates.errors import InputError
from tf1_updates.rules.base import Rule
from tf1_updates.rules.hyper_parameters import as_scalar, checked
from tf1_updates.rules.limits import check_box, check_seed
from tf1_updates.rules.noise import normal_noise
from tf1_updates.rules.outside import outside_of_compiled
from tf1_updates.rules.wrap import wrap, wrap_centred


class Noise(Rule):
    """`w <- w + eps`, eps ~ Normal(noise_mean, noise_stddev), anew at each step

    Args:
        noise_stddev, noise_mean: numbers, scalar tensors or functions of the step.
        seed: whole number of at least 0; noise is a function of (seed, step, variable name).
    """

    hyper_parameters = ("noise_stddev", "noise_mean", "seed")
    # It is more than `w + f(g)`: a stock optimizer would scale the noise by the rate.
    reads_weights = True

    def __init__(self, noise_stddev=0.01, noise_mean=0.0, seed=0):
        self.noise_stddev = checked("noise_stddev", noise_stddev)
        self.noise_mean = checked("noise_mean", noise_mean)
        self.seed = check_seed(seed)

    def move(self, weights, gradient, step, name):
        """Return `w + eps`; see `Rule.move`."""
        noise = normal_noise(weights, self.noise_mean, self.noise_stddev, self.seed, step, name)
        return weights if noise is None else weights + noise


class Decay(Rule):
    """`w <- w - decay*w`, weight decay that no other part's rate scales

    Source: I. Loshchilov and F. Hutter, "Decoupled weight decay regularization", 2019. Their AdamW
    is `Chain(Decay(mu*lambda), Adam(mu))`.

    Args:
        decay: what share of each weight is lost at a step; from 0 to 1, or a function of the step.
    """

    hyper_parameters = ("decay",)
    sparse_rows = "all"

    def __init__(self, decay=1e-4):
        self.decay = checked("decay", decay)

    def move(self, weights, gradient, step, name):
        """Return `w - decay*w`; see `Rule.move`."""
        return weights - as_scalar("decay", self.decay, weights.dtype.base_dtype, step) * weights


class _Projection(Rule):
    def move(self, weights, gradient, step, name):
        """Return the weights as they are: a projection has no move of its own."""
        return weights


class Box(_Projection):
    """`w <- min(max(w, low), high)`; nan stays nan

    Args:
        low, high: ends of the box that every weight is kept in, both included; `low < high`.
    """

    hyper_parameters = ("low", "high")

    def __init__(self, low=-1.0, high=1.0):
        self.low = checked("low", low, may_be_function=False)
        self.high = checked("high", high, may_be_function=False)
        if isinstance(self.low, float) and isinstance(self.high, float):
            check_box(self.low, self.high)

    def project(self, moved):
        """Return `min(max(moved, low), high)`."""
        dtype = moved.dtype.base_dtype
        low, high = as_scalar("low", self.low, dtype), as_scalar("high", self.high, dtype)
        return tf.minimum(tf.maximum(moved, low), high)


class Ball(_Projection):
    """`w <- w * min(1, radius/|w|)`, for each variable as a whole, |w| its L2 norm

    A variable that holds nan or inf has no norm: it is left as it is, for all to see.

    Args:
        radius: of the ball, a number above 0 or a scalar tensor.
    """

    hyper_parameters = ("radius",)
    sparse_rows = "all"  # one row's move shortens all the others

    def __init__(self, radius=1.0):
        self.radius = checked("radius", radius, may_be_function=False)

    def project(self, moved):
        """Return the moved weights, shortened to the radius if they are longer."""
        dtype = tf.float64 if moved.dtype.base_dtype == tf.float64 else tf.float32
        exact, radius = tf.cast(moved, dtype), as_scalar("radius", self.radius, dtype)
        # Relative to the largest number, so that no square overflows or is lost.
        largest = tf.maximum(tf.reduce_max(tf.abs(exact)), radius)
        norm = tf.sqrt(tf.reduce_sum(tf.square(exact / largest)))
        radius = radius / largest
        short = tf.cast(exact * (radius / norm), moved.dtype.base_dtype)
        longer = tf.fill(tf.shape(moved), norm > radius)  # nan is not longer
        return tf.raw_ops.Select(condition=longer, x=short, y=moved)


class Wrap(_Projection):
    """`w <- w mod B`, in [0, B), or in [-B/2, B/2) when centred; nan stays nan

    Args:
        bound: B, the length of the circle; finite and above 0. A tensor is checked when run.
        centred: whether the circle is cut open opposite of 0 and not at 0.
    """

    hyper_parameters = ("bound", "centred")

    def __init__(self, bound=20.0, centred=False):
        self.bound = checked("bound", bound, may_be_function=False)
        if not isinstance(centred, bool):
            raise InputError("centred", centred, "True or False")
        self.centred = centred

    def project(self, moved):
        """Return `moved mod B`."""
        # Of a number that it knows XLA takes the reciprocal, which rounds once more.
        with outside_of_compiled():
            bound = self._bound_for(moved.dtype.base_dtype)
        return wrap_centred(moved, bound) if self.centred else wrap(moved, bound)

    def _bound_for(self, dtype):
        if isinstance(self.bound, float):
            limits = tf.as_dtype(dtype)
            smallest = {"float16": 2.0**-14, "float64": 2.0**-1022}.get(limits.name, 2.0**-126)
            if not smallest <= self.bound <= float(limits.max):
                allowed = "a number that {} holds, from {:.3g} to {:.3g}"
                allowed = allowed.format(limits.name, smallest, float(limits.max))
                raise InputError("bound", self.bound, allowed)
            return as_scalar("bound", self.bound, dtype)
        message = "{}: bound: this value was given; allowed is a finite number above 0"
        message = message.format(type(self).__name__)
        bound = as_scalar("bound", self.bound, dtype)
        good = tf.logical_and(bound > 0, tf.math.is_finite(bound))
        with tf.control_dependencies([tf.debugging.Assert(good, [message, bound])]):
            return tf.identity(bound)
