"""What a sweep works with on a real machine: problems, sessions, NumPy, memory and a clock."""

import math
import time

import numpy as np

from tf1_updates.approaches import APPROACHES
from tf1_updates.problems.sized import Sized
from tf1_updates.problems.softmax_digits import SoftmaxDigits
from tf1_updates.session_stepper import SessionStepper
from tf1_updates.sweep import WEIGHTS_PER_VARIABLE
from tf1_updates.sweep.checking import Checker
from tf1_updates.sweep.floor import NumpyInPlace
from tf1_updates.sweep.memory import Memory, Needs
from tf1_updates.sweep.normals import NormalsAlone, draws_noise
from tf1_updates.sweep.plan import Tools
from tf1_updates.sweep.sizes import MOST_CHECKED


def tools(plan, rule, digits=None, use_resource=None, progress=None):
    """Return the `Tools` of a sweep for real.

    Args:
        plan: the `Plan`.
        rule: the `Rule` to follow.
        digits: (images, one-hot digits), for a sweep over the batch.
        use_resource: the kind of variable, as for `Problem.build`.
        progress: as for `Tools`.
    """

    def problem(value):
        return problem_at(plan.over, value, plan.seed, digits)

    def checker(value):
        judged = head = None
        if plan.over == "weights" and value > MOST_CHECKED:
            judged, head = problem(MOST_CHECKED), MOST_CHECKED
        return Checker(problem(value), rule, plan.check_steps, use_resource, judged, head)

    def stepper(approach, value, sessions=1, seconds=math.inf):
        turns = dict(sessions=sessions, seconds=seconds, turn=plan.block)
        return SessionStepper(approach, problem(value), rule, use_resource, **turns)

    has_noise = draws_noise(rule)
    return Tools(
        checker=checker,
        stepper=lambda name, *given: stepper(APPROACHES[name], *given),
        normals=(lambda value: stepper(NormalsAlone(), value)) if has_noise else None,
        floor=NumpyInPlace,
        memory=Memory(),
        needs=Needs(len(rule.slots)),
        clock=time.perf_counter,
        progress=progress,
    )


def problem_at(over, value, seed, digits=None):
    """Return the `Problem` of one point.

    Args:
        over: name of the axis.
        value: the point.
        seed: whole number.
        digits: (images, one-hot digits); fewer than a batch are repeated.

    >>> problem_at("variables", 2, seed=0).initial_weights()["w1"].shape
    (1000,)
    """
    if over == "weights":
        return Sized(value, 1, seed)
    if over == "variables":
        return Sized(WEIGHTS_PER_VARIABLE, value, seed)
    images, one_hot = (_repeated(rows, value) for rows in digits)
    return SoftmaxDigits(images, one_hot, seed, batch_size=value)


def _repeated(rows, least):
    times = -(-least // len(rows))  # rounded up
    return np.tile(rows, [times, 1]) if times > 1 else rows
