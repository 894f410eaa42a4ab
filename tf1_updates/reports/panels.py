"""The three panels of a comparison's figure, each drawn into axes that it is given.

The rows of the ratio panel carry a sample of each approach's line, so they are the legend of the
other two: a legend's box would cover data or squeeze it.
"""

import numpy as np
from matplotlib.patheffects import withStroke
from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter
from matplotlib.transforms import ScaledTranslation, blended_transform_factory

from tf1_updates.reports.colours import look
from tf1_updates.reports.number_text import count_text, ratio_text
from tf1_updates.reports.reading import is_measured, measured, setting
from tf1_updates.reports.wording import one_line

# Large enough to be read when the picture is shown at half its width.
TEXT, SMALL_TEXT = 15, 13

_MARKERS_PER_LINE = 4

# Ticks within a decade, by the ratio that the axis's ends stay below.
_TICKS = {8: [1, 1.2, 1.5, 2, 3, 4, 5, 6, 7, 8, 9], 200: [1, 2, 5]}

# Longer series are drawn as pixels inside an SVG, which would have an element per point otherwise.
_MOST_VECTOR_POINTS = 1000


def literal(text):
    """Return `text` such that Matplotlib shows its dollar signs instead of setting formulas.

    >>> print(literal("a $ and a $"))
    a \\$ and a \\$
    """
    return text.replace("$", "\\$")


