"""A sweep as a figure: the step against the size, and the ratio to the reference, log against log.

`draw_times` and `draw_ratios` draw into axes that they are given, for a notebook to place.
"""

import textwrap

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

from tf1_updates.reports.colours import look
from tf1_updates.reports.number_text import count_text, seconds_text
from tf1_updates.reports.panels import SMALL_TEXT, TEXT, literal
from tf1_updates.reports.plots import write_figure
from tf1_updates.reports.sweep_break_even import FACTOR
from tf1_updates.reports.sweep_reading import (
    approach_names,
    curve,
    floor_names,
    grows,
    over,
    ratio_points,
)
from tf1_updates.reports.sweep_text import title
from tf1_updates.reports.wording import one_line
from tf1_updates.sweep.break_even import spans_within

_DOTS_PER_INCH = 110
_SIZE = (15.0, 11.0)  # inches
_TITLE_WIDTH = 100  # letters
_X_LABELS = {
    "weights": "weights of one variable",
    "variables": "variables",
    "batch": "digits in a batch",
}


def draw_times(document, axes):
    """Draw the median step of each approach against the size into axes, with 95% intervals."""
    for name, values, records in _curves(document):
        seconds = [record["median_seconds"] for record in records]
        _draw(axes, name, values, seconds, [record["median_ci95"] for record in records], document)
    axes.set_title("median step", fontsize=TEXT, loc="left")
    _finish(axes, document, lambda value, _: _tick(value))


def draw_ratios(document, axes):
    """Draw each ratio to the reference against the size; a ring is where it breaks even."""
    reference = document["reference"]
    for name, values, records in _curves(document):
        found = [(v, r["ratio"], r["ratio_ci95"]) for v, r in zip(values, records) if r["ratio"]]
        if not found:
            continue
        values, ratios, ends = zip(*found)
        _draw(
            axes, name, values, ratios, [None] * len(ends) if name == reference else ends, document
        )
        points = [] if name in floor_names(document) else ratio_points(document, name)
        for span in spans_within(points, FACTOR):
            for end in span:
                if end is not None:
                    ring = {"markersize": 15, "markeredgewidth": 2, "fillstyle": "none"}
                    axes.plot(end.value, FACTOR, "o", color=look(name).colour, zorder=5, **ring)
    axes.axhline(FACTOR, color="black", linewidth=1.2, linestyle=(0, (2, 2)))
    heading = "multiple of {}'s step; a ring is where {} times is crossed"
    axes.set_title(literal(heading.format(one_line(reference), FACTOR)), fontsize=TEXT, loc="left")
    _finish(axes, document, lambda value, _: count_text(value) + "x")


def sweep_figure(document):
    """Return a `matplotlib.figure.Figure` of two panels with one legend beside them."""
    figure = Figure(_SIZE, dpi=_DOTS_PER_INCH, facecolor="white", constrained_layout=True)
    FigureCanvasAgg(figure)
    figure.suptitle(literal(textwrap.fill(title(document), _TITLE_WIDTH)), fontsize=TEXT)
    if not _curves(document):
        figure.text(0.5, 0.5, "nothing was timed", ha="center", fontsize=TEXT)
        return figure
    times, ratios = figure.subplots(2, 1, sharex=True)
    draw_times(document, times)
    draw_ratios(document, ratios)
    times.tick_params(labelbottom=False)
    times.set_xlabel("")
    lines, labels = times.get_legend_handles_labels()
    # In the order of the lines' right ends, so that the eye finds them.
    last = {line: line.get_ydata()[-1] for line in lines}
    order = sorted(range(len(lines)), key=lambda place: -last[lines[place]])
    times.legend(
        [lines[place] for place in order],
        [labels[place] for place in order],
        fontsize=SMALL_TEXT,
        loc="upper left",
        bbox_to_anchor=(1.01, 1.0),
        frameon=False,
        handlelength=3.2,
        labelspacing=0.8,
    )
    return figure


def save_figure(path, document):
    """Write the figure of a sweep, as a whole or not at all.

    Args:
        path: a file ending in `.png` or `.svg`.
        document: a saved sweep, as loaded.

    Raises:
        InputError: `path` ends in something else; nothing is drawn.
    """
    write_figure(path, lambda: sweep_figure(document))


def _curves(document):
    names = approach_names(document) + floor_names(document)
    found = [(name,) + curve(document, name) for name in names]
    return [each for each in found if each[1]]


def _draw(axes, name, values, numbers, ends, document):
    style = look(name)
    label = literal(one_line(name)) + (" (first steps)" if grows(document, name) else "")
    axes.plot(
        values,
        numbers,
        color=style.colour,
        linestyle=style.line,
        marker=style.marker,
        markersize=9,
        linewidth=2,
        label=label,
    )
    for value, pair in zip(values, ends):
        if pair and pair[0] > 0:
            axes.plot([value, value], pair, color=style.colour, linewidth=1.2, marker="_")


def _finish(axes, document, write):
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: count_text(value)))
    axes.yaxis.set_major_formatter(FuncFormatter(write))
    low, high = axes.get_ylim()
    spans_decades = high / low >= 100
    axes.yaxis.set_major_locator(LogLocator(subs=[1.0] if spans_decades else [1.0, 2.0, 5.0]))
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_minor_formatter(NullFormatter())
    axes.set_xlabel(_X_LABELS[over(document)], fontsize=SMALL_TEXT)
    axes.tick_params(labelsize=SMALL_TEXT)
    axes.grid(True, color="#DDDDDD", linewidth=0.8)
    axes.set_axisbelow(True)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)


def _tick(seconds):
    number, unit = seconds_text(seconds).split()
    return "{:g} {}".format(float(number.replace(",", "")), unit)
