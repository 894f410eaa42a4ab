"""The options of `sweep`: their text, and the checked values that they stand for."""

import argparse
from typing import NamedTuple, Optional

from tf1_updates.commands import compare_options
from tf1_updates.commands.rule_options import add_rule_options, number, saved_rule_options
from tf1_updates.errors import InputError, finite_number, known_name, whole_number
from tf1_updates.sweep import AXES, counted
from tf1_updates.sweep.memory import bytes_of
from tf1_updates.sweep.sizes import size_of

# What says where results go and how they are shown. Digits at a path are told once more.
FREE = ("json", "plot", "markdown", "data")

LEAST_BUDGET = 1.0


class Effort(NamedTuple):
    """How much is measured at each point; see `sweep.plan.Plan`."""

    steps: int
    large_steps: int
    block: int
    growing_steps: int
    growing_block: int
    warmup: int
    sessions: int
    check_steps: int
    budget_seconds: float


NORMAL = Effort(40, 400, 2, 12, 2, 2, 5, 2, 100.0)
QUICK = Effort(24, 24, 2, 6, 1, 1, 2, 2, 25.0)


class Wanted(NamedTuple):
    """What the options of `sweep` ask for, checked."""

    over: str
    points: tuple
    effort: Effort
    max_memory: Optional[int]
    quick: bool
    allocator: bool
    # What `compare` has as well: approaches, rule, seed, data, kind of variable and outputs.
    common: compare_options.Wanted


def add_options(parser):
    """Add the options to a parser, all as text, so that each refusal can name its option."""
    add = parser.add_argument
    axes = "; ".join("{}: {}".format(axis.name, axis.summary) for axis in AXES.values())
    add("--over", metavar="AXIS", help=axes)
    add("--points", nargs="+", metavar="N", help="sizes to measure (default: decades or so)")
    add("--approaches", nargs="+", metavar="NAME", help="default: all that agree with the rule")
    add("--rule", metavar="NAME", help="default: " + compare_options.RULE)
    add("--data", metavar="SOURCE", help="the digits of --over batch, as for compare")
    add("--budget", metavar="SECONDS", help="for the whole sweep (default: 100)")
    add(
        "--max-memory",
        metavar="BYTES",
        help="as 2G or 500M: what would need more is left out (default: a quarter of what is free)",
    )
    steps = "at each point (default: 40, and up to 400 where no cache holds the arrays)"
    add("--steps", metavar="N", help=steps + ", as far as the budget goes")
    allocators = "also time the largest point, without noise, under other settings of the allocator"
    add("--allocator", action="store_true", help=allocators + ", in processes of their own")
    add("--quick", action="store_true", help="few points and steps, 25 seconds: a first look")
    add("--seed", metavar="N", help="of weights, batches, noise and order (default: 0)")
    add("--variables", metavar="KIND", help="resource or reference (default: as TensorFlow is set)")
    add("--resume", metavar="FILE", help="measure the points that --json FILE still lacks")
    add("--json", metavar="FILE", help="save all raw figures, after each point")
    add("--plot", metavar="FILE", help="save the figure, as .png or .svg")
    add("--markdown", action="store_true", help="print the table as Markdown")
    add_rule_options(parser)


def checked(options):
    """Return what the options ask for; refuse what cannot be meant, before anything is loaded.

    Raises:
        InputError: naming the option, the value given and what is allowed.
    """
    axis = AXES[known_name("--over", options.over, AXES)]
    if options.data is not None and axis.name != "batch":
        raise InputError("--data", options.data, "no source: digits are for --over batch")
    effort, points = NORMAL, axis.points
    if options.quick:
        effort, points = QUICK, axis.quick_points
    if options.points is not None:
        points = _points(options.points, axis)
    if options.budget is not None:
        allowed = "a number of seconds, at least {:g}".format(LEAST_BUDGET)
        seconds = number("--budget", options.budget)
        seconds = finite_number("--budget", seconds, allowed, lambda s: s >= LEAST_BUDGET)
        effort = effort._replace(budget_seconds=seconds)
    if options.steps is not None:
        steps = number("--steps", options.steps, whole=True)
        whole_number("--steps", steps, least=1)
        effort = effort._replace(steps=steps, large_steps=steps)
    if options.allocator:
        _check_beyond_caches(axis.name, points[-1])
    max_memory = None
    if options.max_memory is not None:
        max_memory = bytes_of("--max-memory", options.max_memory)
    # The rest is checked as `compare` does, with what it has besides left as it is there.
    parser = argparse.ArgumentParser()
    compare_options.add_options(parser)
    common = parser.parse_args([])
    for name in set(vars(common)) - {"budget", "steps"}:
        setattr(common, name, getattr(options, name, getattr(common, name)))
    return Wanted(
        over=axis.name,
        points=points,
        effort=effort,
        max_memory=max_memory,
        quick=options.quick,
        allocator=options.allocator,
        common=compare_options.checked(common),
    )


def _check_beyond_caches(over, largest):
    if over != "weights" or not size_of(over, largest).is_beyond_caches:
        allowed = "--over weights up to a point that no cache holds, such as 10,000,000"
        raise InputError("--allocator", counted(largest, over), allowed)


def _points(given, axis):
    allowed = "ascending whole numbers from 1 to {:,}".format(axis.most)
    texts = [text for part in given for text in part.split(",") if text]
    points = tuple(int(text) if text.isdigit() and text.isascii() else 0 for text in texts)
    ascending = all(first < second for first, second in zip(points, points[1:]))
    if not points or not ascending or points[0] < 1 or points[-1] > axis.most:
        raise InputError("--points", " ".join(given), allowed)
    return points


def options_of(document):
    """Return the command line that a saved sweep was made with, as a dictionary."""
    settings = document["settings"]
    # Older files have as many steps at each point; so have those that were told how many.
    is_told = settings.get("large_steps", settings["steps"]) == settings["steps"]
    return dict(
        saved_rule_options(settings["rule"]),
        over=settings["over"],
        points=[str(point["value"]) for point in document["points"]],
        approaches=settings["approaches"],
        budget=repr(settings["budget_seconds"]),
        max_memory=str(settings["max_memory_bytes"]),
        quick=settings["quick"] is True,
        steps=str(settings["steps"]) if is_told else None,
        allocator=settings.get("allocator") is True,
        seed=str(settings["seed"]),
        variables=document["environment"]["variable_kind"],
    )
