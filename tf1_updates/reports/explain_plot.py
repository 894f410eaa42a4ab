"""An explanation as a figure: for each slow approach its waterfall, and how each cause grows.

`draw` and `draw_growth` draw into axes that they are given, for a notebook to place; `causes_of`
gives the numbers themselves.
"""

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator

from tf1_updates.explain import ABLATIONS
from tf1_updates.reports.colours import look
from tf1_updates.reports.description import title
from tf1_updates.reports.explain_numbers import microseconds
from tf1_updates.reports.number_text import count_text
from tf1_updates.reports.panels import SMALL_TEXT, TEXT, literal
from tf1_updates.reports.plots import write_figure
from tf1_updates.reports.wording import one_line

_DOTS_PER_INCH = 110
_WIDTH, _ROW_HEIGHT = 15.0, 5.2  # inches

# The calls are reddish, as what crosses to the host is in every figure; new ops are blue and green.
_COLOURS = {
    "one_more_call": "#CC79A7",
    "numpy_round_trip": "#E8B4CF",
    "unseen_fetch": "#0A4FA3",
    "dead_ops": "#3F9BD6",
    "unseen_fetch_and_dead_ops": "#9CCBEA",
    "baked_constant": "#009E73",
    "rebuilt_gradients": "#8FD3BF",
}
_MARKERS = dict(zip([ablation.name for ablation in ABLATIONS], "o^sDvP<"))
_REST = "unexplained rest"
_REST_COLOUR = "#B0B0B0"


def causes_of(document, name, at=None):
    """Return what each cause costs in a step of an approach, as a list of (cause, seconds, ends).

    Args:
        document: an explanation with its results, as `explain.document.read` returns it.
        name: the approach that was taken apart.
        at: one of the steps that were looked at; the last one by default.

    Returns:
        A list: the reference's step first, then the causes, then the rest; `ends` is the 95%
        interval, or `None`. The seconds add up to the approach's own.
    """
    row = _row(document, name, at)
    reference = document["results"]["subjects"][document["reference"]]["windows"]
    start = next(each for each in reference if each["at"] == row["at"])
    found = [(document["reference"], start["seconds"], start["seconds_ci95"])]
    found += [(part["cause"], part["seconds"], part["seconds_ci95"]) for part in row["parts"]]
    return found + [(_REST, row["rest_seconds"], row["rest_seconds_ci95"])]


def draw(document, axes, name="eval_after_step", at=None):
    """Draw the waterfall of one approach's step into axes: each bar begins where the last ended.

    Args:
        document, name, at: as for `causes_of`.
        axes: Matplotlib's `Axes`.
    """
    row, causes = _row(document, name, at), causes_of(document, name, at)
    colours = [look(document["reference"]).colour]
    colours += [_COLOURS[part["ablation"]] for part in row["parts"]] + [_REST_COLOUR]
    reached, labels, furthest = 0.0, [], [0.0]
    for place, ((cause, seconds, ends), colour) in enumerate(zip(causes, colours)):
        value = 1e6 * seconds
        axes.barh(place, value, left=reached, height=0.66, color=colour)
        spread = [reached + 1e6 * end for end in ends] if ends else []
        if ends and place:
            axes.plot(spread, [place, place], color="black", linewidth=1.5, marker="|")
        furthest += spread + [reached, reached + value]
        reached += value
        axes.plot([reached, reached], [place, place + 1], color="#888888", linewidth=0.8)
        labels.append(cause)
    axes.barh(len(causes), reached, height=0.66, color=look(name).colour)
    labels.append(name)
    _label_values(axes, [each[1:] for each in causes] + [(reached / 1e6, None)], furthest)
    axes.set_yticks(range(len(labels)))
    axes.set_yticklabels([literal(one_line(label)) for label in labels], fontsize=SMALL_TEXT)
    axes.set_ylim(len(labels) - 0.4, -0.6)
    axes.axvline(0, color="black", linewidth=0.8)
    axes.xaxis.set_major_locator(MaxNLocator(5))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: count_text(value)))
    _finish(axes, "step {} of {}".format(count_text(row["at"]), name))
    axes.set_xlabel("microseconds", fontsize=SMALL_TEXT)


