"""How sure a median is, told from the blocks it was measured in.

Steps that follow each other are not independent: what slows one slows its neighbours. Drawing
single steps anew would take them for independent and promise too narrow an interval; drawing whole
blocks keeps neighbours together.
"""

import numpy as np

CONFIDENCE = 0.95
RESAMPLES = 2000
LEAST_GROUPS = 3
MOST_VALUES = 20000  # of longer series quantiles stand in, so that an interval takes a second
VALUES_AT_ONCE = 4000000  # keeps the table of counts at some 30 MB


def interval_of_median(groups, seed):
    """Return (low, high), the 95% bootstrap interval of the median of all values in the groups.

    As many groups as there are get drawn, with replacement, 2,000 times; each time the median of
    all their values is taken. The interval is what the middle 95% of these medians span (the
    percentile method; the bias-corrected one is undefined where values repeat, as medians do).

    Args:
        groups: list of at least one list of numbers, not empty; the lists may differ in length.
        seed: seed of the draws.

    Returns:
        Two floats, or (None, None) for fewer than three groups. The interval is a little too narrow
        where groups are few: under normal noise, with ten steps in a group, it covered the true
        median in 74% of simulated series of 3 groups, 81% of 5, 89% of 10, 93% of 20 and 94% of 40.

    >>> interval_of_median([[1.0], [2.0]], seed=0)
    (None, None)
    >>> interval_of_median([[2.0, 2.0], [2.0, 2.0], [2.0]], seed=0)
    (2.0, 2.0)
    """
    if len(groups) < LEAST_GROUPS:
        return None, None
    from scipy import stats  # takes half a second, so only where it is used

    most = max(1, MOST_VALUES // len(groups))
    groups = [_thinned(np.asarray(group, dtype=float), most) for group in groups]
    values = np.concatenate(groups)
    group_of = np.repeat(np.arange(len(groups)), [len(group) for group in groups])
    order = np.argsort(values, kind="stable")
    values, group_of = values[order], group_of[order]

    def median_of_drawn(drawn, axis=-1):
        # A group drawn k times puts k copies of each of its values in the sorted row. The median
        # is found by counting along it; nothing has to be copied or sorted again.
        rows = drawn.reshape(-1, len(groups))
        shifted = rows + len(groups) * np.arange(len(rows))[:, None]
        times = np.bincount(shifted.ravel(), minlength=rows.size).reshape(rows.shape)
        upto = np.cumsum(times[:, group_of], axis=1)
        size = upto[:, -1:]
        lower = values[np.argmax(upto > (size - 1) // 2, axis=1)]
        upper = values[np.argmax(upto > size // 2, axis=1)]
        return ((lower + upper) / 2).reshape(drawn.shape[:-1])

    # SciPy draws from a sample of numbers; groups of unequal length are drawn by their index.
    result = stats.bootstrap(
        (np.arange(len(groups)),),
        median_of_drawn,
        n_resamples=RESAMPLES,
        batch=max(1, VALUES_AT_ONCE // len(values)),
        vectorized=True,
        confidence_level=CONFIDENCE,
        method="percentile",
        random_state=np.random.default_rng(seed),
    )
    low, high = result.confidence_interval
    return float(low), float(high)


def _thinned(group, most):
    if len(group) <= most:
        return group
    return np.quantile(group, (np.arange(most) + 0.5) / most)
