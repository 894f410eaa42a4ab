"""A place in somebody's code, and how to name it so that a reader finds it."""

import linecache
import os
import re
import sys
from typing import NamedTuple

# What IPython calls the file of a cell where there is no notebook.
_TERMINAL_CELL = re.compile(r"<ipython-input-(\d+)-")
_LONGEST_TEXT = 120


class Place(NamedTuple):
    """A line of code.

    Attributes:
        file: the file as Python knows it; `<string>` and the like for code without a file.
        line: the line's number, from 1.
        function: the function that the line is in, `<module>` for none.
        text: the line itself, without its indentation; empty where there is no source.
    """

    file: str
    line: int
    function: str
    text: str

    def __str__(self):
        """Return the place in words.

        >>> print(Place("train.py", 12, "wrap", "w.assign(x)"))
        train.py, line 12, in wrap: w.assign(x)
        >>> print(Place("<ipython-input-3-0123456789ab>", 2, "<module>", ""))
        cell In [3], line 2
        """
        text = "{}, line {}".format(file_text(self.file), self.line)
        if not self.function.startswith("<") or self.function == "<lambda>":
            text += ", in " + self.function
        source = self.text
        if len(source) > _LONGEST_TEXT:
            source = source[: _LONGEST_TEXT - 3] + "..."
        return "{}: {}".format(text, source) if source else text


def place_of(frame, line, function):
    """Return the `Place` of a line in a frame's file.

    Args:
        frame: a Python frame, which says what the file is and where its source is.
        line: the line's number.
        function: the function to name.
    """
    file = frame.f_code.co_filename
    text = linecache.getline(file, line, frame.f_globals).strip()
    return Place(file, line, function, text)


def file_text(file):
    """Return how to show a file: as a cell of a notebook, or by the shortest path.

    >>> file_text("<ipython-input-3-0123456789ab>")
    'cell In [3]'
    >>> file_text(os.path.join(os.getcwd(), "src", "train.py")) == os.path.join("src", "train.py")
    True
    """
    found = _TERMINAL_CELL.match(file)
    number = found.group(1) if found else _notebook_cell(file)
    if number is not None:
        return "cell In [{}]".format(number)
    here = os.path.join(os.getcwd(), "")
    return file[len(here) :] if file.startswith(here) else file


def _notebook_cell(file):
    """Return the number of the cell that a notebook's kernel has compiled as `file`, or `None`."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython else None
    # No public name leads from a cell's file to its number in all versions of IPython.
    return getattr(getattr(shell, "compile", None), "_filename_map", {}).get(file)
