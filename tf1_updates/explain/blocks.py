"""The blocks of one window: medians, and differences that are paired round by round."""

import numpy as np

from tf1_updates.timing.bootstrap import interval_of_median
from tf1_updates.timing.statistics import Estimate


class Blocks:
    """One window of a saved explanation, by the names of what was timed.

    Args:
        window: its record in the document.
        document: the document, for its reference and settings.

    Attributes:
        window: the record.
        series: dict from name to the series' record.
        medians: dict from name to an array, the median seconds per step of each block.

    >>> series = {"name": "a", "step_seconds": [1.0, 3.0, 5.0, 7.0], "failed": None}
    >>> settings = {"block": 2, "seed": 0}
    >>> blocks = Blocks({"at": 1, "first_step": 2, "series": [series]},
    ...                 {"reference": "a", "settings": settings})
    >>> blocks.medians["a"].tolist(), blocks.centres("a"), blocks.extra("a").tolist()
    ([2.0, 6.0], [2.5, 4.5], [0.0, 0.0])
    """

    def __init__(self, window, document):
        self.window, self._reference = window, document["reference"]
        self._block, self._seed = document["settings"]["block"], document["settings"]["seed"]
        self.series = {series["name"]: series for series in window["series"]}
        self.medians = {
            name: np.array([np.median(block) for block in self._cut(series["step_seconds"])])
            for name, series in self.series.items()
            if series["step_seconds"] and not series["failed"]
        }

    def _cut(self, values):
        starts = range(0, len(values), self._block)
        return [values[start : start + self._block] for start in starts]

    def centres(self, name):
        """Return the number of the step in the middle of each block, steps counted from 1."""
        count = len(self.series[name]["step_seconds"])
        steps = range(self.window["first_step"], self.window["first_step"] + count)
        return [(block[0] + block[-1]) / 2 for block in self._cut(steps)]

    def extra(self, name):
        """Return the seconds beyond the reference in each round that both have, or `None`."""
        if name not in self.medians or self._reference not in self.medians:
            return None
        pairs = zip(self.medians[name], self.medians[self._reference])
        return np.array([own - other for own, other in pairs])

    def estimate(self, values):
        """Return the median of one value per block, as an `Estimate`."""
        interval = interval_of_median([[value] for value in values], self._seed)
        return Estimate(float(np.median(values)), *interval)
