"""Oja's rule: Hebbian learning that finds the principal components. No gradient at all.

y <- x w
w <- w + mu*mean(y x - y^2 w)                                one neuron, w [d]
w_j <- w_j + mu*mean(y_j x - y_j*(y_1 w_1 + ... + y_j w_j))  the j-th of k neurons, w [d, k]
"""

import tensorflow.compat.v1 as tf

from tf1_updates.errors import InputError
from tf1_updates.rules.base import Rule
from tf1_updates.rules.hyper_parameters import as_scalar, checked


class Oja(Rule):
    """`w <- w + mu*mean(y x - y^2 w)` with `y = x w`: what fires together, wires together

    In the gradient's place it takes what a synapse sees, the inputs x of a batch:
    `RuleOptimizer(Oja(0.1)).apply_gradients([(x, w)])`. The term `-y^2 w` keeps the weights from
    growing: they end at length 1, along the direction in which the inputs x vary most, if their
    mean is 0. Start from small random weights, since 0 stays 0.

    With k columns it is Sanger's generalized Hebbian algorithm, whose j-th column ends at the j-th
    component (the subspace form of several neurons ends at some mixture of the first k).

    Source: E. Oja, "A simplified neuron model as a principal component analyzer", 1982; for several
    columns, T. D. Sanger, "Optimal unsupervised learning in a single-layer linear feedforward
    neural network", 1989.

    Args:
        learning_rate: mu; a number, a scalar tensor or variable, or a function of the step. To stay
            stable, well below 1 over the largest variance.

    Raises:
        InputError: a rate that is not allowed; when a train step is built, weights that are no [d]
            or [d, k], and inputs of another shape or dtype, naming the variable.

    >>> with tf.Graph().as_default(), tf.Session() as session:
    ...     w, x = tf.constant([1.0, 0.5]), tf.constant([[2.0, 0.0], [0.0, 2.0]])
    ...     print(session.run(Oja(0.5).move(w, x, 0, "w")))  # y is [2, 1], mean(y^2) is 2.5
    [0.75  0.375]
    """

    hyper_parameters = ("learning_rate",)
    takes = "inputs x"

    def __init__(self, learning_rate=0.01):
        self.learning_rate = checked("learning_rate", learning_rate)

    def move(self, weights, gradient, step, name):
        """Return `w + mu*mean(y x - y^2 w)`, where `gradient` is x; see `Rule.move`."""
        rate = as_scalar("learning_rate", self.learning_rate, weights.dtype.base_dtype, step)
        inputs = _checked_inputs(gradient, weights, name)
        columns = weights if weights.shape.rank == 2 else tf.expand_dims(weights, 1)
        outputs = tf.matmul(inputs, columns)
        count = tf.cast(tf.shape(inputs)[0], weights.dtype.base_dtype)
        hebbian = tf.matmul(inputs, outputs, transpose_a=True) / count
        products = tf.matmul(outputs, outputs, transpose_a=True) / count
        # The upper triangle: column j forgets along the columns up to its own.
        forgetting = tf.matmul(columns, tf.linalg.band_part(products, 0, -1))
        return weights + rate * tf.reshape(hebbian - forgetting, tf.shape(weights))


def _checked_inputs(inputs, weights, name):
    describe = "{0.dtype.base_dtype.name} {0.shape}".format
    if weights.shape.rank not in (1, 2):
        argument = "Oja: weights of variable {!r}".format(name)
        raise InputError(argument, describe(weights), "a shape of [d] or [d, k]")
    inputs = tf.convert_to_tensor(inputs)
    same_dtype = inputs.dtype.base_dtype == weights.dtype.base_dtype
    if not same_dtype or not inputs.shape.is_compatible_with([None, weights.shape[0]]):
        allowed = "{} (n, {}), a batch of inputs, since the weights are {}"
        allowed = allowed.format(weights.dtype.base_dtype.name, weights.shape[0], weights.shape)
        raise InputError("Oja: inputs of variable {!r}".format(name), describe(inputs), allowed)
    return inputs
