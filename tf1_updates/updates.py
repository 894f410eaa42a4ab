"""What one step writes: the new weights, and the slots that a rule keeps beside them."""

import tensorflow.compat.v1 as tf

from tf1_updates.graph_walk import is_reference
from tf1_updates.rules.base import check_rule


def create_slots(rule, pairs):
    """Create the slots that a rule keeps beside each variable: zeros of its shape and dtype.

    They are variables of the graph, not trained, so that a checkpoint saves them, and they are of
    the same kind (reference or resource) as the variable that they belong to.

    Args:
        rule: a `Rule`; its `slots` are the names.
        pairs: list of (gradient, variable).

    Returns:
        A list, one dict from slot name to `tf.Variable` per pair.

    >>> from tf1_updates.rules import Momentum
    >>> with tf.Graph().as_default():
    ...     w = tf.get_variable("w", [2])
    ...     slots = create_slots(Momentum(0.1, 0.9), [(None, w)])
    >>> slots[0]["momentum"].op.name
    'w/momentum'
    """
    names = check_rule(rule).slots
    return [{name: _zeros_beside(variable, name) for name in names} for _, variable in pairs]


def _zeros_beside(variable, name):
    with tf.get_default_graph().colocate_with(variable.op):
        return tf.Variable(
            tf.zeros(variable.shape, variable.dtype.base_dtype),
            trainable=False,
            name="{}/{}".format(variable.op.name, name),
            use_resource=not is_reference(variable),
        )


def new_values(rule, pairs, slots, step, project=True, weights=None):
    """Return all that one step writes, as `[(variable, new value)]`: weights first, then slots.

    Args:
        rule: the `Rule`.
        pairs: list of (gradient, variable).
        slots: what `create_slots` returned, or the same with tensors for variables.
        step: int64 scalar tensor.
        project: whether the new weights are projected; if not, they are the moved ones.
        weights: list of tensors, the weights of each pair, where the variables do not hold them.

    Returns:
        A list: an entry for each variable, in the order of `pairs`; then one for each slot.
    """
    moved_to, kept, rule = [], [], rule.at(step)
    given = [{}] * len(pairs) if weights is None else [{"weights": held} for held in weights]
    for (grad, variable), own, held in zip(pairs, slots, given):
        moved, new_slots = rule.advance_variable(variable, grad, own, step, **held)
        moved_to.append((variable, rule.projected(moved, variable) if project else moved))
        kept.extend((own[name], new_slots[name]) for name in rule.slots)
    return moved_to + kept
