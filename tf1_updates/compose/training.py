"""The small problem of every trial, its weights in NumPy, and the check of one against the other.

loss = sum((w - target)^2) / 2 + sum(slope * v)

Two variables whose gradients do not meet, so that even the approach that writes them one by one can
train them; the numbers make weights cross the seam of the circle in both directions.
"""

import numpy as np
import tensorflow.compat.v1 as tf

W, V = np.array([1.0, 17.0, 6.0]), np.array([[2.0], [19.0]])
TARGET, SLOPE = np.array([-9.0, 25.0, 4.0]), np.array([[12.0], [-10.0]])
RATE = 0.25


class WrongWeights(Exception):
    """An approach trained, and a weight is not what it should be; the text says which."""


class Training:
    """A subject's train step on the small problem, in a graph of its own.

    Args:
        subject: the `Subject`.
        rule: the rule that is handed to it.
        dtype: of the variables.
        use_resource: the kind of the variables; by default as TensorFlow is set.
        partitioner: cuts `w` into slices, or `None`.
    """

    def __init__(self, subject, rule, dtype=tf.float32, use_resource=None, partitioner=None):
        self.graph = tf.Graph()
        with self.graph.as_default():
            with tf.variable_scope(tf.get_variable_scope(), use_resource=use_resource, dtype=dtype):
                # A partitioner needs the shape, which TensorFlow takes with an initialiser only.
                w = tf.get_variable("w", W.shape, initializer=_slice_of_w, partitioner=partitioner)
                v = tf.get_variable("v", initializer=V.astype(dtype.as_numpy_dtype))
            target, slope = tf.placeholder(dtype, W.shape), tf.placeholder(dtype, V.shape)
            loss = tf.reduce_sum((w - target) ** 2) / 2 + tf.reduce_sum(slope * v)
            self._feed = {target: TARGET, slope: SLOPE}
            variables = [w, v] if partitioner is None else list(w) + [v]
            self._train_step = subject.build(loss, variables, rule)
            self._weights = {"w": tf.convert_to_tensor(w), "v": tf.convert_to_tensor(v)}
            self.global_step = tf.train.get_or_create_global_step()
            self._count = self.global_step.assign_add(1).op
            self.initialise = tf.global_variables_initializer()
            self.saver = tf.train.Saver()

    def steps(self, session, steps):
        """Train for some steps; each is counted in the graph's global step, as hooks need it."""
        for _ in range(steps):
            self._train_step(session, self._feed)
            session.run(self._count)

    def weights(self, session):
        """Return the weights as a dict of arrays."""
        return session.run(self._weights)


def _slice_of_w(shape, dtype, partition_info=None):
    start = partition_info.var_offset[0] if partition_info else 0
    return tf.constant(W[start : start + shape[0]], dtype)


def right_weights(bound, steps, rate=lambda step: RATE, noise=None):
    """Return what the weights should be after some steps, in float64 by NumPy alone.

    Args:
        bound: length of the circle, or `None` for plain descent.
        steps: how many.
        rate: function from the step's number to its learning rate.
        noise: function from the step's number to the noise of `w` and of `v`, or `None`.

    >>> right_weights(20.0, 1)["w"]
    array([18.5, 19. ,  5.5])
    """
    w, v = W, V
    for step in range(steps):
        of_w, of_v = noise(step) if noise else (0.0, 0.0)
        w = w - rate(step) * (w - TARGET) + of_w
        v = v - rate(step) * SLOPE + of_v
        if bound is not None:
            w, v = np.mod(w, bound), np.mod(v, bound)
    return {"w": w, "v": v}


def check_weights(found, right, bound, tolerance=1e-4):
    """Raise `WrongWeights` unless every weight is right, within rounding, and in the domain.

    Args:
        found, right: dicts from name to array.
        bound: length of the circle, on which 0 and `bound` are one point; `None` for a line.
        tolerance: largest distance that counts as rounding.

    >>> check_weights({"w": np.float32([19.99999])}, {"w": np.array([0.0])}, bound=20.0)
    >>> check_weights({"w": np.float32([1.5])}, {"w": np.array([0.5])}, bound=20.0)
    Traceback (most recent call last):
        ...
    tf1_updates.compose.training.WrongWeights: w is [1.5] and should be [0.5]
    """
    for name, values in found.items():
        with np.errstate(invalid="ignore"):
            difference = np.abs(values.astype(np.float64) - right[name])
            is_inside = True
            if bound is not None:
                difference = np.minimum(difference, np.abs(bound - difference))
                is_inside = (values >= -tolerance) & (values <= bound + tolerance)
            is_right = (difference <= tolerance) & is_inside  # which nan is not
        if not np.all(is_right):
            texts = _numbers(values), _numbers(right[name])
            raise WrongWeights("{} is {} and should be {}".format(name, *texts))


def _numbers(values):
    return "[{}]".format(" ".join("{:.4g}".format(float(value)) for value in np.ravel(values)))
