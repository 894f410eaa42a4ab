"""A2c: as `group_assign`, with the gradients from a stock optimizer's `compute_gradients`."""

import tensorflow.compat.v1 as tf

from tf1_updates.gradients import gradient_pairs
from tf1_updates.step_counter import count_after, new_step_counter
from tf1_updates.updates import create_slots, new_values


def build(loss, variables, rule):
    """Return a train step that runs one group of assigns, built once.

    Any stock optimizer will do, since its rate plays no part in the gradients. Its own gate covers
    the gradients only; the writes still need the one below.

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
    stock = tf.train.GradientDescentOptimizer(learning_rate=1.0)
    pairs = gradient_pairs("group_assign_from_optimizer", loss, variables, stock)
    counter = new_step_counter()
    updates = new_values(rule, pairs, create_slots(rule, pairs), counter.value())
    with tf.control_dependencies([new for _, new in updates]):
        writes = [variable.assign(new).op for variable, new in updates]
    train_op = count_after(writes, counter)

    def train_step(session, feed_dict=None):
        session.run(train_op, feed_dict)

    return train_step
