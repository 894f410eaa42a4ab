"""The raw record of one approach's run."""

import dataclasses
from statistics import median
from typing import List, Optional


@dataclasses.dataclass
class Series:
    """Every step that was timed, in order. Nothing is smoothed, averaged or dropped here.

    Attributes:
        name: the approach.
        block: steps that were run at a stretch before another approach had its turn. The last
            block may be shorter.
        warmup_seconds: seconds of each warm-up step; no statistic uses them.
        step_seconds: seconds of each measured step.
        graph_ops: number of ops in the graph after each measured step.
        stopped_early: whether the time budget ended the series before its last step.
        failed: the error that ended the series, as one line of text.
        steps_per_run: how many updates each step did; more than 1 for a loop in the graph, which
            can only be timed from session call to session call.

    >>> series = Series("group_assign", block=2, warmup_seconds=[9.0])
    >>> series.step_seconds += [1.0, 3.0, 4.0, 6.0, 7.0]
    >>> series.block_medians(), series.block_centres()
    ([2.0, 5.0, 7.0], [1.5, 3.5, 5.0])
    """

    name: str
    block: int
    warmup_seconds: List[float] = dataclasses.field(default_factory=list)
    step_seconds: List[float] = dataclasses.field(default_factory=list)
    graph_ops: List[int] = dataclasses.field(default_factory=list)
    stopped_early: bool = False
    failed: Optional[str] = None
    steps_per_run: int = 1

    @property
    def first_step_number(self):
        """Number of the first measured step; steps count from 0 and the warm-up counts along."""
        return len(self.warmup_seconds)

    @property
    def next_step_number(self):
        """Number of the step that comes next, and so how many were done."""
        return len(self.warmup_seconds) + len(self.step_seconds)

    def blocks(self, length=None):
        """Return `step_seconds` cut into lists of `length` steps (by default `block`)."""
        length = length or self.block
        starts = range(0, len(self.step_seconds), length)
        return [self.step_seconds[start : start + length] for start in starts]

    def block_medians(self, length=None):
        """Return the median seconds per step of each block."""
        return [median(steps) for steps in self.blocks(length)]

    def block_centres(self, length=None):
        """Return the number of the step in the middle of each block, as a float."""
        centres, start = [], self.first_step_number
        for steps in self.blocks(length):
            centres.append(self.steps_per_run * (start + (len(steps) - 1) / 2))
            start += len(steps)
        return centres

    def keep_whole_steps(self):
        """Drop what is known of a step that Ctrl-C or an error cut between its two records."""
        whole = min(len(self.step_seconds), len(self.graph_ops))
        del self.step_seconds[whole:], self.graph_ops[whole:]

    def to_dict(self):
        """Return the record as plain lists, numbers and text, which JSON can hold."""
        return dataclasses.asdict(self)
