"""Matplotlib's `show()` without a display: the figures become files, named on stderr."""

import io
import os
import sys

from tf1_updates.files import write_atomically


def has_display():
    """Return whether windows can be shown here, or the user has chosen how to draw."""
    known = ("DISPLAY", "WAYLAND_DISPLAY", "MPLBACKEND")
    return sys.platform != "linux" or any(os.environ.get(name) for name in known)


def draw_without_display():
    """Have Matplotlib draw into memory; to be called before it is imported."""
    os.environ["MPLBACKEND"] = "Agg"
    os.environ[_MARK] = "1"


_MARK = "TF1_UPDATES_SAVES_FIGURES"


def save_what_is_shown(stem):
    """Put a function that saves in the place of `matplotlib.pyplot.show`, once it is imported.

    Args:
        stem: what the files' names start with.
    """
    pyplot = sys.modules.get("matplotlib.pyplot")
    if _MARK not in os.environ or not hasattr(pyplot, "show") or hasattr(pyplot.show, "saved"):
        return
    saved = []

    def show(*_, **__):
        for number in pyplot.get_fignums():
            content = io.BytesIO()
            pyplot.figure(number).savefig(content, format="png")
            saved.append("{}_figure_{}.png".format(stem, len(saved) + 1))
            write_atomically(saved[-1], content.getvalue())
            print("tf1-updates: no display; saved {}".format(saved[-1]), file=sys.stderr)
        pyplot.close("all")

    show.saved = saved
    pyplot.show = show
    if "pylab" in sys.modules:
        sys.modules["pylab"].show = show