def draw_growth(document, axes, name="eval_after_step"):
    """Draw what each cause costs against the step into axes, with 95% intervals."""
    windows = document["results"]["waterfalls"][name]["windows"]
    for ablation in ABLATIONS:
        found = [
            (row["at"], part["seconds"], part["seconds_ci95"])
            for row in windows
            for part in row["parts"]
            if part["ablation"] == ablation.name
        ]
        marker = _MARKERS[ablation.name]
        _draw_line(axes, found, _COLOURS[ablation.name], marker, ablation.cause)
    rest = [(row["at"], row["rest_seconds"], row["rest_seconds_ci95"]) for row in windows]
    _draw_line(axes, rest, _REST_COLOUR, "x", _REST)
    axes.axhline(0, color="black", linewidth=0.8)
    axes.set_xlabel("step", fontsize=SMALL_TEXT)
    axes.set_ylabel("microseconds a step", fontsize=SMALL_TEXT)
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: count_text(value)))
    axes.set_xticks([row["at"] for row in windows])
    _finish(axes, "{}: each cause".format(name))


def save_figure(path, document):
    """Write the figure of an explanation, as a whole or not at all.

    Args:
        path: a file ending in `.png` or `.svg`.
        document: an explanation with its results.

    Raises:
        InputError: `path` ends in something else; nothing is drawn.
    """
    write_figure(path, lambda: explanation_figure(document))


def explanation_figure(document):
    """Return a `matplotlib.figure.Figure` with a row of two panels for each slow approach."""
    found = document["results"]["waterfalls"]
    names = [name for name in found if found[name]["windows"]]
    size = (_WIDTH, 1.2 + _ROW_HEIGHT * max(1, len(names)))
    figure = Figure(size, dpi=_DOTS_PER_INCH, facecolor="white", constrained_layout=True)
    FigureCanvasAgg(figure)
    figure.suptitle(literal(title(document)), fontsize=TEXT)
    if not names:
        figure.text(0.5, 0.5, "nothing was timed", ha="center", fontsize=TEXT)
        return figure
    panels = figure.subplots(len(names), 2, squeeze=False)
    for (waterfall, growth), name in zip(panels, names):
        draw(document, waterfall, name)
        draw_growth(document, growth, name)
        growth.legend(fontsize=SMALL_TEXT - 3, framealpha=0.8)
    return figure


def _row(document, name, at):
    windows = document["results"]["waterfalls"][name]["windows"]
    return windows[-1] if at is None else next(row for row in windows if row["at"] == at)


def _draw_line(axes, found, colour, marker, label):
    if not found:
        return
    steps, seconds, ends = zip(*found)
    values = [1e6 * each for each in seconds]
    axes.plot(steps, values, color=colour, marker=marker, markersize=8, linewidth=2, label=label)
    for step, pair in zip(steps, ends):
        if pair:
            axes.plot([step, step], [1e6 * end for end in pair], color=colour, linewidth=1.2)


def _label_values(axes, values, furthest):
    low, high = min(furthest), max(furthest)
    axes.set_xlim(low - 0.03 * (high - low), high + 0.03 * (high - low) or 1.0)
    for place, (seconds, ends) in enumerate(values):
        text = microseconds(seconds, ends)
        side = {"transform": axes.get_yaxis_transform(), "va": "center"}
        axes.text(1.02, place, text, fontsize=SMALL_TEXT - 2, **side)


def _finish(axes, heading):
    axes.set_title(literal(heading), fontsize=TEXT - 1, loc="left")
    axes.tick_params(axis="x", labelsize=SMALL_TEXT - 1)
    axes.tick_params(axis="y", labelsize=SMALL_TEXT - 1)
    axes.grid(True, axis="both", color="#DDDDDD", linewidth=0.8)
    axes.set_axisbelow(True)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
