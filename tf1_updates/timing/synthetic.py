"""Step times that are made up, with a slope that is known and noise as heavy as that of real ones.

    seconds of step t = (first + slope t) * exp(e_t) * burst_t * spike_t
    e_t = 0.5 e_(t-1) + normal noise,  so that neighbours resemble each other

Real series have a middle half that spans a seventh of the median at most, stretches of some steps
that another program slows, and one step in a hundred that takes several times as long.
"""

import math
import random

from tf1_updates.timing.series import Series

NOISE, MEMORY = 0.07, 0.5
BURST, BURST_STEPS, BURST_FACTOR = 0.01, 5, 1.5  # chance per step, mean length, times as long
SPIKE, SPIKE_FACTOR = 0.01, 4.0


def noise_factors(steps, seed):
    """Return by how many times each of `steps` steps is off, as a list with a median near 1.

    >>> len(noise_factors(3, seed=0)), noise_factors(3, seed=0) == noise_factors(3, seed=0)
    (3, True)
    """
    draw = random.Random(seed)
    found, error, burst_left = [], 0.0, 0.0
    for _ in range(steps):
        error = MEMORY * error + draw.gauss(0.0, NOISE)
        if draw.random() < BURST:
            burst_left = draw.expovariate(1.0 / BURST_STEPS)
        burst_left -= 1.0
        factor = math.exp(error) * (BURST_FACTOR if burst_left > 0 else 1.0)
        found.append(factor * (SPIKE_FACTOR if draw.random() < SPIKE else 1.0))
    return found


def synthetic_series(steps, block, first, slope, seed):
    """Return a `Series` of made-up steps.

    Args:
        steps: how many.
        block: steps in a block.
        first: seconds of the first step, without noise.
        slope: seconds that each step takes longer than the one before, without noise.
        seed: of the noise.

    >>> quiet = synthetic_series(40, 1, first=1.0, slope=0.0, seed=3).step_seconds
    >>> grows = synthetic_series(40, 1, first=1.0, slope=0.5, seed=3).step_seconds
    >>> round(grows[2] / quiet[2], 9)
    2.0
    """
    factors = noise_factors(steps, seed)
    seconds = [(first + slope * number) * factor for number, factor in enumerate(factors)]
    return Series("slope {:g}".format(slope), block, step_seconds=seconds)
