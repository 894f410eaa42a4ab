"""One rule on one problem for many steps, kept as checksums and a few values.

Noise is a function of (seed, step, name) and has to be the same to the bit everywhere. Weights may
differ: a matrix product adds up hundreds of numbers, in an order that depends on the version and
the processor, and float32 rounds each sum.
"""

import binascii

import numpy as np
import tensorflow.compat.v1 as tf

from tf1_updates.approaches import group_assign
from tf1_updates.rules.noise import normal_noise

# How many weights of each variable are kept as they are.
PICKED = 4


def trajectory(problem, rule, steps, every):
    """Run a rule on a problem by `group_assign`; return what is kept of the weights.

    Args:
        problem: a `Problem`.
        rule: a `Rule` that takes a gradient.
        steps: how many steps to run.
        every: keep the weights after each so many steps.

    Returns:
        A dictionary from variable name to the record that `kept` makes.

    >>> from tf1_updates.problems import Coupled
    >>> from tf1_updates.rules import GradientDescent
    >>> sorted(trajectory(Coupled(), GradientDescent(), 4, 2)["a"])
    ['crc32', 'means', 'values']
    """
    with tf.Graph().as_default() as graph:
        model = problem.build()
        train_step = group_assign.build(model.loss, model.variables, rule)
        initialise = tf.global_variables_initializer()
        read = {variable.op.name: tf.convert_to_tensor(variable) for variable in model.variables}
        found = {name: [] for name in read}
        with tf.Session(graph=graph) as session:
            session.run(initialise)
            for number in range(steps):
                train_step(session, model.feed(number))
                if (number + 1) % every == 0:
                    for name, weights in session.run(read).items():
                        found[name].append(weights)
    bound = getattr(rule, "bound", None)
    return {name: kept(arrays, bound) for name, arrays in found.items()}


def kept(arrays, bound=None):
    """Return the checksums of a variable's weights at several steps, and a few of its weights.

    Args:
        arrays: list of float32 arrays.
        bound: length of the circle that the weights are on, or `None`.

    >>> kept([np.zeros(8, np.float32)])["means"]
    [[0.0, 0.0]]
    """
    return {
        "crc32": [checksum(array) for array in arrays],
        "means": [means(array, bound) for array in arrays],
        "values": [[_short(value) for value in picked(array)] for array in arrays],
    }


def means(weights, bound):
    """Return two means over all weights, in float64, which no weight's move by d moves by more.

    They are those of w and |w|; on a circle those of B/2pi * cos(2pi w/B) and its sine, for which
    0 and B are one point.

    >>> means(np.array([0.0, 20.0]), 20.0) == means(np.array([0.0, 0.0]), 20.0)
    False
    >>> np.allclose(means(np.array([0.0, 20.0]), 20.0), means(np.array([0.0, 0.0]), 20.0))
    True
    """
    weights = np.asarray(weights, np.float64)
    if bound is None:
        return [float(weights.mean()), float(np.abs(weights).mean())]
    radius = bound / (2 * np.pi)
    angle = weights / radius
    return [float(radius * np.cos(angle).mean()), float(radius * np.sin(angle).mean())]


def picked(array):
    """Return some weights at equal distances, the first of them half a distance from the start."""
    flat = np.asarray(array).ravel()
    return flat[[(2 * place + 1) * flat.size // (2 * PICKED) for place in range(PICKED)]]


def checksum(array):
    """Return the CRC-32 of an array's bytes, little end first.

    >>> checksum(np.zeros(1, np.float32)) == binascii.crc32(bytes(4))
    True
    """
    little = np.ascontiguousarray(array, np.dtype(array.dtype).newbyteorder("<"))
    return binascii.crc32(little.tobytes()) & 0xFFFFFFFF


def noise_record(problem, seed, steps, every):
    """Return the checksums of each variable's Normal(0, 1) noise, at each step that is kept.

    Returns:
        A dictionary from variable name to {"crc32": [...], "bits": [[8 hex digits, ...], ...]}.
    """
    with tf.Graph().as_default() as graph, tf.Session(graph=graph) as session:
        step = tf.placeholder(tf.int64, [])
        drawn = {
            name: normal_noise(tf.zeros(start.shape), 0.0, 1.0, seed, step, name)
            for name, start in problem.initial_weights().items()
        }
        found = [session.run(drawn, {step: n}) for n in range(every - 1, steps, every)]
    return {
        name: {
            "crc32": [checksum(each[name]) for each in found],
            "bits": [
                ["{:08x}".format(bits) for bits in picked(each[name]).view(np.uint32)]
                for each in found
            ],
        }
        for name in drawn
    }


def _short(value):
    # The shortest decimal from which float32 comes back to the bit.
    return float(np.format_float_scientific(value))
