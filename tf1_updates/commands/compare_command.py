"""`tf1-updates compare`: check the approaches, time those that agree, report."""

import sys

from tf1_updates.commands.compare_options import add_options as add_options
from tf1_updates.commands.compare_options import checked
from tf1_updates.commands.export_options import check_exports, write_exports
from tf1_updates.commands.quiet_import import quiet_import
from tf1_updates.commands.target_options import checked_where, enter_private_network
from tf1_updates.errors import InputError

SUMMARY = "check that the approaches give the same weights, then time them side by side"


def run(options):
    """Compare as asked; return 0, or 1 if an approach is wrong, or 130 after Ctrl-C."""
    earlier, resume = None, options.resume
    if resume is not None:
        from tf1_updates.commands.compare_resume import resumed_comparison

        earlier, options = resumed_comparison(resume, options)
        if earlier["complete"]:
            print("{} is complete: nothing is left to measure".format(resume))
            return 0
    else:
        enter_private_network(checked_where(options))
    wanted = checked(options)
    others = {"--json": wanted.json, "--plot": wanted.plot, "--resume": resume}
    check_exports(options, others)
    problem, source = _problem(wanted)
    if earlier is not None and earlier["settings"].get("data") != source:
        was = "the data of {}: {}".format(resume, earlier["settings"].get("data"))
        raise InputError("--data", source, was)
    document = _compared(wanted, problem, source, resume, earlier)
    write_exports(options, document)
    _report(wanted, document)
    if not document["complete"]:
        print("tf1-updates: interrupted; what was measured is reported", file=sys.stderr)
        return 130
    return 1 if any(row["status"] == "wrong" for row in document["approaches"]) else 0


def _compared(wanted, problem, source, resume, earlier):
    from tf1_updates.commands.compare_resume import check_same_device
    from tf1_updates.commands.comparison_run import ComparisonRun
    from tf1_updates.commands.target_run import placed

    with placed(wanted.where) as (placement, where, device):
        if earlier is not None:
            check_same_device(resume, earlier, device)
        return ComparisonRun(wanted, problem, source, earlier, placement, where, device).run()


def _problem(wanted):
    from tf1_updates.problems.loading import load_digits, problem_on

    # Bad data is sooner found than TensorFlow is loaded.
    digits = load_digits(wanted.problem_name, wanted.data)
    print("loading TensorFlow ...", file=sys.stderr, flush=True)
    quiet_import()
    problem = problem_on(digits, wanted.problem_name, wanted.seed)
    return problem, digits.source if digits else None


def _report(wanted, document):
    from tf1_updates.reports import markdown
    from tf1_updates.reports.table import print_report

    if wanted.markdown:
        print(markdown.render_markdown(document))
    else:
        print_report(document)
    if wanted.plot:
        from tf1_updates.reports.plots import save_figure

        save_figure(wanted.plot, document)
