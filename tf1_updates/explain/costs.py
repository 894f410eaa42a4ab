"""From times and counts to the price of each cause, and back to where a slow step's time goes.

    extra_a = sum over causes c of  count_a,c * price_c                     for each ablation a

`extra_a` is what a step of the ablation takes longer than one of the reference, and `count_a,c` how
much more of the cause it has. Each ablation has one cause that those before it lack, so the prices
follow one after another. A slow approach's time is then the sum over its own counts, and a rest
that no ablation explains.
"""

from collections import OrderedDict
from typing import Dict, NamedTuple

import numpy as np


class Waterfall(NamedTuple):
    """Where a slow approach's extra time goes; each an array of seconds per step, one per block.

    Attributes:
        parts: ordered dict from the ablation that priced a cause to what the cause makes of it.
        rest: what is left unexplained; below 0 where the causes cost less together than apart.
        total: their sum: the time beyond the reference's.
    """

    parts: Dict
    rest: np.ndarray
    total: np.ndarray


def prices(ablations, extra, counts):
    """Return the price of one of each cause, in seconds, by the name of its ablation.

    Args:
        ablations: the `Ablation`s, each with its one new cause.
        extra: dict from name to array of seconds beyond the reference, one per block. What is not
            in it was not measured, and has no price.
        counts: dict from name to `Counts` beyond the reference's.

    Returns:
        An ordered dict of arrays.

    >>> from tf1_updates.explain import ABLATIONS
    >>> from tf1_updates.explain.counts import Counts
    >>> counts = {"one_more_call": Counts(1, 0, 0, 0, 0, 0, 0, 0),
    ...           "numpy_round_trip": Counts(1, 800, 0, 0, 0, 0, 0, 0)}
    >>> extra = {"one_more_call": np.array([0.25]), "numpy_round_trip": np.array([1.25])}
    >>> found = prices(ABLATIONS, extra, counts)
    >>> found["one_more_call"], 800 * found["numpy_round_trip"]
    (array([0.25]), array([1.]))
    """
    found = OrderedDict()
    fields = {ablation.name: ablation.count for ablation in ablations}
    for ablation in ablations:
        own = getattr(counts[ablation.name], ablation.count) if ablation.name in extra else 0
        if own > 0:
            known = sum(_parts(counts[ablation.name], found, fields).values())
            found[ablation.name] = (extra[ablation.name] - known) / own
    return found


def waterfall(ablations, found_prices, total, counts):
    """Return what the causes make of an approach's extra time.

    Args:
        ablations: the `Ablation`s.
        found_prices: what `prices` returned.
        total: array of seconds beyond the reference, one per block.
        counts: its `Counts` beyond the reference's.

    Returns:
        A `Waterfall`.

    >>> from tf1_updates.explain import ABLATIONS
    >>> from tf1_updates.explain.counts import Counts
    >>> calls = {"one_more_call": np.array([0.25])}
    >>> found = waterfall(ABLATIONS, calls, np.array([1.0]), Counts(3, 0, 0, 0, 0, 0, 0, 0))
    >>> found.parts["one_more_call"], found.rest
    (array([0.75]), array([0.25]))
    """
    fields = {ablation.name: ablation.count for ablation in ablations}
    parts = _parts(counts, found_prices, fields)
    return Waterfall(parts, total - sum(parts.values()), total)


def _parts(counts, found_prices, fields):
    return OrderedDict(
        (name, getattr(counts, fields[name]) * price) for name, price in found_prices.items()
    )
