"""The round trips of Q3 with every op built once: what is left of the slowdown without growth."""

import tensorflow.compat.v1 as tf

from tf1_updates.gradients import gradient_pairs
from tf1_updates.step_counter import count_after, new_step_counter
from tf1_updates.updates import create_slots, new_values


def build(loss, variables, rule):
    """Return a train step that calls the session as often as `eval_after_step`, and adds no op.

    The new weights come back through a placeholder, where `eval_after_step` bakes a constant.

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
    pairs = gradient_pairs("prebuilt_session_run", loss, variables)
    counter = new_step_counter()
    updates = new_values(rule, pairs, create_slots(rule, pairs), counter.value(), project=False)
    with tf.control_dependencies([new for _, new in updates]):
        writes = [variable.assign(new).op for variable, new in updates]
    move_op = count_after(writes, counter)
    round_trips = []
    for _, variable in pairs:
        projected = rule.project(tf.convert_to_tensor(variable))
        fed = tf.placeholder(variable.dtype.base_dtype, variable.shape)
        round_trips.append((variable, projected, fed, tf.identity(variable.assign(fed))))

    def train_step(session, feed_dict=None):
        session.run(move_op, feed_dict)
        for variable, projected, fed, assigned in round_trips:
            session.run(variable)
            session.run(assigned, {fed: session.run(projected)})

    return train_step
