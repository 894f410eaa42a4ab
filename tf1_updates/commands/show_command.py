"""`tf1-updates show`: a saved result once more, as a table, as Markdown or as a figure."""

import functools
import os

from tf1_updates.commands.compare_options import plot_target
from tf1_updates.commands.export_options import add_export_options, check_exports, write_exports
from tf1_updates.errors import InputError
from tf1_updates.files import check_writable, write_atomically

SUMMARY = "show what compare, explain, sweep or the ladder saved: table, Markdown or figure"


def add_options(parser):
    """Add the saved file and what to make of it."""
    saved = "what `compare`, `explain`, `sweep` or the ladder saved by `--json`"
    parser.add_argument("file", metavar="FILE", help=saved)
    parser.add_argument("--markdown", action="store_true", help="print the table as Markdown")
    parser.add_argument("--plot", metavar="FILE", help="save the figure, as .png or .svg")
    add_export_options(parser)
    parser.add_argument(
        "--into", metavar="FILE", help="put the Markdown between the marks of this file, as README"
    )


def run(options):
    """Show the result as asked; return the exit status."""
    from tf1_updates.commands.saved_kinds import kind_of

    kind = kind_of(options.file)
    if kind.name != "comparison":
        for option, given in (("--csv", options.csv), ("--pyperf", options.pyperf)):
            if given is not None:
                raise InputError(option, given, "nothing with this file: only comparisons go there")
    from tf1_updates.reports.page import print_text

    document = kind.read(options.file)
    words = kind.report(kind.words)
    plot = plot_target(options.plot, options.file)
    check_exports(options, {"FILE": options.file, "--plot": plot, "--into": options.into})
    write_exports(options, document)
    if options.into is not None:
        replace_between_marks(options.into, kind.between_marks(document), kind.marks)
    elif options.markdown:
        print(words.render_markdown(document).strip())
    elif plot is None and options.csv is None and options.pyperf is None:
        print_text(functools.partial(kind.report(kind.text).render, document))
    if plot is not None:
        kind.report(kind.figure).save_figure(plot, document)
    return 0


def replace_between_marks(path, text, marks):
    """Replace what stands between the two marks of a text file, and nothing else.

    Args:
        path: the text file.
        text: what is put there.
        marks: the two lines that it is put between.

    Raises:
        InputError: the file cannot be read or written, or has not exactly one pair of marks.
    """
    head, tail = around_marks(path, marks)
    write_atomically(path, head + marks[0] + "\n\n" + text.strip() + "\n\n" + marks[1] + tail)


def around_marks(path, marks):
    """Return what stands before and after a pair of marks, which the file has to have once.

    Raises:
        InputError: as for `replace_between_marks`.
    """
    begin, end = marks
    check_writable("--into", path)
    if not os.path.isfile(path):
        raise InputError("--into", path, "an existing file with marks to write between")
    with open(path, encoding="utf-8") as file:
        text = file.read()
    if text.count(begin) != 1 or text.count(end) != 1 or text.index(begin) > text.index(end):
        raise InputError("--into", path, "a file with one line {} and one {}".format(begin, end))
    return text.split(begin)[0], text.split(end)[1]
