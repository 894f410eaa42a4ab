"""The options of `explain`: their text, and the checked values that they stand for."""

from typing import NamedTuple, Optional, Tuple

from tf1_updates.approaches import APPROACHES
from tf1_updates.commands.compare_options import plot_target, target
from tf1_updates.commands.rule_options import number
from tf1_updates.errors import InputError, finite_number, known_name, whole_number
from tf1_updates.problems import PROBLEMS
from tf1_updates.rules.limits import check_seed

# What says where results go, and how they are shown: a run that is resumed may have others.
OUTPUTS = ("json", "plot", "markdown")

LEAST_BUDGET = 1.0
# The unseen fetches of one ablation are this many.
MOST_STEP = 9000


class Effort(NamedTuple):
    """How much is measured; see `explain.explaining.Plan`."""

    at: Tuple
    window: int
    budget_seconds: float
    check_steps: int
    projection_seconds: float


NORMAL = Effort((1, 50, 100, 200), 20, 60.0, 8, 12.0)
QUICK = Effort((1, 20, 40), 10, 12.0, 5, 3.0)
BLOCK = 2
PROJECTION_STEP = 1000


class Wanted(NamedTuple):
    """What the options of `explain` ask for, checked."""

    problem_name: str
    seed: int
    effort: Effort
    quick: bool
    check_projection: bool
    trace: Optional[str]
    approach: Optional[str]
    json: Optional[str]
    plot: Optional[str]
    markdown: bool


def add_options(parser):
    """Add the options to a parser, all as text, so that each refusal can name its option."""
    add = parser.add_argument
    add("--problem", metavar="NAME", help="default: softmax_digits")
    add("--at", nargs="+", metavar="STEP", help="steps to look at (default: 1 50 100 200)")
    add("--budget", metavar="SECONDS", help="timed seconds for all together (default: 60)")
    add("--quick", action="store_true", help="steps 1 20 40 and 12 seconds: a first look")
    add("--seed", metavar="N", help="of weights, batches, noise and order (default: 0)")
    add(
        "--check-projection",
        action="store_true",
        help="run eval_after_step for real up to step 1,000, however long it takes (by default "
        "as far as it comes in 12 seconds)",
    )
    add("--resume", metavar="FILE", help="go on with what --json FILE has saved")
    add("--json", metavar="FILE", help="save all raw figures")
    add("--plot", metavar="FILE", help="save the waterfall, as .png or .svg")
    add("--markdown", action="store_true", help="print the tables as Markdown")
    add(
        "--trace",
        metavar="FILE",
        help="explain nothing: save one step's kernel times for chrome://tracing; --at says "
        "which step (default: 10)",
    )
    add("--approach", metavar="NAME", help="whose step is traced (default: group_assign)")


def checked(options):
    """Return what the options ask for; refuse what cannot be meant, before anything is loaded.

    Raises:
        InputError: naming the option, the value given and what is allowed.
    """
    if options.trace is None and options.approach is not None:
        raise InputError("--approach", options.approach, "an approach to --trace")
    quick = options.quick
    effort = _effort(options, QUICK if quick else NORMAL)
    json, plot = target("--json", options.json), plot_target(options.plot, options.json)
    return Wanted(
        problem_name=known_name("--problem", options.problem or "softmax_digits", PROBLEMS),
        seed=check_seed(number("--seed", options.seed or "0", whole=True), "--seed"),
        effort=effort,
        quick=quick,
        check_projection=options.check_projection,
        trace=_trace_target(options),
        approach=_approach(options.approach),
        json=json,
        plot=plot,
        markdown=options.markdown,
    )


def options_of(document):
    """Return the command line that a saved explanation was made with, as a dictionary."""
    settings = document["settings"]
    return {
        "problem": settings["problem"],
        "at": [str(step) for step in settings["at"]],
        "budget": repr(settings["budget_seconds"]),
        "quick": settings["quick"] is True,
        "seed": str(settings["seed"]),
        "check_projection": settings["check_projection"] is True,
    }


def _effort(options, effort):
    if options.at is not None:
        effort = effort._replace(at=_steps(options))
        if options.trace is None:
            from tf1_updates.explain.windows import windows_at

            windows_at(effort.at, effort.window, "--at")
    if options.budget is not None:
        allowed = "a number of seconds, at least {:g}".format(LEAST_BUDGET)
        try:
            seconds = float(options.budget)
        except ValueError:
            raise InputError("--budget", options.budget, allowed) from None
        seconds = finite_number("--budget", seconds, allowed, lambda s: s >= LEAST_BUDGET)
        effort = effort._replace(budget_seconds=seconds)
    return effort


def _steps(options):
    texts = [text for part in options.at for text in part.split(",") if text]
    allowed = "whole numbers from 1 to {:,}".format(MOST_STEP)
    steps = tuple(_step(text, allowed) for text in texts)
    if not steps or max(steps) > MOST_STEP:
        raise InputError("--at", " ".join(options.at), allowed)
    if options.trace is not None and len(steps) > 1:
        raise InputError("--at", " ".join(options.at), "one step, beside --trace")
    return steps


def _step(text, allowed):
    try:
        step = int(text)
    except ValueError:
        raise InputError("--at", text, allowed) from None
    return whole_number("--at", step, 1, allowed)


def _approach(name):
    return known_name("--approach", "group_assign" if name is None else name, APPROACHES)


def _trace_target(options):
    """Check --trace, beside which nothing is measured and so nothing else can be asked for."""
    if options.trace is None:
        return None
    for name in ("budget", "quick", "check_projection", "resume", "json", "plot"):
        given = getattr(options, name, None)
        if given not in (None, False):
            allowed = "nothing beside --trace, which measures one step alone"
            raise InputError("--" + name.replace("_", "-"), given, allowed)
    return target("--trace", options.trace)
