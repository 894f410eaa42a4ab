"""One look per approach, the same in every figure: a colour, a line style and a marker.

Colour alone does not tell thirteen lines apart, least of all to the colour-blind, so no two looks
share a marker, and two colours that any common colour blindness confuses differ in their line too.
"""

from typing import Any, NamedTuple

_SOLID, _DASHED, _DOTTED, _DASH_DOT = "-", "--", ":", "-."
_LONG_DASHED = (0, (8, 2))
_SPARSELY_DOTTED = (0, (1, 4))


class Look(NamedTuple):
    """How one approach is drawn, in Matplotlib's words."""

    colour: str
    line: Any
    marker: str


# In the order of the ladder. Warm colours cross to the host, cool ones stay in the graph, and the
# reference is black.
LOOKS = {
    "session_run_in_update": Look("#C44E00", _SOLID, "o"),
    "eval_after_step": Look("#D89000", _DASHED, "s"),
    "prebuilt_session_run": Look("#CC79A7", _DASH_DOT, "^"),
    "process_gradients": Look("#7A7A7A", _LONG_DASHED, "X"),
    "constraint": Look("#3F9BD6", _SOLID, "v"),
    "rewritten_gradient": Look("#0A4FA3", _DASHED, "D"),
    "group_assign": Look("#000000", _SOLID, "*"),
    "group_assign_from_optimizer": Look("#000000", _DOTTED, "P"),
    "optimizer_subclass": Look("#0A4FA3", _SOLID, "<"),
    "compiled": Look("#009E73", _DASHED, ">"),
    "in_graph_loop": Look("#009E73", _DOTTED, "h"),
    "built_in": Look("#7A7A7A", _SOLID, "d"),
    # A floor beside the ladder; the other one, NumPy's, is the only line of no approach in grey.
    "normals_alone": Look("#0A4FA3", _SPARSELY_DOTTED, "8"),
}

_UNKNOWN = Look("#7A7A7A", _DASH_DOT, "p")


def look(name):
    """Return the look of an approach; one that is not of this package is drawn in grey.

    >>> look("group_assign").colour
    '#000000'
    """
    return LOOKS.get(name, _UNKNOWN)
