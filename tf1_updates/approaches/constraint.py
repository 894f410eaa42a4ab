"""A stock optimizer moves; the variable's `constraint=` projects, in the same run."""

import tensorflow.compat.v1 as tf

from tf1_updates.gradients import gradient_pairs
from tf1_updates.step_counter import count_after, new_step_counter
from tf1_updates.updates import create_slots, new_values
from tf1_updates.variable_constraint import constraints_set


def build(loss, variables, rule):
    """Return a train step whose optimizer applies `rule.project` as the variables' constraint.

    In one's own code the constraint is given when the variable is created:
    `tf.get_variable("w", [784, 10], constraint=rule.project)`. Here the variables exist already, so
    they are lent it while the update is built. The move goes in as a rewritten gradient,
    `w - move(w, g)`, since a stock optimizer has no noise.

    Args, Returns, Raises: as for every approach, see `tf1_updates.approaches`.

    >>> from tf1_updates.rules import GradientDescent
    >>> with tf.Graph().as_default(), tf.Session() as session:
    ...     w = tf.get_variable("w", initializer=[1.0, -3.0])
    ...     train_step = build(0.5 * tf.reduce_sum(w * w), [w], GradientDescent(0.5))
    ...     session.run(tf.global_variables_initializer())
    ...     train_step(session)
    ...     print(session.run(w))
    [ 0.5 -1.5]
    """
    pairs = gradient_pairs("constraint", loss, variables)
    counter = new_step_counter()
    updates = new_values(rule, pairs, create_slots(rule, pairs), counter.value(), project=False)
    moves = [(variable - new, variable) for variable, new in updates]
    with tf.control_dependencies([difference for difference, _ in moves]):
        with constraints_set([variable for _, variable in pairs], rule.project):
            applied = tf.train.GradientDescentOptimizer(1.0).apply_gradients(moves)
    train_op = count_after([applied], counter)

    def train_step(session, feed_dict=None):
        session.run(train_op, feed_dict)

    return train_step
