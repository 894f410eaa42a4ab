"""`tf1-updates selfcheck`: do the statistics keep what they promise on this machine?"""

import functools
import json
import sys
import time

from tf1_updates.approaches import APPROACHES, REFERENCE
from tf1_updates.commands.compare_resume import WARMUP_STEPS, block_of
from tf1_updates.commands.progress import progress_bar
from tf1_updates.commands.quiet_import import quiet_import
from tf1_updates.commands.rule_options import number
from tf1_updates.errors import known_name, whole_number
from tf1_updates.files import check_writable, write_atomically
from tf1_updates.problems import PROBLEMS
from tf1_updates.rules.limits import check_seed

SUMMARY = "check the statistics on this machine: equal copies, a known delay, known slopes"

STEPS, REPEATS = 2000, 40
QUICK_STEPS = 1000
# Unless repeats are asked for, no further one is begun after this, once there are enough.
SECONDS = 90.0
LEAST_STEPS = 40  # one for each block


def add_options(parser):
    """Add the options, all as text, so that each refusal can name its option."""
    add = parser.add_argument
    add("--approach", default=REFERENCE, metavar="NAME", help="default: %(default)s")
    add("--problem", default="softmax_digits", metavar="NAME", help="default: %(default)s")
    add(
        "--repeats",
        metavar="N",
        help="at least 20 (default: 40, or as many from 20 on as fit 90 seconds)",
    )
    add("--steps", metavar="N", help="timed steps of each copy in a repeat (default: 2,000)")
    add("--quick", action="store_true", help="20 repeats of 1,000 steps")
    add("--seed", default="0", metavar="N", help="of order, weights and noise (default: 0)")
    add("--json", metavar="FILE", help="save all figures")


def run(options):
    """Check; return 0 if all pass, 1 if not, 130 after Ctrl-C."""
    settings = _settings(options)
    if options.json is not None:
        check_writable("--json", options.json)
    make = _maker(settings)
    document = _checked(make, settings)
    if options.json is not None:
        write_atomically(options.json, json.dumps(document, allow_nan=False) + "\n")
    _report(document)
    if not document["complete"]:
        print("tf1-updates: interrupted; what was done is reported", file=sys.stderr)
        return 130
    return 0 if all(check["passes"] for check in document["checks"]) else 1


def _settings(options):
    from tf1_updates.timing.selfcheck import LEAST_REPEATS

    repeats, steps = (LEAST_REPEATS, QUICK_STEPS) if options.quick else (REPEATS, STEPS)
    if options.repeats is not None:
        given = number("--repeats", options.repeats, whole=True)
        repeats = whole_number("--repeats", given, LEAST_REPEATS)
    if options.steps is not None:
        steps = whole_number("--steps", number("--steps", options.steps, whole=True), LEAST_STEPS)
    return {
        "approach": known_name("--approach", options.approach, APPROACHES),
        "problem": known_name("--problem", options.problem, PROBLEMS),
        "repeats": repeats,
        "seconds": None if options.repeats is not None else SECONDS,
        "steps": steps,
        "block": block_of(steps),
        "warmup_steps": WARMUP_STEPS,
        "seed": check_seed(number("--seed", options.seed, whole=True), "--seed"),
    }


def _maker(settings):
    """Return a function that makes a new stepper as `compare` does."""
    from tf1_updates.problems.loading import load_digits, problem_on

    digits = load_digits(settings["problem"], "bundled")
    print("loading TensorFlow ...", file=sys.stderr, flush=True)
    quiet_import()
    from tf1_updates.rules import make_rule
    from tf1_updates.session_stepper import SESSIONS, SessionStepper

    problem = problem_on(digits, settings["problem"], settings["seed"])
    rule = make_rule("wrapped_noisy_descent", seed=settings["seed"])
    approach, turn = APPROACHES[settings["approach"]], settings["block"]
    return lambda: SessionStepper(approach, problem, rule, sessions=SESSIONS, turn=turn)


def _checked(make, settings):
    """Do the repeats, then the slopes; return the document, which is partial after Ctrl-C."""
    from tf1_updates.compare import variable_kind
    from tf1_updates.timing.environment import describe
    from tf1_updates.timing.load import load_since, read_machine
    from tf1_updates.timing.selfcheck import slope_errors
    from tf1_updates.timing.selfcheck_document import selfcheck_document

    before, repeats, errors, wanted = read_machine(), [], [], settings["repeats"]
    try:
        wanted = _repeat(make, settings, repeats)
        errors = slope_errors(settings["seed"])
    except KeyboardInterrupt:
        wanted = len(repeats) + 1
    load = load_since(before)
    environment = describe(variable_kind())
    return selfcheck_document(repeats, errors, wanted, environment, settings, load)


def _repeat(make, settings, repeats):
    """Add `Repeat`s to the list; return how many were wanted, which time may have reduced."""
    from tf1_updates.timing.selfcheck import LEAST_REPEATS, repeat_once

    start, wanted, seconds = time.monotonic(), settings["repeats"], settings["seconds"]
    with progress_bar(wanted, "repeating") as move:
        for place in range(wanted):
            move("{} of {}".format(place + 1, wanted), place)
            is_late = seconds is not None and time.monotonic() - start > seconds
            if is_late and len(repeats) >= LEAST_REPEATS:
                return len(repeats)
            found = repeat_once(
                make,
                settings["steps"],
                settings["block"],
                settings["warmup_steps"],
                settings["seed"] + place,
            )
            if found is None:
                raise KeyboardInterrupt
            repeats.append(found)
    return wanted


def _report(document):
    from tf1_updates.reports.page import print_text
    from tf1_updates.reports.selfcheck_table import render

    print_text(functools.partial(render, document))
