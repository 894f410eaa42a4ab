"""`tf1-updates list`: the approaches, rules and problems, one line each."""

from tf1_updates.approaches import APPROACHES
from tf1_updates.problems import PROBLEMS
from tf1_updates.rules import RULES

SUMMARY = "list the approaches, rules and problems"


def add_options(parser):
    """`list` has no options."""


def run(options):
    """Print the three tables; return the exit status."""
    print("approaches, from the slowest to the floor (thread row in brackets)")
    for name, approach in APPROACHES.items():
        print("  {:<29}[{}] {}".format(name, approach.origin, approach.summary))
    print("\nrules")
    for name, rule in RULES.items():
        print("  {:<29}{}".format(name, rule.summary))
    print("\nproblems")
    for name, problem in PROBLEMS.items():
        print("  {:<29}{}".format(name, problem.summary))
    return 0
