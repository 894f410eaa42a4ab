"""`python -m tf1_updates.notebook_checks notebooks`: complaints, one a line; 1 if there are any."""

import pathlib
import sys
from collections import OrderedDict

from tf1_updates.notebook_checks.structure import (
    SIDE_BY_SIDE,
    Complaint,
    complaints,
    side_by_side_complaints,
)


def check_folder(folder):
    """Return the complaints about all notebooks of a folder.

    Args:
        folder: its path.

    Raises:
        SystemExit: there are none, so that nothing is checked by mistake.
    """
    import nbformat

    paths = sorted(pathlib.Path(folder).glob("*.ipynb"))
    if not paths:
        sys.exit("{}: no notebooks there".format(folder))
    notebooks, found = OrderedDict(), []
    for path in paths:
        try:
            notebooks[path.name] = nbformat.read(str(path), as_version=4)
        except (ValueError, AttributeError, KeyError) as error:
            # Half a file, or the marks of a merge: no editor opens it.
            text = "no notebook: {}".format(" ".join(str(error).split())[:60])
            found.append(Complaint(path.name, 0, text, "git checkout -- {}".format(path)))
    found += [each for item in notebooks.items() for each in complaints(*item)]
    three = [item for item in notebooks.items() if item[0].startswith(SIDE_BY_SIDE)]
    return found + side_by_side_complaints(OrderedDict(three))


if __name__ == "__main__":
    all_found = [each for folder in sys.argv[1:] or ["notebooks"] for each in check_folder(folder)]
    print(*all_found, sep="\n", end="\n" if all_found else "")
    sys.exit(bool(all_found))
