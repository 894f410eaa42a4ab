"""`tf1-updates sweep`: how the cost of each approach grows with the size of what is trained."""

import functools
import sys

from tf1_updates.commands.progress import progress_bar
from tf1_updates.commands.quiet_import import quiet_import
from tf1_updates.commands.sweep_options import FREE, checked, options_of
from tf1_updates.commands.sweep_options import add_options as add_options
from tf1_updates.timing.load import load_since, read_machine

SUMMARY = "measure how the cost of each approach scales with weights, variables or batch"

# What the sweep leaves to the machine unless it is told otherwise.
SHARE_OF_FREE = 0.25


def run(options):
    """Sweep as asked; return 0, or 1 if an approach is wrong, or 130 after Ctrl-C."""
    earlier = None
    if options.resume is not None:
        from tf1_updates.commands.resuming import resumed
        from tf1_updates.sweep.contract import ALLOWED, problem_with

        earlier, options = resumed(
            options.resume, options, options_of, checked, FREE, problem_with, ALLOWED
        )
    wanted = checked(options)
    digits = None
    if wanted.over == "batch":  # first, since bad data is sooner found than TensorFlow is loaded
        from tf1_updates.datasets import load

        digits = load(wanted.common.data)
    print("loading TensorFlow ...", file=sys.stderr, flush=True)
    quiet_import()
    document, interrupted = _sweep(wanted, digits, earlier)
    _report(wanted, document)
    if interrupted:
        print("tf1-updates: interrupted; what was measured is reported", file=sys.stderr)
        return 130
    statuses = [each["status"] for point in document["points"] for each in point["approaches"]]
    return 1 if "wrong" in statuses else 0


def _sweep(wanted, digits, earlier):
    from tf1_updates.compare import variable_kind
    from tf1_updates.datasets import one_hot
    from tf1_updates.rules import make_rule
    from tf1_updates.sweep.allocators import worth_of_settings
    from tf1_updates.sweep.document import document, known_points
    from tf1_updates.sweep.laboratory import tools
    from tf1_updates.sweep.sweeping import Sweeping
    from tf1_updates.timing.document import save
    from tf1_updates.timing.environment import describe

    common, plan = wanted.common, _plan(wanted)
    rule = make_rule(common.rule_name, **common.hyper_parameters)
    environment = (
        earlier["environment"] if earlier else describe(variable_kind(common.use_resource))
    )
    settings = dict(
        plan._asdict(),
        allocator=wanted.allocator,
        points=list(plan.points),
        approaches=list(plan.approaches),
        problem="softmax_digits" if digits else "sized",
        rule=dict(name=common.rule_name, **rule.settings()),
        max_memory_bytes=plan.max_memory,
        quick=wanted.quick,
        data=digits.source if digits else None,
    )
    del settings["max_memory"]
    # Of a sweep that went through, what the setting is worth may be the only thing missing.
    allocator, interrupted = earlier.get("allocator") if earlier else None, False
    before = read_machine()

    def document_now():
        load = load_since(before, earlier)
        return document(sweeping.points(), environment, settings, allocator, load)

    def save_now():
        if common.json:
            save(common.json, document_now())

    with progress_bar(len(plan.points), "sweeping") as move:

        def progress(value, text):
            move("{:,}, {}".format(value, text), plan.points.index(value))

        arrays = (digits.train_images, one_hot(digits.train_labels)) if digits else None
        sweeping = Sweeping(
            plan,
            tools(plan, rule, arrays, common.use_resource, progress),
            known_points(earlier) if earlier else None,
            save_now,
        )
        sweeping.run()
    if any(point["approaches"] or point["complete"] for point in sweeping.points()):
        save_now()
    if wanted.allocator and allocator is None and not sweeping.interrupted:
        print("timing steps under settings of the allocator ...", file=sys.stderr, flush=True)
        try:
            allocator = worth_of_settings(sweeping.points()[-1], settings["rule"])
            save_now()
        except KeyboardInterrupt:
            interrupted = True
    return document_now(), sweeping.interrupted or interrupted


def _plan(wanted):
    from tf1_updates.sweep.memory import Memory
    from tf1_updates.sweep.plan import Plan

    max_memory = wanted.max_memory
    if max_memory is None:
        max_memory = int(SHARE_OF_FREE * Memory().free())
    return Plan(
        over=wanted.over,
        points=wanted.points,
        approaches=tuple(wanted.common.approaches),
        max_memory=max_memory,
        seed=wanted.common.seed,
        **wanted.effort._asdict(),
    )


def _report(wanted, document):
    from tf1_updates.reports import sweep_text
    from tf1_updates.reports.page import print_text

    if wanted.common.markdown:
        print(sweep_text.render_markdown(document), end="")
    else:
        print_text(functools.partial(sweep_text.render, document))
    if wanted.common.plot:
        from tf1_updates.reports.sweep_plot import save_figure

        save_figure(wanted.common.plot, document)
