"""The kinds of saved result that `tf1-updates show` can show, told apart by their schema."""

import functools
import importlib
import json
from typing import NamedTuple, Optional

import tf1_updates.timing.document as comparison

# What is allowed, said of a file that is of no kind which can be shown.
OTHER = (
    "what `compare`, `explain`, `sweep` or the ladder saved (`tf1-updates compose --from FILE` "
    "shows what `compose` saved)"
)


class SavedKind(NamedTuple):
    """What is needed to show a saved result: its module of words, and that of its figure.

    Attributes:
        read: function from a path to the checked document.
        text, words, figure: modules of `tf1_updates.reports` with its `render`, its
            `render_markdown` and its `save_figure`.
        name: what stands in the marks of a file that it is put into.
        section: the module whose `render_markdown` is put between them, where it is another one.
    """

    read: object
    text: str
    words: str
    figure: str
    name: str
    section: Optional[str] = None

    @property
    def marks(self):
        """The two lines that its Markdown is put between."""
        mark = "<!-- {}: {} -->".format
        return mark(self.name, "begin"), mark(self.name, "end")

    def between_marks(self, document):
        """Return the Markdown that is put between the marks."""
        return self.report(self.section or self.words).render_markdown(document)

    def report(self, module):
        """Import one of the modules."""
        return importlib.import_module("tf1_updates.reports." + module)


LADDER = SavedKind(comparison.read, "table", "ladder_table", "plots", "ladder")


def _sweep(content):
    """The fields of a sweep's kind. One that has a single point, which no cache holds, is there for
    the memory's speed: of it, the table of that is put into files, with noise or without."""
    fields = ("sweep_text", "sweep_text", "sweep_plot")
    try:
        from tf1_updates.sweep.memory_speed import memory_point

        (point,) = content["points"]
        if memory_point(content) is point:
            name = "memory_speed_noise" if point.get("normals_alone") else "memory_speed"
            return fields + (name, "sweep_memory")
    except (LookupError, TypeError, ValueError, AttributeError):  # which `read` will refuse
        pass
    return fields + ("sweep",)


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

        return SavedKind(read, *_sweep(content))
    if schema == "ladder":
        return LADDER
    read = comparison.read
    if schema != "compare":  # so that the refusal says what else can be shown
        read = functools.partial(read, allowed=OTHER)
    return SavedKind(read, "table", "markdown", "plots", "comparison")
