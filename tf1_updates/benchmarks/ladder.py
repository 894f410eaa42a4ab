"""The small rungs of the ladder, checked and then measured side by side in one run.

    python -m tf1_updates.benchmarks.ladder [--quick] [--json FILE] [--into FILE] [--markdown]

What is saved is a comparison like those of `tf1-updates compare`, which `tf1-updates show` shows.
"""

import argparse
import contextlib
import os
import sys

from tf1_updates.approaches import REFERENCE
from tf1_updates.commands.progress import progress_bar
from tf1_updates.commands.quiet_import import quiet_import
from tf1_updates.commands.saved_kinds import LADDER
from tf1_updates.commands.show_command import around_marks, replace_between_marks
from tf1_updates.errors import InputError
from tf1_updates.files import check_writable
from tf1_updates.reports.ladder_table import render_markdown, rows
from tf1_updates.timing.load import load_since, read_machine

CHECK_STEPS = 8
WARMUP_STEPS = 5
BLOCKS = 40


def measure_ladder(
    problem, rule, steps=400, budget_seconds=60.0, rungs=None, use_resource=None, save=None
):
    """Check every rung, then time those that agree with the rule; return the comparison.

    Args:
        problem: the `Problem` to train.
        rule: a `Rule` that the judge knows.
        steps: how many timed calls of each rung.
        budget_seconds: timed seconds for all together.
        rungs: list of `Rung`; by default all.
        use_resource: the kind of variable, as for `Problem.build`.
        save: function to hand the document to as it is after each round.

    Returns:
        The document; after Ctrl-C with what there was until then, and `complete` false.
    """
    from tf1_updates.benchmarks.rungs import RUNGS

    rungs = RUNGS if rungs is None else rungs
    rows, measurement, block = [], None, max(1, steps // BLOCKS)
    before = read_machine()
    settings = {
        "problem": problem.name,
        "rule": rule_settings(rule),
        "approaches": [rung.name for rung in rungs],
        "rungs": {rung.name: rung.summary for rung in rungs},
        "steps": steps,
        "budget_seconds": budget_seconds,
        "check_steps": CHECK_STEPS,
        "warmup_steps": WARMUP_STEPS,
        "block": block,
        "seed": 0,
    }

    def so_far(measurement):
        from tf1_updates.compare import variable_kind
        from tf1_updates.timing.document import document
        from tf1_updates.timing.environment import describe

        kind = variable_kind(use_resource)
        load = load_since(before)
        return document(rows, measurement, describe(kind), settings, REFERENCE, load=load)

    try:
        _check(rungs, problem, rule, use_resource, rows)
        agreeing = [
            rung for rung in rungs if any(r.name == rung.name and r.status == "ok" for r in rows)
        ]
        measurement = _time(
            agreeing,
            problem,
            rule,
            use_resource,
            steps=steps,
            block=block,
            warmup=WARMUP_STEPS,
            budget_seconds=budget_seconds,
            on_round=save and (lambda measured: save(so_far(measured))),
        )
    except KeyboardInterrupt:
        pass
    return so_far(measurement)


def rule_settings(rule):
    """Return a rule's name, as the command line has it, and its hyper-parameters."""
    from tf1_updates.rules import RULES

    names = [name for name, entry in RULES.items() if entry.class_name == type(rule).__name__]
    return dict(name=(names or [type(rule).__name__])[0], **rule.settings())


def _check(rungs, problem, rule, use_resource, rows):
    from tf1_updates.agreement.judge import Judge
    from tf1_updates.rules import make_rule

    # The floor follows plain descent whatever the rule, and is held to that.
    plain = make_rule("gradient_descent", learning_rate=rule.learning_rate)
    with contextlib.ExitStack() as judges, progress_bar(len(rungs), "checking") as move:
        judge, floor_judge = Judge(problem, rule, use_resource), Judge(problem, plain, use_resource)
        judges.callback(judge.close)
        judges.callback(floor_judge.close)
        for rung in rungs:
            own = floor_judge if rung.origin == "floor" else judge
            rows.append(rung.examine(problem, rule, own, CHECK_STEPS, use_resource))
            move(rung.name, len(rows))


def _time(rungs, problem, rule, use_resource, steps, **measuring):
    from tf1_updates.timing.measure import measure

    done = {}
    with contextlib.ExitStack() as sessions:
        steppers = []
        for rung in rungs:
            steppers.append(rung.stepper(problem, rule, use_resource, measuring["block"]))
            sessions.callback(steppers[-1].close)
        move = sessions.enter_context(progress_bar(steps * len(rungs), "measuring"))

        def on_progress(name, steps_done, _):
            done[name] = steps_done
            move(name, sum(done.values()))

        return measure(steppers, steps, on_progress=on_progress, **measuring)


def main(arguments=None):
    """Measure, save and print; return the exit status."""
    parser = argparse.ArgumentParser(prog="ladder", description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="80 calls and 10 seconds")
    parser.add_argument("--json", metavar="FILE", help="save all raw figures")
    parser.add_argument("--into", metavar="FILE", help="put the table between the marks of a file")
    parser.add_argument("--markdown", action="store_true", help="print the table as Markdown")
    wanted = parser.parse_args(arguments)
    try:
        if wanted.json is not None:
            check_writable("--json", wanted.json)
        if wanted.into is not None:
            around_marks(wanted.into, LADDER.marks)
        return _run(wanted)
    except InputError as problem:
        print(problem, file=sys.stderr)
        return 2


def _run(wanted):
    from tf1_updates.timing.document import save

    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    print("loading TensorFlow ...", file=sys.stderr, flush=True)
    quiet_import()
    from tf1_updates.datasets import load, one_hot
    from tf1_updates.problems import SoftmaxDigits
    from tf1_updates.rules import WrappedNoisyDescent

    digits = load()
    problem = SoftmaxDigits(digits.train_images, one_hot(digits.train_labels))
    effort = {"steps": 80, "budget_seconds": 10.0} if wanted.quick else {}
    keep = wanted.json is not None and (lambda document: save(wanted.json, document))
    document = measure_ladder(problem, WrappedNoisyDescent(), save=keep or None, **effort)
    if wanted.json is not None:
        save(wanted.json, document)
    if wanted.into is not None and document["complete"]:
        replace_between_marks(wanted.into, render_markdown(document), LADDER.marks)
    _print(document, wanted.markdown)
    if not document["complete"]:
        print("ladder: interrupted; what was measured is reported", file=sys.stderr)
        return 130
    return 1 if any(row["status"] == "wrong" for row in document["approaches"]) else 0


def _print(document, as_markdown):
    from rich.console import Console

    from tf1_updates.reports.table import print_report

    if as_markdown:
        print(render_markdown(document).strip())
    else:
        print_report(document, Console())
        for cells in rows(document):
            print("{}: {}; steps per call: {}; gain: {}".format(*cells[:3], cells[-1]))


if __name__ == "__main__":
    sys.exit(main())
