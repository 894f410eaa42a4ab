"""`tf1-updates diff`: what has become slower or faster from one saved comparison to another."""

import functools
import json
import os
import sys

from tf1_updates.commands.rule_options import number
from tf1_updates.commands.show_command import around_marks, replace_between_marks
from tf1_updates.errors import InputError, finite_number
from tf1_updates.files import check_writable, write_atomically

SUMMARY = "hold two saved comparisons against each other: faster, slower or not resolved"

# Where the README has two versions of TensorFlow next to each other.
MARKS = "<!-- versions: begin -->", "<!-- versions: end -->"


def add_options(parser):
    """Add the two files and what to make of them."""
    add = parser.add_argument
    add("a", metavar="A", help="the old one, as `compare --json` saved it")
    add("b", metavar="B", help="the new one")
    add(
        "--fail-over",
        metavar="RATIO",
        help="exit with 1 if an approach is slower and takes more than so many times as long, or "
        "is ok no more",
    )
    add(
        "--run-to-run",
        metavar="SHARE",
        help="relative standard deviation of the medians of repeated runs, which two files cannot "
        "show (default: 0.03)",
    )
    add("--json", metavar="FILE", help="save the differences")
    add("--markdown", action="store_true", help="print the table as Markdown")
    add(
        "--into",
        metavar="FILE",
        help="put the Markdown, and what it says of two TensorFlows, between marks of this file",
    )


def run(options):
    """Compare two files; return 0, or 1 if `--fail-over` finds a failure."""
    fail_over, run_to_run = _limit(options.fail_over), _run_to_run(options.run_to_run)
    _check_target(options)
    if options.into is not None:
        around_marks(options.into, MARKS)
    from tf1_updates.timing.document import read

    a, b = read(options.a), read(options.b)
    from tf1_updates.timing.difference_document import difference_document

    document = difference_document(a, b, run_to_run, fail_over)
    if options.json is not None:
        write_atomically(options.json, json.dumps(document, allow_nan=False) + "\n")
    _report(document, options)
    for failure in document["failures"]:
        print("tf1-updates: --fail-over: {}".format(failure), file=sys.stderr)
    return 1 if document["failures"] else 0


def _limit(text):
    if text is None:
        return None
    allowed = "a finite number of at least 1"
    return finite_number("--fail-over", number("--fail-over", text), allowed, lambda x: x >= 1)


def _run_to_run(text):
    from tf1_updates.timing.difference_document import RUN_TO_RUN

    if text is None:
        return RUN_TO_RUN
    allowed = "a share from 0 to 1, such as 0.03"
    given = number("--run-to-run", text)
    return finite_number("--run-to-run", given, allowed, lambda share: 0 <= share <= 1)


def _check_target(options):
    if options.json is None:
        return
    check_writable("--json", options.json)
    if os.path.realpath(options.json) in [
        os.path.realpath(path) for path in (options.a, options.b)
    ]:
        raise InputError("--json", options.json, "another file than the two comparisons")


def _report(document, options):
    from tf1_updates.reports import difference_table
    from tf1_updates.reports.page import print_text

    names = options.a, options.b
    if options.into is not None:
        from tf1_updates.reports.two_versions import render_markdown

        replace_between_marks(options.into, render_markdown(document), MARKS)
        return
    if options.markdown:
        print(difference_table.render_markdown(document, names), end="")
        return
    print_text(functools.partial(difference_table.render, document, names))
