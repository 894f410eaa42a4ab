"""`tf1-updates doctor`: is everything here that the toolkit needs, and if not, what to do?"""

import functools
import json
import sys

from tf1_updates.files import check_writable, write_atomically

SUMMARY = "say what of Python, TensorFlow and the machine fits, and what to do where it does not"


def add_options(parser):
    """Add `--measure` and `--json`."""
    measured = "also time, within a minute, what settings of the allocator are worth here"
    parser.add_argument("--measure", action="store_true", help=measured)
    parser.add_argument("--json", metavar="FILE", help="save the findings")


def run(options):
    """Examine this machine; return 0 if it is usable, 1 if not."""
    if options.json is not None:
        check_writable("--json", options.json)
    from tf1_updates.doctor.examination import examine
    from tf1_updates.doctor.facts import gather

    print("importing TensorFlow in another process ...", file=sys.stderr, flush=True)
    facts = gather()
    document = examine(facts)
    if options.measure and document["usable"]:
        from tf1_updates.doctor.allocator import measure

        print("timing steps in six more ...", file=sys.stderr, flush=True)
        document = examine(facts._replace(allocator=measure()))
    if options.json is not None:
        write_atomically(options.json, json.dumps(document, allow_nan=False) + "\n")
    from tf1_updates.reports.doctor_text import render
    from tf1_updates.reports.page import print_text

    print_text(functools.partial(render, document))
    return 0 if document["usable"] else 1
