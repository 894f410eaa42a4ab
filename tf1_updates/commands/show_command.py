"""`tf1-updates show`: a saved comparison once more, as a table, as Markdown or as a figure."""

import os

from tf1_updates.commands.compare_options import plot_target
from tf1_updates.commands.export_options import add_export_options, check_exports, write_exports
from tf1_updates.errors import InputError
from tf1_updates.files import check_writable, write_atomically

SUMMARY = "show a saved comparison again: table, Markdown or figure"

BEGIN, END = "<!-- comparison: begin -->", "<!-- comparison: end -->"


def add_options(parser):
    """Add the saved file and what to make of it."""
    parser.add_argument("file", metavar="FILE", help="what `compare --json` saved")
    parser.add_argument("--markdown", action="store_true", help="print the table as Markdown")
    parser.add_argument("--plot", metavar="FILE", help="save the figure, as .png or .svg")
    add_export_options(parser)
    parser.add_argument(
        "--into", metavar="FILE", help="put the Markdown between the marks of this file, as README"
    )


def run(options):
    """Show the comparison as asked; return the exit status."""
    from tf1_updates.timing.document import read

    document = read(options.file)
    plot = plot_target(options.plot, options.file)
    check_exports(options, {"FILE": options.file, "--plot": plot, "--into": options.into})
    write_exports(options, document)
    if options.into is not None:
        replace_between_marks(options.into, _markdown(document))
    elif options.markdown:
        print(_markdown(document))
    elif plot is None and options.csv is None and options.pyperf is None:
        from rich.console import Console

        from tf1_updates.reports.table import print_report

        print_report(document, Console())
    if plot is not None:
        from tf1_updates.reports.plots import save_figure

        save_figure(plot, document)
    return 0


def _markdown(document):
    from tf1_updates.reports.markdown import render

    return render(document)


def replace_between_marks(path, text, marks=(BEGIN, END)):
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
