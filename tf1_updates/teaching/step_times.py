"""Times a few approaches for a notebook, and draws their steps."""

import contextlib

import numpy as np

from tf1_updates.approaches import APPROACHES
from tf1_updates.reports.colours import look
from tf1_updates.session_stepper import SessionStepper
from tf1_updates.timing.measure import measure
from tf1_updates.timing.per_update import per_update


def time_approaches(names, problem, rule, steps, warmup=3, budget_seconds=12.0):
    """Time approaches side by side, in blocks of five steps by turns.

    Args:
        names: names of approaches; the first is the reference.
        problem: the `Problem` to train.
        rule: the `Rule` to follow.
        steps: how many steps of each.
        warmup: steps of each beforehand, kept apart.
        budget_seconds: timed seconds for all.

    Returns:
        A list of `Series`, in the order of the names. The seconds of a loop are those of one of
        the updates that it does in a call.

    >>> from tf1_updates.problems import Quadratic
    >>> from tf1_updates.rules import GradientDescent
    >>> [series] = time_approaches(["group_assign"], Quadratic(), GradientDescent(), steps=15)
    >>> len(series.step_seconds), len(set(series.graph_ops))
    (15, 1)
    """
    with contextlib.ExitStack() as sessions:
        steppers = []
        for name in names:
            stepper = SessionStepper(APPROACHES[name], problem, rule)
            sessions.callback(stepper.close)
            steppers.append(stepper)
        timed = measure(steppers, steps, 5, warmup, budget_seconds).series
    return [per_update(series) for series in timed]


def draw_costs(several):
    """Draw the time of each step and the size of the graph side by side, one legend for both.

    Returns:
        The Matplotlib figure, small enough to be read in a column of three on a screen.
    """
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(1, 2, figsize=(8.5, 4))
    draw_step_times(axes[0], several)
    draw_graph_sizes(axes[1], several)
    figure.tight_layout()
    # Above the panels, where it covers no line.
    place = {"loc": "lower center", "bbox_to_anchor": (0.5, 0.97), "frameon": False}
    figure.legend(*axes[0].get_legend_handles_labels(), ncol=2, fontsize=13, **place)
    return figure


def draw_step_times(axes, several):
    """Draw the milliseconds of each step on a logarithmic axis, in each approach's own look."""
    for series in several:
        milliseconds = 1e3 * np.array(series.step_seconds)
        first = series.first_step_number
        steps = np.arange(first, first + len(milliseconds))
        own = look(series.name)
        axes.semilogy(steps, milliseconds, color=own.colour, linestyle=own.line, label=series.name)
    _finish(axes, "milliseconds a step")
    _label_with_numbers(axes.yaxis)


def draw_graph_sizes(axes, several):
    """Draw the number of ops in the graph after each step, in each approach's own look."""
    for series in several:
        first = series.first_step_number
        steps = np.arange(first, first + len(series.graph_ops))
        own = look(series.name)
        axes.plot(steps, series.graph_ops, color=own.colour, linestyle=own.line, label=series.name)
    axes.margins(y=0.1)
    axes.set_ylim(bottom=0)
    _finish(axes, "ops in the graph")


def _finish(axes, unit):
    axes.set_xlabel("step", size=14)
    axes.set_ylabel(unit, size=14)
    axes.tick_params(labelsize=13)


def _label_with_numbers(axis):
    # Powers of ten alone leave an axis without a label where all steps take about as long.
    from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

    axis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    axis.set_major_formatter(FuncFormatter("{:g}".format))
    axis.set_minor_formatter(NullFormatter())
