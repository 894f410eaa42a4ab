"""Draws weights on the circle that they live on: a clock face whose full turn is the bound."""

import numpy as np


def angles(weights, bound):
    """Return where weights stand on the circle, in radians, clockwise from the top.

    >>> print(angles(np.array([0.0, 5.0, 25.0]), bound=20.0) / np.pi)
    [0.  0.5 0.5]
    """
    return 2.0 * np.pi * np.mod(np.asarray(weights, float), bound) / bound


def draw_circle(axes, bound, title="", low=0.0):
    """Draw the empty circle with its seam at the top.

    Args:
        axes: Matplotlib axes.
        bound: B, the length of the circle.
        title: heading.
        low: the smallest number on it: 0, or -B/2 where it is centred.
    """
    turn = np.linspace(0.0, 2.0 * np.pi, 200)
    axes.plot(np.sin(turn), np.cos(turn), color="#7A7A7A", linewidth=1.5)
    for quarter in range(4):
        value, angle = quarter * bound / 4, quarter * np.pi / 2
        text = "{:g}".format(value if value < low + bound else value - bound)
        if value == low:
            text = "{:g} = {:g}".format(low, low + bound)
        axes.text(
            1.22 * np.sin(angle), 1.2 * np.cos(angle), text, ha="center", va="center", size=13
        )
    axes.set(xlim=(-1.5, 1.5), ylim=(-1.4, 1.4), aspect="equal")
    axes.set_title(title, size=14)
    axes.axis("off")


def draw_on_circle(axes, weights, bound, look, label="", radius=1.0):
    """Draw weights as points on the circle.

    Args:
        axes: axes with a circle.
        weights: array.
        bound: B.
        look: a `tf1_updates.reports.colours.Look`: colour and marker.
        label: for the legend.
        radius: 1 is on the circle; others keep two sets apart.
    """
    turn = angles(np.ravel(weights), bound)
    points = {"color": look.colour, "marker": look.marker, "s": 70, "zorder": 3, "label": label}
    axes.scatter(radius * np.sin(turn), radius * np.cos(turn), **points)
