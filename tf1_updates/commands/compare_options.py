"""The options of `compare`: their text, and the checked values that they stand for."""

import os
from typing import NamedTuple, Optional

from tf1_updates.approaches import APPROACHES, REFERENCE
from tf1_updates.commands.export_options import add_export_options
from tf1_updates.commands.rule_options import add_rule_options, hyper_parameters, number
from tf1_updates.commands.target_options import Where, add_target_options, checked_where
from tf1_updates.errors import InputError, finite_number, known_name, whole_number
from tf1_updates.files import check_writable
from tf1_updates.problems import PROBLEMS
from tf1_updates.rules import RULES, check_takes_gradient
from tf1_updates.rules.limits import check_seed

# Timed seconds that each approach needs at the least for an interval that says something.
LEAST_BUDGET_PER_APPROACH = 0.1

# What an option that was not given stands for. The parser does not know it: beside --resume, an
# option that was not given stands for what the file says.
RULE, PROBLEM, DATA, SEED = "wrapped_noisy_descent", "softmax_digits", "bundled", "0"


class Effort(NamedTuple):
    """How much is measured."""

    steps: int
    budget_seconds: float
    check_steps: int


NORMAL = Effort(steps=200, budget_seconds=30.0, check_steps=24)
QUICK = Effort(steps=40, budget_seconds=5.0, check_steps=8)


class Wanted(NamedTuple):
    """What the options of `compare` ask for, checked."""

    approaches: list
    rule_name: str
    hyper_parameters: dict
    problem_name: str
    data: str
    seed: int
    use_resource: Optional[bool]
    effort: Effort
    isolate: bool
    where: Where
    json: Optional[str]
    plot: Optional[str]
    markdown: bool


def add_options(parser):
    """Add the options to a parser, all as text, so that each refusal can name its option."""
    add = parser.add_argument
    add(
        "--approaches", nargs="+", metavar="NAME", help="those of `tf1-updates list` (default: all)"
    )
    add("--rule", metavar="NAME", help="default: " + RULE)
    add("--problem", metavar="NAME", help="default: " + PROBLEM)
    add(
        "--data",
        metavar="SOURCE",
        help="bundled (default), full (fetched when needed), a folder of IDX files or an mnist.npz",
    )
    add("--steps", metavar="N", help="timed steps of each approach (default: 200)")
    add("--budget", metavar="SECONDS", help="timed seconds for all together (default: 30)")
    add("--quick", action="store_true", help="40 steps and 5 seconds: a first look")
    add("--seed", metavar="N", help="of weights, batches, noise and order (default: 0)")
    add("--variables", metavar="KIND", help="resource or reference (default: as TensorFlow is set)")
    add("--isolate", action="store_true", help="run each approach in a process of its own")
    add(
        "--resume",
        metavar="FILE",
        help="go on with what an interrupted comparison saved, as it was asked for then",
    )
    add("--json", metavar="FILE", help="save all raw figures")
    add("--plot", metavar="FILE", help="save the figure, as .png or .svg")
    add_export_options(parser)
    add("--markdown", action="store_true", help="print the table as Markdown")
    add_rule_options(parser)
    add_target_options(parser)


def checked(options):
    """Return what the options ask for; refuse what cannot be meant, before anything is loaded.

    Raises:
        InputError: naming the option, the value given and what is allowed.
    """
    rule_name = known_name("--rule", _or_default(options.rule, RULE), RULES)
    check_takes_gradient("--rule", rule_name)
    seed = check_seed(number("--seed", _or_default(options.seed, SEED), whole=True), "--seed")
    approaches = _approaches(options.approaches)
    kinds = {None: None, "resource": True, "reference": False}
    if options.variables is not None:
        known_name("--variables", options.variables, ["resource", "reference"])
    return Wanted(
        approaches=approaches,
        rule_name=rule_name,
        hyper_parameters=hyper_parameters(options, rule_name, seed),
        problem_name=known_name("--problem", _or_default(options.problem, PROBLEM), PROBLEMS),
        data=_or_default(options.data, DATA),
        seed=seed,
        use_resource=kinds[options.variables],
        effort=_effort(options, len(approaches)),
        isolate=options.isolate,
        where=checked_where(options),
        json=target("--json", options.json),
        plot=plot_target(options.plot, options.json),
        markdown=options.markdown,
    )


def _or_default(given, default):
    return default if given is None else given


def _approaches(given):
    if given is None:
        return list(APPROACHES)
    names = [name for part in given for name in part.split(",") if name]
    if not names:
        raise InputError("--approaches", " ".join(given), "at least one name")
    named = {known_name("--approaches", name, APPROACHES) for name in names}
    # Ratios need the approach that they are to.
    return [name for name in APPROACHES if name in named | {REFERENCE}]


def _effort(options, approaches):
    effort = QUICK if options.quick else NORMAL
    if options.steps is not None:
        steps = whole_number("--steps", number("--steps", options.steps, whole=True), least=1)
        effort = effort._replace(steps=steps)
    if options.budget is not None:
        least = round(LEAST_BUDGET_PER_APPROACH * approaches, 1)
        allowed = "at least {} seconds for {} approaches".format(least, approaches)
        budget = number("--budget", options.budget)
        finite_number("--budget", budget, allowed, lambda seconds: seconds >= least)
        effort = effort._replace(budget_seconds=budget)
    return effort


def target(option, path):
    """Return the path that was given as `option` if a file can be written there, or `None`."""
    if path is not None:
        check_writable(option, path)
    return path


def plot_target(path, document):
    """Return the path of a figure if one can be written there, apart from the document's own file.

    Args:
        path: what was given as `--plot`, or `None`.
        document: path of the comparison's file, or `None`.
    """
    if path is None:
        return None
    from tf1_updates.reports.plots import checked_suffix  # Matplotlib is not needed otherwise

    checked_suffix("--plot", path)
    if document and os.path.realpath(document) == os.path.realpath(path):
        raise InputError("--plot", path, "another file than the comparison's own")
    return target("--plot", path)
