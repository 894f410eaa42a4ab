"""Ours: the whole update fused by XLA into one pass over memory, variables written in place."""

from tf1_updates.compiled_update import check_compilable, compiled_update
from tf1_updates.gradients import gradient_pairs
from tf1_updates.step_counter import count_after, new_step_counter
from tf1_updates.updates import create_slots


def build(loss, variables, rule):
    """Return a train step that runs one compiled update, built once, compiled at its first step.

    The gradients are computed outside, as for every other approach. Refuses reference variables,
    and says so on TensorFlow 1.15, which has no such compilation.

    Args, Returns, Raises: as for every approach, see `tf1_updates.approaches`.

    >>> import tensorflow.compat.v1 as tf
    >>> from tf1_updates.rules import GradientDescent
    >>> with tf.Graph().as_default(), tf.Session() as session:
    ...     w = tf.get_variable("w", initializer=[1.0, -3.0], use_resource=True)
    ...     train_step = build(0.5 * tf.reduce_sum(w * w), [w], GradientDescent(0.5))
    ...     session.run(tf.global_variables_initializer())
    ...     train_step(session)
    ...     print(session.run(w))
    [ 0.5 -1.5]
    """
    pairs = gradient_pairs("compiled", loss, variables)
    check_compilable("compiled", [variable for _, variable in pairs])
    counter = new_step_counter()
    slots = create_slots(rule, pairs)
    update = compiled_update("compiled", rule, pairs, slots, counter.value())
    train_op = count_after([update], counter)

    def train_step(session, feed_dict=None):
        session.run(train_op, feed_dict)

    return train_step
