"""Noise that is a pure function of (seed, step, variable name).

A random op keeps a hidden state: built anew at each step it starts over and repeats itself, and two
runs of it differ. A stateless draw has neither trap, so that every approach sees the same noise.
"""

import hashlib

import tensorflow.compat.v1 as tf

from tf1_updates.rules.hyper_parameters import as_scalar
from tf1_updates.rules.outside import made_outside


def variable_key(seed, name):
    """Return the 64 bits that stand for a seed and a variable's name, as a signed integer.

    >>> variable_key(0, "layer/w") == variable_key(0, "layer/w")
    True
    >>> variable_key(0, "layer/w") == variable_key(0, "layer/b")
    False
    """
    text = "{}/{}".format(seed, name).encode("utf-8")
    return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "big", signed=True)


def normal_noise(weights, mean, stddev, seed, step, name):
    """`eps ~ Normal(mean, stddev)`, the same for the same (seed, step, name)

    Args:
        weights: tensor; the noise has its shape and dtype.
        mean, stddev: as a rule keeps them (a number, a tensor, a variable, a function of the step).
        seed: whole number, the rule's.
        step: int64 scalar tensor.
        name: str, the variable's name.

    Returns:
        A tensor like the weights, or `None` where mean and deviation are the number 0.

    >>> with tf.Graph().as_default(), tf.Session() as session:
    ...     draw = lambda step, name: normal_noise(tf.zeros([2]), 0.0, 1.0, 7, step, name)
    ...     once, again, later, other = session.run(
    ...         [draw(3, "w"), draw(3, "w"), draw(4, "w"), draw(3, "b")])
    >>> print((once == again).all(), (once == later).any(), (once == other).any())
    True False False
    """
    dtype = weights.dtype.base_dtype
    noise = None
    if not _is_number_zero(stddev):
        # Half precision is drawn in float32 and rounded: the same noise on every TensorFlow.
        drawn = tf.float64 if dtype == tf.float64 else tf.float32
        shape = weights.shape if weights.shape.is_fully_defined() else tf.shape(weights)
        unit = made_outside(_unit_normal, shape, variable_key(seed, name), step, drawn)
        noise = tf.cast(unit, dtype) * as_scalar("noise_stddev", stddev, dtype, step)
    if not _is_number_zero(mean):
        constant = as_scalar("noise_mean", mean, dtype, step)
        noise = constant if noise is None else noise + constant
    return noise


def _unit_normal(shape, key, step, dtype):
    pair = tf.stack([tf.constant(key, tf.int64), tf.cast(step, tf.int64)])
    # The bits of tf.random.stateless_normal by one op; the function would add five more.
    return tf.raw_ops.StatelessRandomNormal(shape=shape, seed=pair, dtype=dtype)


def _is_number_zero(value):
    # A tensor is not asked: its comparison is an op, or an error, depending on the TensorFlow.
    return isinstance(value, float) and value == 0.0
