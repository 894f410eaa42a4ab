"""`--csv` and `--pyperf`: the raw steps in files that other tools read."""

import os
import sys

from tf1_updates.errors import InputError
from tf1_updates.files import check_writable, write_atomically

# pyperf and pandas unpack a file of such a name before they read it.
PACKED = (".gz", ".bz2", ".xz", ".zip", ".zst", ".tar")


def add_export_options(parser):
    """Add the two options."""
    parser.add_argument("--csv", metavar="FILE", help="write every step as CSV, one line each")
    parser.add_argument("--pyperf", metavar="FILE", help="write what `python -m pyperf` reads")


def check_exports(options, taken):
    """Refuse what cannot be written, or would be written over another file of the command.

    Args:
        options: the command line's namespace, with `csv` and `pyperf`.
        taken: dictionary from an option or file of the command to its path, or `None`.

    Raises:
        InputError: naming the option.
    """
    taken = dict(taken)
    for option, path in (("--csv", options.csv), ("--pyperf", options.pyperf)):
        if path is None:
            continue
        if path.lower().endswith(PACKED):
            allowed = "a name that its reader does not take for a packed file, such as one in "
            raise InputError(option, path, allowed + (".csv" if option == "--csv" else ".json"))
        for other, name in taken.items():
            if name is not None and os.path.realpath(name) == os.path.realpath(path):
                raise InputError(option, path, "another file than that of " + other)
        check_writable(option, path)
        taken[option] = path


def write_exports(options, document):
    """Write the files that were asked for.

    Args:
        options: the command line's namespace, checked by `check_exports`.
        document: a comparison, as loaded.
    """
    if options.csv is not None:
        from tf1_updates.export.csv_file import csv_text

        write_atomically(options.csv, csv_text(document))
    if options.pyperf is not None:
        from tf1_updates.export.pyperf_file import pyperf_text

        text = pyperf_text(document)
        if text is None:
            note = "tf1-updates: no step was measured, so there is nothing to write to {}"
            print(note.format(options.pyperf), file=sys.stderr)
        else:
            write_atomically(options.pyperf, text)
