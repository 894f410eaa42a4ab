"""`python -m tf1_updates.golden FOLDER` makes the golden files, which is for TensorFlow 1.15.5."""

import argparse
import json
import os
import sys

from tf1_updates.errors import InputError
from tf1_updates.files import check_writable, write_atomically
from tf1_updates.golden.document import EVERY, SCHEMA, SEED, STEPS, sealed
from tf1_updates.problems import PROBLEMS
from tf1_updates.rules import RULES, make_rule

MADE_ON = "1.15.5"
# What a rule cannot do without; all else is its default.
NEEDED = {"projected_descent": {"radius": 1.0}}


def golden_rules():
    """Return the names of the rules that take a gradient, which is what the problems have.

    >>> golden_rules()[:2]
    ['wrapped_noisy_descent', 'gradient_descent']
    """
    return [name for name, entry in RULES.items() if entry.takes == "a gradient"]


def make(problem_name, steps=STEPS, every=EVERY):
    """Run every rule on one problem; return the document.

    Args:
        problem_name: one of `PROBLEMS`.
        steps, every: as for `trajectory`.
    """
    from tf1_updates.golden.trajectory import noise_record, trajectory
    from tf1_updates.problems.loading import load_digits, problem_on
    from tf1_updates.timing.environment import describe

    problem = problem_on(load_digits(problem_name, "bundled"), problem_name, SEED)
    trajectories = {}
    for name in golden_rules():
        rule = make_rule(name, **NEEDED.get(name, {}))
        weights = trajectory(problem, rule, steps, every)
        trajectories[name] = {"rule": repr(rule), "weights": weights}
    described = describe()
    # No time of day: made anew with the same versions, a file is the same to the bit.
    environment = {name: described[name] for name in ("python", "tensorflow", "numpy")}
    return sealed(
        {
            "schema": SCHEMA,
            "complete": True,
            "environment": environment,
            "settings": {"steps": steps, "every": every, "seed": SEED, "approach": "group_assign"},
            "problem": problem_name,
            "noise": noise_record(problem, SEED, steps, every),
            "trajectories": trajectories,
        }
    )


def main(arguments):
    """Make a file for each problem in a folder; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tf1_updates.golden", description=__doc__)
    parser.add_argument("folder", metavar="FOLDER", help="an existing folder, as data/golden")
    folder = parser.parse_args(arguments).folder
    paths = {name: os.path.join(folder, name + ".json") for name in PROBLEMS}
    try:
        for path in paths.values():
            check_writable("FOLDER", path)
        import tensorflow.compat.v1 as tf

        if tf.__version__ != MADE_ON:
            raise InputError("tensorflow", tf.__version__, MADE_ON + ", which golden files are of")
        for name, path in paths.items():
            write_atomically(path, json.dumps(make(name), sort_keys=True, indent=0) + "\n")
            print("written: {}".format(path))
    except InputError as refusal:
        print("tf1-updates: {}".format(refusal), file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
