"""Feedback alignment: the error travels back through fixed random weights. No gradient at all.

d <- e                          the last layer: its own error, such as p - y of a softmax
d <- (e B) * slope              a hidden layer: B fixed and random, in place of the next layer's w^T
w <- w - mu*mean(x^T d)
"""

import tensorflow.compat.v1 as tf

from tf1_updates.errors import InputError
from tf1_updates.rules.base import Rule
from tf1_updates.rules.hyper_parameters import as_scalar, checked
from tf1_updates.rules.limits import check_seed
from tf1_updates.rules.noise import normal_noise


def seen(inputs, error, slope=None):
    """Return what the synapses of one layer see, in one tensor to pass in the gradient's place.

    Args:
        inputs: tensor [n, d], the activity before the synapse: the layer's inputs.
        error: tensor [n, c], the error at the network's output, sent to every layer alike.
        slope: tensor [n, k], the derivative of the layer's activation; none for the last layer,
            which has to see the error of its own k outputs.

    Returns:
        A tensor [n, d + c + k], or [n, d + k] for the last layer.
    """
    return tf.concat([inputs, error] if slope is None else [inputs, error, slope], axis=1)


class FeedbackAlignment(Rule):
    """`w <- w - mu*mean(x^T ((e B) * slope))`, where backpropagation has the next layer's w^T for B

    A synapse cannot know the weights of the next layer, which backpropagation needs. It need not:
    the forward weights align with any fixed B, until the update lies within 90 degrees of the
    gradient's. Of a variable [d, k] it takes `seen(x, e, slope)`, for every layer in one call:

        pairs = [(seen(x, e, slope), hidden_weights), (seen(hidden, e), last_weights)]
        train = RuleOptimizer(FeedbackAlignment(0.5)).apply_gradients(pairs)

    Source: T. P. Lillicrap, D. Cownden, D. B. Tweed and C. J. Akerman, "Random synaptic feedback
    weights support error backpropagation for deep learning", 2016.

    Args:
        learning_rate: mu; a number, a scalar tensor or variable, or a function of the step.
        seed: whole number of at least 0; B is a function of (seed, variable name): normal numbers
            of variance 1/c, for an error of c entries.

    Raises:
        InputError: a value that is not allowed; when a train step is built, weights that are no
            [d, k] and a tensor that is not of `seen`'s shape and dtype, naming the variable.

    >>> with tf.Graph().as_default(), tf.Session() as session:
    ...     w, x, e = tf.zeros([2, 1]), tf.constant([[1.0, 2.0]]), tf.constant([[0.5]])
    ...     print(session.run(FeedbackAlignment(1.0).move(w, seen(x, e), 0, "w"))[:, 0])
    [-0.5 -1. ]
    """

    hyper_parameters = ("learning_rate", "seed")
    reads_weights = False
    takes = "inputs x and errors e"

    def __init__(self, learning_rate=0.1, seed=0):
        self.learning_rate = checked("learning_rate", learning_rate)
        self.seed = check_seed(seed)

    def move(self, weights, gradient, step, name):
        """Return `w - mu*mean(x^T d)`, where `gradient` is what is `seen`; see `Rule.move`."""
        dtype = weights.dtype.base_dtype
        rate = as_scalar("learning_rate", self.learning_rate, dtype, step)
        inputs, error, slope = _parts(tf.convert_to_tensor(gradient), weights, name)
        if slope is not None:
            feedback = self.feedback(int(error.shape[1]), int(slope.shape[1]), dtype, name)
            error = tf.matmul(error, feedback) * slope
        count = tf.cast(tf.shape(inputs)[0], dtype)
        return weights - rate * tf.matmul(inputs, error, transpose_a=True) / count

    def feedback(self, errors, neurons, dtype, name):
        """Return B [errors, neurons] of the layer whose weights have that name."""
        like = tf.zeros([errors, neurons], dtype)
        # Its own key, apart from noise; and the same at every step.
        return normal_noise(like, 0.0, errors**-0.5, self.seed, 0, name + "#feedback")


def _parts(given, weights, name):
    describe = "{0.dtype.base_dtype.name} {0.shape}".format
    if weights.shape.rank != 2 or not weights.shape.is_fully_defined():
        argument = "FeedbackAlignment: weights of variable {!r}".format(name)
        raise InputError(argument, describe(weights), "a shape of [d, k]")
    before, after = (int(size) for size in weights.shape)
    width = given.shape.as_list()[1] if given.shape.rank == 2 else None
    errors = -1 if width is None else width - before - after
    if errors < 0 or given.dtype.base_dtype != weights.dtype.base_dtype:
        allowed = "{0} (n, {1} + errors + {2}) or, for the last layer, {0} (n, {1} + {2})"
        allowed = allowed.format(weights.dtype.base_dtype.name, before, after)
        argument = "FeedbackAlignment: what variable {!r} sees".format(name)
        raise InputError(argument, describe(given), allowed)
    if errors == 0:
        return given[:, :before], given[:, before:], None
    return given[:, :before], given[:, before : before + errors], given[:, before + errors :]
