"""The rules once more, in NumPy and float64: the oracle that TensorFlow's weights are held against.

Written from the equations and not from the TensorFlow code. A rule is a move and then a projection,
found by the name of the rule's class. Both take the numbers that hold at one step: arrays in
float64, hyper-parameters as floats.
"""

from typing import Any, NamedTuple

import numpy as np


class Before(NamedTuple):
    """What a move starts from: `noise` is Normal(0, 1), `step` counts from 0."""

    weights: Any
    gradient: Any
    slots: dict
    noise: Any
    step: int


class Moved(NamedTuple):
    """What a move gives; `way` is the sum of the sizes of all that was added on the way."""

    weights: Any
    slots: dict
    way: Any


def gradient_descent(before, learning_rate, **_):
    """Return `w - mu*g`.

    >>> before = Before(np.array([1.0]), np.array([2.0]), {}, None, 0)
    >>> gradient_descent(before, learning_rate=0.25).weights
    array([0.5])
    """
    move = learning_rate * before.gradient
    return Moved(before.weights - move, {}, np.abs(move))


def noise(before, noise_stddev, noise_mean, **_):
    """Return `w + eps`."""
    drawn = noise_mean + noise_stddev * before.noise
    return Moved(before.weights + drawn, {}, np.abs(drawn))


def noisy_descent(before, learning_rate, noise_stddev, noise_mean, **_):
    """Return `w - mu*g + eps`."""
    move = learning_rate * before.gradient
    drawn = noise_mean + noise_stddev * before.noise
    return Moved(before.weights - move + drawn, {}, np.abs(move) + np.abs(drawn))


def langevin(before, learning_rate, temperature, **_):
    """Return `w - mu*g + sqrt(2*mu*T)*eps`."""
    return noisy_descent(before, learning_rate, np.sqrt(2.0 * learning_rate * temperature), 0.0)


def decay(before, decay, **_):
    """Return `(1 - decay)*w`."""
    return Moved((1.0 - decay) * before.weights, {}, decay * np.abs(before.weights))


def momentum(before, learning_rate, momentum, use_nesterov, **_):
    """Return `w - mu*a` with `a <- beta*a + g`; Nesterov's is `w - mu*(g + beta*a)`.

    >>> before = Before(np.array([1.0]), np.array([2.0]), {"momentum": np.array([4.0])}, None, 0)
    >>> momentum(before, learning_rate=0.5, momentum=0.25, use_nesterov=False).weights
    array([-0.5])
    """
    kept = momentum * before.slots["momentum"]
    total = kept + before.gradient
    move = before.gradient + momentum * total if use_nesterov else total
    way = np.abs(learning_rate) * (np.abs(kept) + np.abs(before.gradient) + np.abs(move))
    return Moved(before.weights - learning_rate * move, {"momentum": total}, way)


def adam(before, learning_rate, beta1, beta2, epsilon, **_):
    """Return `w - mu_t * m/(sqrt(v) + epsilon)`, with the means m of g and v of g^2.

    >>> slots = {"m": np.zeros(1), "v": np.zeros(1)}
    >>> before = Before(np.array([1.0]), np.array([2.0]), slots, None, 0)
    >>> adam(before, 0.25, beta1=0.9, beta2=0.999, epsilon=1e-8).weights.round(6)
    array([0.75])
    """
    m = beta1 * before.slots["m"] + (1.0 - beta1) * before.gradient
    v = beta2 * before.slots["v"] + (1.0 - beta2) * before.gradient**2
    count = before.step + 1
    rate = learning_rate * np.sqrt(1.0 - beta2**count) / (1.0 - beta1**count)
    scale = rate / (np.sqrt(v) + epsilon)
    sizes = np.abs(beta1 * before.slots["m"]) + np.abs((1.0 - beta1) * before.gradient)
    return Moved(before.weights - scale * m, {"m": m, "v": v}, np.abs(scale) * sizes)


def stay(before, **_):
    """Return the weights as they are."""
    return Moved(before.weights, {}, np.zeros_like(before.weights))


def clip(weights, low, high, **_):
    """Return the nearest weights in [low, high]."""
    return np.clip(weights, low, high)


def shorten(weights, radius, **_):
    """Return the nearest weights whose L2 norm is at most the radius.

    >>> shorten(np.array([3.0, -4.0]), radius=2.5)
    array([ 1.5, -2. ])
    """
    return weights / max(1.0, np.sqrt((weights**2).sum()) / radius)


def clip_or_shorten(weights, **numbers):
    """Return the nearest weights in a box, or in a ball where there is a radius."""
    return (shorten if "radius" in numbers else clip)(weights, **numbers)


def wrap(weights, bound, centred, **_):
    """Return `w mod B`, in [0, B) or [-B/2, B/2).

    >>> wrap(np.array([-1.0, 9.0]), bound=4.0, centred=False)
    array([3., 1.])
    """
    turned = np.mod(weights, bound)
    return np.where(turned >= bound / 2, turned - bound, turned) if centred else turned


MOVES = {
    "Adam": adam,
    "Ball": stay,
    "Box": stay,
    "Decay": decay,
    "GradientDescent": gradient_descent,
    "Langevin": langevin,
    "Momentum": momentum,
    "Noise": noise,
    "ProjectedDescent": gradient_descent,
    "Wrap": stay,
    "WrappedNoisyDescent": noisy_descent,
}

PROJECTIONS = {
    "Ball": shorten,
    "Box": clip,
    "ProjectedDescent": clip_or_shorten,
    "Wrap": wrap,
    "WrappedNoisyDescent": wrap,
}


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
