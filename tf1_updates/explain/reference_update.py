"""The reference's update as one op, for ablations that add one thing to the run it is run in."""

import tensorflow.compat.v1 as tf

from tf1_updates.approaches import REFERENCE
from tf1_updates.gradients import gradient_pairs
from tf1_updates.step_counter import count_after, new_step_counter
from tf1_updates.updates import create_slots, new_values


def reference_update(loss, variables, rule):
    """Build, op for op, what `group_assign` runs in each step.

    Args:
        loss, variables, rule: as for every approach, see `tf1_updates.approaches`.

    Returns:
        The op of one update, and the list of variables that it writes weights to.

    >>> from tf1_updates.rules import GradientDescent
    >>> with tf.Graph().as_default(), tf.Session() as session:
    ...     w = tf.get_variable("w", initializer=[1.0, -3.0])
    ...     update, _ = reference_update(0.5 * tf.reduce_sum(w * w), [w], GradientDescent(0.5))
    ...     session.run(tf.global_variables_initializer())
    ...     session.run(update)
    ...     print(session.run(w))
    [ 0.5 -1.5]
    """
    pairs = gradient_pairs(REFERENCE, loss, variables)
    counter = new_step_counter()
    updates = new_values(rule, pairs, create_slots(rule, pairs), counter.value())
    with tf.control_dependencies([new for _, new in updates]):
        writes = [variable.assign(new).op for variable, new in updates]
    return count_after(writes, counter), [variable for _, variable in pairs]


def read_after(update, variables):
    """Return tensors of the weights as they are once the update is done.

    Args:
        update: the op of one update.
        variables: list of `tf.Variable`.
    """
    with tf.control_dependencies([update]):
        return [variable.read_value() for variable in variables]
