"""One child of `doctor.allocator`: approaches that take turns under its own environment.

It is run as `python -m tf1_updates.doctor.allocator_child JSON`, and prints the seconds of their
steps as JSON.
"""

import json
import sys

WARMUP = 3
BUDGET_SECONDS = 40.0


def command(python, asked):
    """Return the command that measures what is asked for.

    Args:
        python: path of a Python.
        asked: dictionary of the arguments of `step_seconds`.

    >>> command("python3", {"weights": 10})[-1]
    '{"weights": 10}'
    """
    return [python, "-m", "tf1_updates.doctor.allocator_child", json.dumps(asked)]


def step_seconds(weights, steps, block, rule, approaches):
    """Time the approaches in shuffled rounds, and return the seconds of each one's steps by name.

    Each has as many steps as the one with the fewest whole blocks, so that the rounds stay pairs.

    Args:
        weights: of one variable.
        steps, block: as for `timing.measure`.
        rule: dictionary of its name and hyper-parameters.
        approaches: names.
    """
    from tf1_updates.approaches import APPROACHES
    from tf1_updates.problems.sized import Sized
    from tf1_updates.rules import make_rule
    from tf1_updates.session_stepper import SessionStepper
    from tf1_updates.timing.measure import measure

    made = make_rule(**rule)
    steppers = [SessionStepper(APPROACHES[name], Sized(weights), made) for name in approaches]
    measurement = measure(steppers, steps, block, WARMUP, BUDGET_SECONDS)
    for stepper in steppers:
        stepper.close()
    failed = [each.failed for each in measurement.series if each.failed]
    if failed:
        raise RuntimeError(failed[0])
    whole = min(len(each.step_seconds) // block for each in measurement.series) * block
    return {each.name: each.step_seconds[:whole] for each in measurement.series}


if __name__ == "__main__":
    print(json.dumps(step_seconds(**json.loads(sys.argv[1]))))
