"""The rules once more, in NumPy and float64: the oracle that TensorFlow's weights are held against.

Written from the equations and not from the TensorFlow code. A function here takes the numbers that
hold at one step: weights, gradient and noise as float64 arrays, hyper-parameters as floats.
"""

import numpy as np


def gradient_descent(weights, gradient, noise, learning_rate):
    """Return `w - mu*g`.

    >>> gradient_descent(np.array([1.0]), np.array([2.0]), None, learning_rate=0.25)
    array([0.5])
    """
    return weights - learning_rate * gradient


def projected_descent(weights, gradient, noise, learning_rate, low, high):
    """Return `w - mu*g`, clipped to [low, high].

    >>> projected_descent(np.array([1.0]), np.array([8.0]), None, 0.25, low=-0.5, high=0.5)
    array([-0.5])
    """
    return np.clip(weights - learning_rate * gradient, low, high)


def wrapped_noisy_descent(weights, gradient, noise, learning_rate, bound, centred):
    """Return `(w - mu*g + eps) mod B`, in [0, B) or [-B/2, B/2).

    >>> wrapped_noisy_descent(np.array([1.0]), np.array([8.0]), 0.0, 0.25, bound=4.0, centred=False)
    array([3.])
    """
    turned = np.mod(weights - learning_rate * gradient + noise, bound)
    if centred:
        turned = np.where(turned >= bound / 2, turned - bound, turned)
    return turned


def circle_distance(some, other, bound=None):
    """Return how far apart two arrays of weights are, on the circle where there is one.

    On a circle of length B, 0 and B are one point. Equal infinities, and nan against nan, are at
    distance 0; nan against a number is at distance inf.

    Args:
        some, other: float arrays of one shape.
        bound: the length of the circle, or `None` on the plain line.

    >>> circle_distance(np.array([0.5, 1.0]), np.array([19.75, 3.0]), bound=20.0)
    array([0.75, 2.  ])
    """
    some, other = np.asarray(some, np.float64), np.asarray(other, np.float64)
    with np.errstate(invalid="ignore"):
        apart = np.abs(some - other)
        if bound is not None:
            apart = np.mod(apart, bound)
            apart = np.minimum(apart, bound - apart)
    apart = np.where(np.isnan(apart), np.inf, apart)
    return np.where((some == other) | (np.isnan(some) & np.isnan(other)), 0.0, apart)