def running_median(values):
    """Return the median of each value's neighbourhood, a tenth of the series wide.

    >>> print(running_median(np.array([1.0, 1.0, 90.0, 1.0, 1.0])))
    [1. 1. 1. 1. 1.]
    """
    reach = min(max(len(values) // 20, 1), 25)
    around = (values[max(0, at - reach) : at + reach + 1] for at in range(len(values)))
    return np.array([np.median(neighbours) for neighbours in around])


def draw_step_times(axes, document):
    """Draw each step's milliseconds as a light point and their running median as a line."""
    for place, approach in enumerate(measured(document)):
        milliseconds = 1e3 * np.array(approach["step_seconds"], dtype=float)
        steps = np.arange(1, len(milliseconds) + 1)
        points = axes.plot(steps, milliseconds, ".", markersize=4, markeredgewidth=0, alpha=0.3)[0]
        points.set_color(look(approach["name"]).colour)
        points.set_rasterized(len(steps) > _MOST_VECTOR_POINTS)
        middle = running_median(milliseconds)
        _draw_line(axes, steps, middle, approach, place)
        if approach["stopped_early_at_step"] is not None:
            _mark_stop(axes, steps[-1], middle[-1], approach, document)
    _finish_series(axes, document, "milliseconds", "Step time: each step, and running median")


def draw_graph_sizes(axes, document):
    """Draw the number of ops in each approach's graph after each step."""
    for place, approach in enumerate(measured(document)):
        sizes = np.array(approach["graph_ops"], dtype=float)
        _draw_line(axes, np.arange(1, len(sizes) + 1), sizes, approach, place)
    _finish_series(axes, document, "ops", "Size of the graph")


def draw_ratios(axes, document):
    """Draw each median step's ratio to the reference as a bar from 1, with its 95% interval."""
    approaches, reference = document["approaches"], document["reference"]
    reached = [1.0]
    for row, approach in enumerate(approaches):
        style, ratio = look(approach["name"]), approach["ratio"]
        _draw_sample(axes, row, style)
        if is_measured(approach) and ratio is not None and ratio > 0:
            axes.barh(row, ratio - 1, left=1, height=0.62, color=style.colour, alpha=0.5)
            ends = approach["ratio_ci95"]
            if ends and approach["name"] != reference:
                axes.plot(ends, [row, row], color="black", linewidth=2, marker="|", markersize=10)
            reached += [ratio] + [end for end in ends or () if end > 0]
        side = {"transform": axes.get_yaxis_transform(), "va": "center", "fontsize": SMALL_TEXT}
        axes.text(1.02, row, literal(_verdict(approach, reference)), **side)
    axes.axvline(1, color="black", linewidth=1)
    _log_axis(axes.xaxis, min(reached) / 1.15, max(reached) * 1.15)
    axes.set_ylim(len(approaches) - 0.4, -0.6)
    axes.set_yticks(range(len(approaches)))
    axes.set_yticklabels([literal(one_line(approach["name"])) for approach in approaches])
    heading = "Median step as a multiple of {}'s, with 95% interval".format(one_line(reference))
    # Above the names as well, for long names leave the bars too little room for a heading.
    axes.figure.suptitle(literal(heading), fontsize=TEXT, x=0.015, ha="left")
    _finish(axes)
    axes.tick_params(axis="y", length=0, pad=44)


def _draw_line(axes, steps, values, approach, place):
    """Each line has its markers at places of its own, so that lines which coincide show both."""
    style, stride = look(approach["name"]), max(1, len(steps) // _MARKERS_PER_LINE)
    axes.plot(
        steps,
        values,
        color=style.colour,
        linestyle=style.line,
        linewidth=2,
        marker=style.marker,
        markersize=7,
        markevery=(place * stride // 12 % stride, stride),
    )


def _draw_sample(axes, row, style):
    """A piece of the approach's line between its name and its bar, as long on any axes."""
    inches = axes.figure.dpi_scale_trans + ScaledTranslation(0, 0, axes.transAxes)
    axes.plot(
        [-0.52, -0.3, -0.08],
        [row, row, row],
        color=style.colour,
        linestyle=style.line,
        linewidth=2,
        marker=style.marker,
        markersize=8,
        markevery=[1],
        clip_on=False,
        transform=blended_transform_factory(inches, axes.transData),
    )


def _mark_stop(axes, step, milliseconds, approach, document):
    longest = max(len(each["step_seconds"]) for each in measured(document))
    axes.plot(step, milliseconds, "x", color="black", markersize=11, markeredgewidth=2.5)
    label = axes.annotate(
        "stopped at step {}".format(count_text(approach["stopped_early_at_step"])),
        (step, milliseconds),
        xytext=(0, 11),
        textcoords="offset points",
        ha="left" if step <= 0.5 * longest else "right",  # where there is more room
        fontsize=SMALL_TEXT,
        color=look(approach["name"]).colour,
    )
    label.set_path_effects([withStroke(linewidth=3, foreground="white")])


def _verdict(approach, reference):
    if not is_measured(approach):
        return {"ok": "not timed", "wrong": "WRONG"}.get(approach["status"], approach["status"])
    if approach["name"] == reference:
        return "the reference"
    return ratio_text(approach["ratio"], approach["ratio_ci95"])


def _finish_series(axes, document, unit, heading):
    drawn = [line.get_ydata() for line in axes.get_lines()]
    values = np.concatenate([np.ravel(each) for each in drawn] or [np.array([])])
    values = values[values > 0]  # a fake clock may give 0, which has no place on a log scale
    if len(values):
        _log_axis(axes.yaxis, values.min() / 1.3, values.max() * 2.0)
    else:
        axes.set_yticks([])
        place = {"transform": axes.transAxes, "ha": "center", "fontsize": SMALL_TEXT}
        axes.text(0.5, 0.5, "nothing was timed", **place)
    longest = max([len(approach["step_seconds"]) for approach in measured(document)] or [1])
    axes.set_xlim(0, max(2, 1.02 * longest))
    axes.xaxis.get_major_locator().set_params(integer=True)
    warmup = setting(document, "warmup_steps")
    after = " (after {} of warm-up)".format(count_text(warmup)) if warmup else ""
    axes.set_xlabel("step" + after, fontsize=SMALL_TEXT)
    axes.set_ylabel(unit, fontsize=SMALL_TEXT)
    axes.set_title(heading, fontsize=TEXT, loc="left")
    _finish(axes)


def _log_axis(axis, low, high):
    """A logarithmic axis whose ticks are plain numbers, the more the fewer decades it spans."""
    {"x": axis.axes.set_xscale, "y": axis.axes.set_yscale}[axis.axis_name]("log")
    {"x": axis.axes.set_xlim, "y": axis.axes.set_ylim}[axis.axis_name](low, high)
    spanned = next((most for most in _TICKS if high < most * low), None)
    axis.set_major_locator(LogLocator(subs=_TICKS.get(spanned, [1.0])))
    axis.set_major_formatter(FuncFormatter(lambda value, _: count_text(value)))
    axis.set_minor_formatter(NullFormatter())


def _finish(axes):
    axes.tick_params(labelsize=SMALL_TEXT)
    axes.grid(True, color="#DDDDDD", linewidth=0.8)
    axes.set_axisbelow(True)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
