"""The title's answer: any rule is "gradient-descent-like" if the gradient is rewritten.

w <- w - 1.0 * (w - rule(w, g))
"""

import tensorflow.compat.v1 as tf

from tf1_updates.gradients import gradient_pairs
from tf1_updates.step_counter import count_after, new_step_counter
from tf1_updates.updates import create_slots, new_values


def build(loss, variables, rule):
    """Return a train step that feeds `w - rule(w, g)` to `GradientDescentOptimizer(1.0)`.

    Equal on paper, not in float32: both differences round, so that a weight may end a few units in
    the last place away from where the rule put it, and so a hair outside of the rule's domain.

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
    pairs = gradient_pairs("rewritten_gradient", loss, variables)
    counter = new_step_counter()
    updates = new_values(rule, pairs, create_slots(rule, pairs), counter.value())
    rewritten = [(variable - new, variable) for variable, new in updates]
    with tf.control_dependencies([difference for difference, _ in rewritten]):
        applied = tf.train.GradientDescentOptimizer(1.0).apply_gradients(rewritten)
    train_op = count_after([applied], counter)

    def train_step(session, feed_dict=None):
        session.run(train_op, feed_dict)

    return train_step
