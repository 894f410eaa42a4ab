"""Follows the weights of a small problem, step by step, by any approach."""

import numpy as np

from tf1_updates.approaches import APPROACHES
from tf1_updates.errors import UnsupportedError, known_name
from tf1_updates.problems import Quadratic
from tf1_updates.rules import WrappedNoisyDescent
from tf1_updates.session_stepper import SessionStepper


def trajectory(
    approach="group_assign",
    bound=20.0,
    learning_rate=0.1,
    noise_stddev=0.01,
    steps=20,
    problem=None,
):
    """Return the weights before the first step and after each: an array [steps + 1, weights].

    Args:
        approach: its name.
        bound, learning_rate, noise_stddev: of the thread's rule.
        steps: how many.
        problem: a `Problem`; two bowls by default.

    Raises:
        InputError: a name or a value that is not allowed.
        UnsupportedError: an approach that cannot follow the rule.

    >>> trajectory(steps=3).shape
    (4, 12)
    """
    known_name("approach", approach, APPROACHES)
    rule = WrappedNoisyDescent(learning_rate, bound, noise_stddev)
    stepper = SessionStepper(APPROACHES[approach], problem or Quadratic(), rule)
    stepper.steps_per_run = 1  # of a loop, too: each step is looked at
    found = []
    try:
        for number in range(steps + 1):
            weights = stepper.session.run(stepper.model.variables)
            found.append(np.concatenate([np.ravel(each) for each in weights]))
            if number < steps:
                stepper.step(stepper.feed(number))
    finally:
        stepper.close()
    return np.array(found)


def trajectories(names, **settings):
    """Return (dict from name to `trajectory`, dict from name to why an approach refused).

    >>> found, refused = trajectories(["group_assign", "process_gradients"], steps=2)
    >>> list(found), list(refused)
    (['group_assign'], ['process_gradients'])
    """
    found, refused = {}, {}
    for name in names:
        try:
            found[name] = trajectory(name, **settings)
        except UnsupportedError as error:
            refused[name] = error.problem
    return found, refused
