"""The kinds of saved result that `tf1-updates show` can show, told apart by their schema."""

import importlib
import json
from typing import NamedTuple

import tf1_updates.timing.document as comparison


class SavedKind(NamedTuple):
    """What is needed to show a saved result: its module of words, and that of its figure.

    Attributes:
        read: function from a path to the checked document.
        text, words, figure: modules of `tf1_updates.reports` with its `render`, its
            `render_markdown` and its `save_figure`.
        name: what stands in the marks of a file that it is put into.
    """

    read: object
    text: str
    words: str
    figure: str
    name: str

    @property
    def marks(self):
        """The two lines that its Markdown is put between."""
        mark = "<!-- {}: {} -->".format
        return mark(self.name, "begin"), mark(self.name, "end")

    def report(self, module):
        """Import one of the modules."""
        return importlib.import_module("tf1_updates.reports." + module)


LADDER = SavedKind(comparison.read, "table", "ladder_table", "plots", "ladder")


def kind_of(path):
    """Return the `SavedKind` of a file; one that is no saved result counts as a comparison.

    Whether the file is whole is for the kind's own `read` to say.

    >>> kind_of("no-such-file.json").name
    'comparison'
    """
    try:
        with open(path, encoding="utf-8") as file:
            content = json.load(file)
        schema = content["schema"].split("/")[1]
        if schema == "compare" and isinstance(content["settings"].get("rungs"), dict):
            schema = "ladder"
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError):
        schema = "compare"
    if schema == "explain":
        from tf1_updates.explain.document import read

        return SavedKind(read, "explain_text", "explain_text", "explain_plot", "explain")
    if schema == "sweep":
        from tf1_updates.sweep.document import read

        return SavedKind(read, "sweep_text", "sweep_text", "sweep_plot", "sweep")
    if schema == "ladder":
        return LADDER
    return SavedKind(comparison.read, "table", "markdown", "plots", "comparison")
