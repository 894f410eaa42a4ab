"""The command line of a benchmark that takes `--steps`, and saves a document by `--json`."""

import argparse
import json
import sys

from tf1_updates.errors import InputError, whole_number
from tf1_updates.files import check_writable, write_atomically


def run_and_save(purpose, measure, steps, arguments=None):
    """Measure as asked, and save what came of it; return the exit status.

    Args:
        purpose: a line for `--help`.
        measure: function of the number of steps that prints what it finds, and returns it as a
            dictionary that JSON can hold.
        steps: how many by default.
        arguments: list of str; by default those of this process.

    >>> run_and_save("counts", lambda steps: print("steps:", steps), 5, ["--steps", "3"])
    steps: 3
    0
    """
    parser = argparse.ArgumentParser(description=purpose)
    parser.add_argument("--json", help="a file to save the figures in")
    parser.add_argument("--steps", type=int, default=steps, help="(default %(default)s)")
    given = parser.parse_args(arguments)
    try:
        whole_number("--steps", given.steps, least=1)
        if given.json is not None:
            check_writable("--json", given.json)
    except InputError as problem:
        print(problem, file=sys.stderr)
        return 2
    found = measure(given.steps)
    if given.json is not None:
        write_atomically(given.json, json.dumps(found, indent=1) + "\n")
    return 0
