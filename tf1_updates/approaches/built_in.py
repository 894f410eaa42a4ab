"""The floor: TensorFlow's own `GradientDescentOptimizer`, one fused op per variable.

w <- w - mu*g          another rule; what a step costs at the least
"""

import tensorflow.compat.v1 as tf

from tf1_updates.errors import UnsupportedError
from tf1_updates.gradients import gradient_pairs, listed
from tf1_updates.graph_walk import may_be_memory_of
from tf1_updates.step_counter import count_after, new_step_counter
from tf1_updates.stock_descent import stock_descent


def build(loss, variables, rule):
    """Return a train step of plain gradient descent at the rule's learning rate.

    Takes sparse gradients too. Refuses a gradient that may be the memory of another variable, as
    that of `sum(a*b)` is with reference variables: it would be read while it is written.

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
    for grad, variable in gradient_pairs("built_in", loss, variables, sparse=True):
        shared = None if isinstance(grad, tf.IndexedSlices) else may_be_memory_of(grad, variables)
        if shared is not None and shared is not variable:
            problem = "reads while it writes: the gradient of {!r} may be the memory of {!r}"
            raise UnsupportedError(
                "built_in",
                problem.format(variable.op.name, shared.op.name),
                "use resource variables, or optimizer_subclass",
            )
    return attempt(loss, variables, rule)


def attempt(loss, variables, rule):
    """Return the stock train step even where its writes race with its reads."""
    variables = listed(variables)
    counter = new_step_counter()
    optimizer = stock_descent("built_in", rule, variables, counter.value())
    pairs = gradient_pairs("built_in", loss, variables, optimizer, sparse=True)
    train_op = count_after([optimizer.apply_gradients(pairs)], counter)

    def train_step(session, feed_dict=None):
        session.run(train_op, feed_dict)

    return train_step
