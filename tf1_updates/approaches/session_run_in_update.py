"""Q2: gradients, noise, new value and assign built anew at each step, run one by one."""

import tensorflow.compat.v1 as tf

from tf1_updates.errors import UnsupportedError
from tf1_updates.gradients import gradient_pairs, listed
from tf1_updates.graph_walk import ancestors
from tf1_updates.step_counter import count_after, new_step_counter
from tf1_updates.updates import create_slots, new_values


def build(loss, variables, rule):
    """Return the question's "super hacky" train step, for gradients that do not meet.

    Its variables are written one after another, so that a later gradient which reads an earlier
    variable sees the new value. That is another update than the rule's, and is refused.

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
    variables = listed(variables)
    pairs = gradient_pairs("session_run_in_update", loss, variables)
    for position, (grad, variable) in enumerate(pairs):
        read = ancestors([grad])
        for _, earlier in pairs[:position]:
            if earlier.op in read:
                problem = "writes one by one: the gradient of {!r} would see the new {!r}"
                raise UnsupportedError(
                    "session_run_in_update",
                    problem.format(variable.op.name, earlier.op.name),
                    "use group_assign, which computes every new value first",
                )
    return attempt(loss, variables, rule)


def attempt(loss, variables, rule):
    """Return the train step even where a later gradient sees an earlier variable's new value."""
    variables = listed(variables)
    counter = new_step_counter()
    slots = create_slots(rule, gradient_pairs("session_run_in_update", loss, variables))

    def train_step(session, feed_dict=None):
        with loss.graph.as_default():
            pairs = gradient_pairs("session_run_in_update", loss, variables)
            for pair, own_slots in zip(pairs, slots):
                updates = new_values(rule, [pair], [own_slots], counter.value())
                with tf.control_dependencies([new for _, new in updates]):
                    writes = [variable.assign(new).op for variable, new in updates]
                if pair is pairs[-1]:
                    writes = [count_after(writes, counter)]
                session.run(writes, feed_dict)

    return train_step
