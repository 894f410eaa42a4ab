"""One explanation on its way: what is asked for, what was checked, what was measured."""

import contextlib
import time
from typing import NamedTuple, Optional, Tuple

from tf1_updates.agreement.judge import Judge
from tf1_updates.approaches import APPROACHES, REFERENCE
from tf1_updates.compare import examine
from tf1_updates.explain import HACKS, subjects
from tf1_updates.explain.stepper import GrowingStepper
from tf1_updates.explain.watch import Watched
from tf1_updates.explain.windows import Measuring, windows_at

# The hack whose projected time is held against a real run.
PROJECTED = "eval_after_step"


class Plan(NamedTuple):
    """How much is measured.

    Attributes:
        at: the steps of interest, ascending.
        window: steps that are timed around each of them.
        block: steps in a block.
        budget_seconds: timed seconds for all windows together.
        check_steps: steps of each subject whose weights are checked.
        projection_seconds: seconds for the real run that the projection is held against.
        projection_step: the step at which that run ends.
        seed: of the order of the subjects within a round.
    """

    at: Tuple
    window: int
    block: int
    budget_seconds: float
    check_steps: int
    projection_seconds: Optional[float]
    projection_step: int
    seed: int


class Explaining:
    """Checks the reference, the ablations and the slow approaches; then times them.

    Args:
        problem: a `Problem`.
        rule: a `Rule`.
        plan: a `Plan`.
        on_progress: called as `on_progress(text, steps_done)`, without the steps while checking.
        on_save: called without arguments whenever there is more to save.
        clock: callable that returns seconds.

    Attributes:
        rows: dict from name to `Row`.
        counts: dict from name to `Counts`.
        records: list of `Record`.
        check: the run that the projection is held against, as the document has it, or `None`.
        complete: whether all was done.
    """

    def __init__(self, problem, rule, plan, on_progress, on_save, clock=time.perf_counter):
        self._problem, self._rule, self._plan = problem, rule, plan
        self._on_progress, self._on_save, self._clock = on_progress, on_save, clock
        self.rows, self.counts, self.records, self.check = {}, {}, [], None
        self.complete = False

    def resume(self, rows, counts, records, check):
        """Take over what an earlier process has found."""
        self.rows = {row.name: row for row in rows}
        self.counts, self.records, self.check = counts, records, check

    def run(self):
        """Do what is missing; after Ctrl-C, leave what there is until then."""
        try:
            self._check_all()
            right = [subject for subject in self.subjects() if self._is_right(subject.name)]
            if self._is_right(REFERENCE):
                self._time(right)
        except KeyboardInterrupt:
            pass

    def subjects(self):
        """Return all subjects, in the order to show."""
        added = self.counts[HACKS[0]].ops_added if self.counts.get(HACKS[0]) else 1
        return subjects(max(1, int(round(added))))

    def _is_right(self, name):
        return name in self.rows and self.rows[name].status == "ok"

    def _check_all(self):
        # What the ablations have to add is counted in the hack.
        hacks = [APPROACHES[name] for name in HACKS]
        with contextlib.closing(Judge(self._problem, self._rule)) as judge:
            for subject in hacks:
                self._check_one(subject, judge)
            for subject in self.subjects():
                self._check_one(subject, judge)

    def _check_one(self, subject, judge):
        if subject.name in self.rows:
            return
        self._on_progress("checking " + subject.name)
        watched = Watched(subject)
        row = examine(watched, self._problem, self._rule, judge, self._plan.check_steps)
        counted = watched.counts() if row.status == "ok" else None
        if counted:
            self.counts[subject.name] = counted
        self.rows[subject.name] = row
        self._on_save()

    def _time(self, right):
        with contextlib.ExitStack() as sessions:
            steppers = []
            for subject in right:
                steppers.append(GrowingStepper(subject, self._problem, self._rule))
                sessions.callback(steppers[-1].close)
            measuring = Measuring(
                steppers,
                windows_at(self._plan.at, self._plan.window),
                self._plan.block,
                self._plan.budget_seconds,
                self._plan.seed,
                self._clock,
                self.records,
                self._on_progress,
                self._on_save,
            )
            self.records = measuring.records
            measuring.run()
            if measuring.records[-1].measurement.complete:
                for stepper in steppers:
                    if stepper.name == PROJECTED:
                        self._run_on(stepper)
                self.complete = True

    def _run_on(self, stepper):
        """Go on with the hack, step by step and for real, to see whether the projection holds."""
        if self.check is None:
            first = self.records[-1].window.last + 2
            self.check = {"name": stepper.name, "first_step": first, "step_seconds": []}
        seconds, most = self.check["step_seconds"], self._plan.projection_seconds
        stepper.go_to(self.check["first_step"] + len(seconds) - 1)
        stepper.start_window()
        stepper.step(stepper.feed(0))  # to warm up
        for number in range(1, self._plan.projection_step - stepper.next_step + 2):
            if most is not None and sum(seconds) >= most:
                return
            feed = stepper.feed(number)
            start = self._clock()
            stepper.step(feed)
            seconds.append(self._clock() - start)
            self._on_progress("checking the projection, step {:,}".format(stepper.next_step - 1))
            self._on_save()
