"""A comparison as one figure of three panels: step time, graph size and ratio.

The figure is made with Matplotlib's objects alone, so that drawing one changes nothing for the rest
of the program: no backend is chosen, no figure is left open.
"""

import io
import os
import textwrap

import matplotlib
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from tf1_updates.errors import InputError
from tf1_updates.files import write_atomically
from tf1_updates.reports.description import title
from tf1_updates.reports.panels import (
    TEXT,
    draw_graph_sizes,
    draw_ratios,
    draw_step_times,
    literal,
)

_DOTS_PER_INCH = 150
_WIDTH, _SERIES_HEIGHT, _ROW_HEIGHT = 12.0, 4.6, 0.36  # inches

_TITLE_WIDTH = 85  # letters
_MARGINS = {"w_pad": 0.12, "h_pad": 0.08}

# An SVG has a date and random ids unless told otherwise.
_METADATA = {".png": {}, ".svg": {"Date": None}}
_REPEATABLE = {"svg.hashsalt": "tf1-updates"}


def comparison_figure(document):
    """Draw a comparison.

    Args:
        document: a saved comparison, as loaded.

    Returns:
        A `matplotlib.figure.Figure` whose title is the problem and the rule: step time against step
        number on a logarithmic scale, ops in the graph against step number, and ratios to the
        reference with their 95% intervals. It belongs to no window and needs no closing.
    """
    rows_height = 1.3 + _ROW_HEIGHT * max(2, len(document["approaches"]))
    size = (_WIDTH, _SERIES_HEIGHT + rows_height)
    figure = Figure(size, dpi=_DOTS_PER_INCH, facecolor="white", constrained_layout=_MARGINS)
    FigureCanvasAgg(figure)
    figure.suptitle(literal(_balanced(title(document))), fontsize=TEXT + 2)
    # The halves have margins of their own: the names below need more than the panels above.
    upper, lower = figure.subfigures(2, 1, height_ratios=[_SERIES_HEIGHT, rows_height])
    step_times, graph_sizes = upper.subplots(1, 2)
    draw_step_times(step_times, document)
    draw_graph_sizes(graph_sizes, document)
    draw_ratios(lower.subplots(), document)
    return figure


def _balanced(text):
    """Break a title into as few lines as fit the figure, all about as long."""
    fewest = len(textwrap.wrap(text, _TITLE_WIDTH))
    widths = range(len(text) // fewest, _TITLE_WIDTH + 1)
    broken = (textwrap.wrap(text, width) for width in widths)
    return "\n".join(next(lines for lines in broken if len(lines) == fewest))


def save_figure(path, document):
    """Write the figure of a comparison, as a whole or not at all.

    Args:
        path: a file ending in `.png` or `.svg`; the same document gives the same SVG each time.
        document: a saved comparison, as loaded.

    Raises:
        InputError: `path` ends in something else; nothing is drawn.
    """
    write_figure(path, lambda: comparison_figure(document))


def write_figure(path, draw):
    """Write what `draw()` returns, a `matplotlib.figure.Figure`, as `save_figure` does."""
    suffix = checked_suffix("--plot", path)
    drawn = io.BytesIO()
    with matplotlib.rc_context(_REPEATABLE):
        draw().savefig(drawn, format=suffix[1:], metadata=_METADATA[suffix])
    write_atomically(path, drawn.getvalue())


def checked_suffix(argument, path):
    """Return the suffix of a figure's path in small letters, or refuse it.

    >>> checked_suffix("--plot", "ladder.PNG")
    '.png'
    >>> checked_suffix("--plot", "ladder.gif")
    Traceback (most recent call last):
        ...
    tf1_updates.errors.InputError: --plot: 'ladder.gif' was given; allowed is a file ending in \
.png or .svg
    """
    suffix = os.path.splitext(os.fspath(path))[1].lower()
    if suffix not in _METADATA:
        raise InputError(argument, path, "a file ending in .png or .svg")
    return suffix
