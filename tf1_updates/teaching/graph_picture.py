"""Draws the ops of a graph as points, from what is read on the left to what is written last."""

from collections import Counter

# Kinds of op that a reader of the picture looks for: the variable, and what writes it.
_VARIABLES = frozenset(["Variable", "VariableV2", "VarHandleOp"])
_WRITES = frozenset(["Assign", "AssignAdd", "AssignVariableOp", "AssignAddVariableOp"])


def op_counts(graph):
    """Return how many ops of each type a graph has, the most frequent first.

    >>> import tensorflow.compat.v1 as tf
    >>> with tf.Graph().as_default() as graph:
    ...     total = tf.constant(1.0) + tf.constant(2.0)
    >>> op_counts(graph)
    [('Const', 2), ('AddV2', 1)]
    """
    return Counter(operation.type for operation in graph.get_operations()).most_common()


def depths(operations):
    """Return a dict from op to how many ops stand in a row before it, control inputs included.

    >>> import tensorflow.compat.v1 as tf
    >>> with tf.Graph().as_default() as graph:
    ...     total = tf.constant(1.0) + tf.constant(2.0)
    >>> sorted(depths(graph.get_operations()).values())
    [0, 0, 1]
    """
    found = {}
    for operation in operations:  # in the order of their making: what an op reads is older
        before = [tensor.op for tensor in operation.inputs] + list(operation.control_inputs)
        found[operation] = 1 + max((found.get(each, -1) for each in before), default=-1)
    return found


def draw_graph(axes, graph, colour, title):
    """Draw every op as a point, every input as a line and every control input as a dotted one.

    Args:
        axes: Matplotlib axes.
        graph: a `tf.Graph`.
        colour: of the ops that are neither variable (circle) nor write (square).
        title: heading; the number of ops is added to it.
    """
    operations = graph.get_operations()
    taken, places = Counter(), {}
    for operation, depth in depths(operations).items():
        places[operation] = (depth, taken[depth])
        taken[depth] += 1
    places = {op: (depth, row - taken[depth] / 2) for op, (depth, row) in places.items()}
    for operation in operations:
        for before, line in [(tensor.op, "-") for tensor in operation.inputs] + [
            (each, ":") for each in operation.control_inputs
        ]:
            (x0, y0), (x1, y1) = places[before], places[operation]
            axes.plot([x0, x1], [y0, y1], line, color="#7A7A7A", linewidth=0.6, alpha=0.7)
    groups = {
        "variable": ("o", 90, "white"),
        "write": ("s", 80, colour),
        "other": (".", 40, colour),
    }
    for group, (marker, size, face) in groups.items():
        points = [place for op, place in places.items() if _group(op) == group]
        if points:
            x, y = zip(*points)
            axes.scatter(x, y, s=size, marker=marker, c=face, edgecolors=colour, zorder=3)
    axes.set_title("{}\n{} ops".format(title, len(operations)), size=14)
    axes.set_xlabel("ops in a row before", size=13)
    axes.set_yticks([])


def _group(operation):
    if operation.type in _VARIABLES:
        return "variable"
    return "write" if operation.type in _WRITES else "other"
