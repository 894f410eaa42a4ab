"""Runs an approach for a few dozen steps and holds each one against the judge."""

from typing import NamedTuple, Optional

import numpy as np
import tensorflow.compat.v1 as tf

from tf1_updates.agreement.counting_session import CountingSession
from tf1_updates.agreement.oracle import circle_distance
from tf1_updates.placement import LOCAL


class Agreement(NamedTuple):
    """What the check of one approach found.

    Attributes:
        bit_equal_share: share of all (step, weight) whose bits are those of the rule's own ops.
        max_circle_error: largest distance from the oracle, on the circle where there is one.
        first_wrong: where the approach left the tolerance first, as a phrase, or `None`.
        session_runs_per_step, ops_added_per_step: exact counts; whole numbers where every step
            counted the same.
        bytes_fed_per_step, bytes_fetched_per_step: likewise.
    """

    bit_equal_share: float
    max_circle_error: float
    first_wrong: Optional[str]
    session_runs_per_step: float
    ops_added_per_step: float
    bytes_fed_per_step: float
    bytes_fetched_per_step: float


def check(build, problem, rule, judge, steps, use_resource=None, placement=LOCAL):
    """Run `steps` steps of an approach and compare each with what it should have been.

    Args:
        build: function from (loss, variables, rule) to a train step.
        problem: the `Problem` that is trained.
        rule: the rule handed to the approach.
        judge: a `Judge` of the same problem, for the rule that the approach claims to follow.
        steps: how many steps to check, at least 1.
        use_resource: the kind of variable, as for `Problem.build`.
        placement: the `Placement` of graph and session.

    Returns:
        An `Agreement`.

    >>> from tf1_updates.agreement.judge import Judge
    >>> from tf1_updates.approaches import group_assign
    >>> from tf1_updates.problems import Quadratic
    >>> from tf1_updates.rules import WrappedNoisyDescent
    >>> problem, rule = Quadratic(), WrappedNoisyDescent()
    >>> found = check(group_assign.build, problem, rule, Judge(problem, rule), steps=5)
    >>> found.bit_equal_share, found.first_wrong, found.session_runs_per_step
    (1.0, None, 1)
    """

    def build_on(model):
        return build(model.loss, model.variables, rule)

    return check_on(problem, build_on, judge, steps, use_resource, placement)


def check_on(problem, build_on, judge, steps, use_resource=None, placement=LOCAL):
    """Check a train step that is built from the problem's model, as `check` does.

    A loop of many steps is judged one step at a time; then it does all of them in one run, and has
    to come to the same weights, to the bit.

    Args:
        problem, judge, steps, use_resource, placement: as for `check`.
        build_on: function from a `Model` to a train step, or to a `TrainLoop`.
    """
    with tf.Graph().as_default() as graph:
        with placement.scope():
            model = problem.build(use_resource)
            train_step = build_on(model)
            # A pipeline's iterator is initialised as a table is.
            initialise = [tf.global_variables_initializer(), tf.tables_initializer()]
            read = {each.op.name: tf.convert_to_tensor(each) for each in model.variables}
        is_loop = hasattr(train_step, "steps_per_run")
        with placement.session(graph) as session:
            session.run(initialise)
            tally = _Tally()
            judge.restart()
            before = session.run(read)
            for number in range(steps):
                counted = CountingSession(session)
                ops_before = len(graph.get_operations())
                train_step(counted, None if is_loop else model.feed(number))
                tally.count(counted, len(graph.get_operations()) - ops_before)
                after = session.run(read)
                tally.compare(number, after, judge.expect(before, number))
                before = after
            if is_loop:
                session.run(initialise)
                train_step(session, steps=steps)
                tally.compare_run(steps, session.run(read), after)
    return tally.agreement()


class _Tally:
    def __init__(self):
        self._equal = self._weights = 0
        self._largest_error = 0.0
        self._first_wrong = None
        self._counts = []

    def count(self, counted, ops_added):
        self._counts.append((counted.runs, ops_added, counted.bytes_fed, counted.bytes_fetched))

    def compare(self, number, after, expected):
        for name, right in expected.items():
            same = after[name].view(np.uint32) == right.same_ops.view(np.uint32)
            self._equal += int(same.sum())
            self._weights += same.size
            error = circle_distance(after[name], right.weights, right.bound)
            self._largest_error = max(self._largest_error, float(error.max()))
            with np.errstate(invalid="ignore"):
                # Where the weight was nan, so is the tolerance: then nothing but nan is right.
                off = (error > 0) & ~(error <= right.tolerance) | right.outside(after[name])
            if self._first_wrong is None and off.any():
                phrase = "step {} in {!r}: {} of {} weights, the farthest by {:.3g}"
                self._first_wrong = phrase.format(
                    number, name, int(off.sum()), off.size, float(error.max())
                )

    def compare_run(self, steps, together, one_by_one):
        for name, right in one_by_one.items():
            differ = together[name].view(np.uint32) != right.view(np.uint32)
            if self._first_wrong is None and differ.any():
                phrase = "{} steps in one run differ from single ones in {!r}: {} of {} weights"
                self._first_wrong = phrase.format(steps, name, int(differ.sum()), differ.size)

    def agreement(self):
        per_step = [_whole_if_constant(counts) for counts in zip(*self._counts)]
        share = self._equal / self._weights
        return Agreement(share, self._largest_error, self._first_wrong, *per_step)


def _whole_if_constant(counts):
    return counts[0] if len(set(counts)) == 1 else sum(counts) / len(counts)
