"""Variables, rules and a judgement for tests of the compiled update."""

import numpy as np
import tensorflow.compat.v1 as tf

from tf1_updates.rules import (
    Adam,
    Ball,
    Chain,
    Decay,
    GradientDescent,
    Langevin,
    Momentum,
    Noise,
    ProjectedDescent,
    Wrap,
    WrappedNoisyDescent,
)

RULES = {
    "wrapped": WrappedNoisyDescent(0.1, 20, 0.01, seed=2),
    "centred": WrappedNoisyDescent(0.1, 20, 0.01, 0.005, seed=2, centred=True),
    "scheduled": WrappedNoisyDescent(lambda step: 0.1 - 0.01 * step, 20, 0.01),
    "descent": GradientDescent(0.1),
    "momentum": Momentum(0.1, 0.5),
    "nesterov": Momentum(0.1, 0.5, use_nesterov=True),
    "box": ProjectedDescent(0.1, low=-0.5, high=0.5),
    "ball": ProjectedDescent(0.1, radius=1.5),
    "adam": Adam(0.1),
    "langevin": Langevin(0.1, 0.01),
    "chain": Chain(Decay(0.01), Momentum(0.1, 0.5), Noise(0.01), Wrap(20)),
    "chain_ball": Chain(Adam(0.1), Noise(0.01), Ball(1.5)),
}
BOUND = 20.0
DIGITS = {"float16": 10, "bfloat16": 7, "float32": 23, "float64": 52}


def variable(name, start, dtype=tf.float32, **more):
    start = np.asarray(start, np.float64)
    initial = tf.constant_initializer(start)
    return tf.get_variable(name, start.shape, dtype, initial, use_resource=True, **more)


def half_square(*variables):
    return 0.5 * tf.add_n([tf.reduce_sum(tf.square(v)) for v in variables])


def both(run):
    """What `run(compiled)` gives without and with compiling, each in a graph of its own."""
    results = []
    for compiled in (False, True):
        with tf.Graph().as_default(), tf.Session() as session:
            results.append([np.asarray(each, np.float64) for each in run(session, compiled)])
    return results


def assert_near(plain, fused, dtype=tf.float32, units=8):
    """Each number within a few units in the last place on the circle, where 0 and B are one."""
    for one, other in zip(plain, fused):
        assert one.shape == other.shape and np.isfinite(one).all()
        apart = np.mod(np.abs(one - other), BOUND)
        largest = max(1.0, np.abs(one).max())
        unit = 2.0 ** (np.floor(np.log2(largest)) - DIGITS[dtype.name])
        assert (np.minimum(apart, BOUND - apart) <= units * unit).all()
