"""Q2: gradients, noise, new value and assign built anew at each step, run one by one."""

from tf1_updates.errors import UnsupportedError
from tf1_updates.gradients import gradient_pairs
from tf1_updates.graph_walk import ancestors
from tf1_updates.step_counter import count_after, new_step_counter


def build(loss, variables, rule):
    """Return the question's "super hacky" train step, for gradients that do not meet.

    Its variables are written one after another, so that a later gradient which reads an earlier
    variable sees the new value. That is another update than the rule's, and is refused.

    Args, Returns, Raises: as for every approach, see `tf1_updates.approaches`.

    >>> import tensorflow.compat.v1 as tf
    >>> from tf1_updates.rules import GradientDescent
    >>> with tf.Graph().as_default(), tf.Session() as session:
    ...     w = tf.get_variable("w", initializer=[1.0, -3.0])
    ...     train_step = build(0.5 * tf.reduce_sum(w * w), [w], GradientDescent(0.5))
    ...     session.run(tf.global_variables_initializer())
    ...     train_step(session)
    ...     print(session.run(w))
    [ 0.5 -1.5]
    """
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
    counter = new_step_counter()

    def train_step(session, feed_dict=None):
        with loss.graph.as_default():
            pairs = gradient_pairs("session_run_in_update", loss, variables)
            for grad, variable in pairs:
                new_weights = rule.next_weights(variable, grad, counter.value())
                write = variable.assign(new_weights).op
                if variable is pairs[-1][1]:
                    write = count_after([write], counter)
                session.run(write, feed_dict)

    return train_step
