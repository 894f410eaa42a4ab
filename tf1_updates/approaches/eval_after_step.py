"""Q3: run a prebuilt move, then `eval` the weights, their projection and a new assign."""

import tensorflow.compat.v1 as tf

from tf1_updates.gradients import gradient_pairs
from tf1_updates.step_counter import count_after, new_step_counter
from tf1_updates.updates import create_slots, new_values


def build(loss, variables, rule):
    """Return a train step that adds ops to the graph each time it is called.

    The values are right and the cost is not. Each call builds a projection and an assign, with the
    weights baked in as a constant; TensorFlow prepares the grown graph anew before it runs them.

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
    pairs = gradient_pairs("eval_after_step", loss, variables)
    counter = new_step_counter()
    updates = new_values(rule, pairs, create_slots(rule, pairs), counter.value(), project=False)
    with tf.control_dependencies([new for _, new in updates]):
        writes = [variable.assign(new).op for variable, new in updates]
    move_op = count_after(writes, counter)

    def train_step(session, feed_dict=None):
        session.run(move_op, feed_dict)
        with loss.graph.as_default():
            for _, variable in pairs:
                variable.eval(session=session)  # looked at and thrown away, as in the question
                projected = rule.project(tf.convert_to_tensor(variable)).eval(session=session)
                variable.assign(projected).eval(session=session)

    return train_step
