"""`tf1-updates compose`: try each approach with each feature, and say what works."""

import functools
import os
import sys

from tf1_updates.approaches import APPROACHES
from tf1_updates.commands.progress import progress_bar
from tf1_updates.commands.quiet_import import quiet_import
from tf1_updates.commands.show_command import around_marks, replace_between_marks
from tf1_updates.compose import FEATURES
from tf1_updates.errors import InputError, known_name
from tf1_updates.files import check_writable

SUMMARY = "try each approach with each feature of TensorFlow 1, and say what works and why not"

MARKS = "<!-- compose: begin -->", "<!-- compose: end -->"


def add_options(parser):
    """Add what to try, and what to make of it."""
    add = parser.add_argument
    add("--approaches", nargs="+", metavar="NAME", help="default: all of `tf1-updates list`")
    add(
        "--features",
        nargs="+",
        metavar="NAME",
        help="default: all: {}. For grpc and sync_replicas a TensorFlow server is started, which "
        "listens on a free port of this machine until the command ends".format(", ".join(FEATURES)),
    )
    add("--from", dest="source", metavar="FILE", help="try nothing: show what --json saved")
    add("--json", metavar="FILE", help="save the table")
    add("--markdown", action="store_true", help="print the table as Markdown")
    add("--into", metavar="FILE", help="put the Markdown between the marks of this file, as README")


def run(options):
    """Try as asked; return 0, 1 if an approach is wrong or hangs, or 130 after Ctrl-C."""
    approaches = _chosen("--approaches", options.approaches, APPROACHES)
    features = _chosen("--features", options.features, FEATURES)
    _check_targets(options)
    if options.source is not None:
        document = _read(options)
    else:
        document = _try_all(approaches, features, options.json)
        if not document["complete"]:
            options.into = None  # a whole table there is not given up for a part
            _report(options, document)
            print("tf1-updates: interrupted; what was tried is reported", file=sys.stderr)
            return 130
    _report(options, document)
    outcomes = [
        result["outcome"] for row in document["approaches"] for result in row["results"].values()
    ]
    return 1 if "wrong" in outcomes or "hung" in outcomes else 0


def _chosen(option, given, table):
    if given is None:
        return list(table)
    names = [name for part in given for name in part.split(",") if name]
    if not names:
        raise InputError(option, " ".join(given), "at least one name")
    named = {known_name(option, name, table) for name in names}
    return [name for name in table if name in named]


def _check_targets(options):
    if options.json is not None:
        check_writable("--json", options.json)
    if options.into is not None:
        around_marks(options.into, MARKS)
        if options.json and os.path.realpath(options.json) == os.path.realpath(options.into):
            raise InputError("--into", options.into, "another file than that of --json")


def _read(options):
    for option, given in (
        ("--approaches", options.approaches),
        ("--features", options.features),
        ("--json", options.json),
    ):
        if given is not None:
            raise InputError(option, given, "nothing beside --from, which shows a file as it is")
    from tf1_updates.compose.document import read

    return read(options.source)


def _try_all(approaches, features, path):
    """Try everything; return the document, which is partial after Ctrl-C, and saved if wanted."""
    print("loading TensorFlow ...", file=sys.stderr, flush=True)
    quiet_import()
    from tf1_updates.compare import variable_kind
    from tf1_updates.compose.bench import Bench
    from tf1_updates.compose.document import document
    from tf1_updates.compose.subjects import subject_of
    from tf1_updates.compose.trials import try_one
    from tf1_updates.timing.document import save
    from tf1_updates.timing.environment import describe

    outcomes = {}

    def save_now():
        found = document(outcomes, approaches, features, describe(variable_kind()))
        if path is not None:
            save(path, found)
        return found

    try:
        with Bench() as bench, progress_bar(len(approaches) * len(features), "trying") as move:
            for name in approaches:
                for feature in features:
                    move("{}, {}".format(name, feature), len(outcomes))
                    outcomes[name, feature] = try_one(subject_of(name), feature, bench)
                save_now()
    except KeyboardInterrupt:
        pass
    return save_now()


def _report(options, document):
    from tf1_updates.reports.compose_table import render, render_markdown
    from tf1_updates.reports.page import print_text

    if options.into is not None:
        replace_between_marks(options.into, render_markdown(document), MARKS)
    elif options.markdown:
        print(render_markdown(document), end="")
    else:
        print_text(functools.partial(render, document))
