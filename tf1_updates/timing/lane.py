"""One stepper on its way through a measurement, with its series and its account."""

import copy
import functools
import math

from tf1_updates.errors import InputError
from tf1_updates.timing.budget import Account
from tf1_updates.timing.series import Series
from tf1_updates.timing.steps import time_steps


class Lane:
    """What `measure` knows of one stepper, and does with it.

    Args:
        stepper: as for `measure`.
        steps: how many are to be measured.
        block: how many of them make a block.
        clock: callable that returns seconds; not for a stepper that times itself.
        earlier: the `Series` that is to be continued, which is left as it is, or `None`.

    Attributes:
        series: the `Series` as far as it goes.
        account: its `Account`.
    """

    def __init__(self, stepper, steps, block, clock, earlier=None):
        times_itself = getattr(stepper, "time_steps", None)
        self._time_steps = times_itself or functools.partial(time_steps, stepper, clock)
        self.account = Account(steps, block)
        updates = getattr(stepper, "steps_per_run", 1)
        self.series = Series(stepper.name, block, steps_per_run=updates)
        if earlier is not None:
            self.series = copy.deepcopy(earlier)
            self.series.stopped_early = False  # there is a new budget
            if earlier.steps_per_run != updates:
                stepper.steps_per_run = earlier.steps_per_run  # a run is as long as it was
            self.account.go_on_after(earlier.warmup_seconds, earlier.step_seconds)

    @property
    def whole_blocks(self):
        """How many blocks are whole."""
        return len(self.series.step_seconds) // self.series.block

    def replay(self):
        """Do the steps of an earlier process again, untimed: weights and graph are as they were.

        Raises:
            InputError: the graph is another one than it was.
        """
        done, before = self.series.next_step_number, self.series.graph_ops
        if not done or not self.account.open:
            return
        graph_ops = []
        self._fail(self._time_steps(0, done, math.inf, [], graph_ops))
        if before and not self.series.failed and graph_ops[-1] != before[-1]:
            found = "a graph of {:,} ops after {:,} steps".format(graph_ops[-1], done)
            allowed = "the same code as before, which made {:,} ops of it".format(before[-1])
            raise InputError(self.series.name, found, allowed)

    def warm_up(self, count, budget):
        """Time what is missing of `count` steps, apart from the others."""
        is_past = self.series.step_seconds or self.series.failed
        missing = 0 if is_past else count - len(self.series.warmup_seconds)
        if missing > 0 and budget.may_go_on(self.account):
            # Half of the share is left for what the warm-up is there for.
            self._run(missing, budget, self.series.warmup_seconds, [], budget.equal_share / 2)

    def run_block(self, budget, level):
        """Time the next block, or what is missing of one that was interrupted."""
        series, account = self.series, self.account
        before = len(series.step_seconds)
        count = min(account.block - before % account.block, account.left)
        if budget.may_go_on(account, level):
            self._run(count, budget, series.step_seconds, series.graph_ops)
        done = len(series.step_seconds) - before
        account.left -= done
        account.blocks += 1
        account.open = done == count and account.left > 0
        series.stopped_early = done < count and not series.failed

    def _run(self, count, budget, seconds, graph_ops, limit=math.inf):
        allowance = budget.allowance(self.account)
        limit, before = min(limit, allowance), len(seconds)
        first = self.series.next_step_number
        self._fail(self._time_steps(first, count, limit, seconds, graph_ops))
        self.account.charge(seconds[before:], allowance)

    def _fail(self, problem):
        if problem is not None:
            self.series.failed = problem
            self.series.keep_whole_steps()
            self.account.open = False
