"""Q0 and Q1: map a function over the gradients, then apply them with a stock optimizer.

w <- w - mu * project(g + eps)          what the recipe can say; it never sees w
"""

import tensorflow.compat.v1 as tf

from tf1_updates.errors import UnsupportedError
from tf1_updates.gradients import gradient_pairs, listed
from tf1_updates.rules.base import check_rule
from tf1_updates.step_counter import count_after, new_step_counter
from tf1_updates.stock_descent import stock_descent


def build(loss, variables, rule):
    """Return a train step that processes the gradients, for a rule that needs nothing else.

    Args, Returns, Raises: as for every approach, see `tf1_updates.approaches`; refuses a rule that
    reads the weight, such as the thread's own.

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
    if check_rule(rule).reads_weights or rule.slots:
        (_, variable) = gradient_pairs("process_gradients", loss, variables)[0]
        problem = "cannot see w: {} needs more than the gradient of {!r}"
        if rule.slots:
            problem = "has no memory: {} keeps slots beside {!r}, a processed gradient does not"
        raise UnsupportedError(
            "process_gradients",
            problem.format(type(rule).__name__, variable.op.name),
            "use rewritten_gradient, group_assign or optimizer_subclass",
        )
    return attempt(loss, variables, rule)


def attempt(loss, variables, rule):
    """Return the question's train step (Q1) even for a rule that it gets wrong.

    The function over the gradients is the rule with the gradient in the weight's place: add the
    rule's noise, project. Then the optimizer scales all of that by its rate, and w is not wrapped.
    """
    pairs = gradient_pairs("process_gradients", loss, variables)
    counter = new_step_counter()
    step = counter.value()
    optimizer = stock_descent("process_gradients", rule, [pair[1] for pair in pairs], step)
    processed = [
        (rule.project(grad + _noise_alone(rule, grad, step, variable)), variable)
        for grad, variable in pairs
    ]
    with tf.control_dependencies([grad for grad, _ in processed]):
        applied = optimizer.apply_gradients(processed)
    train_op = count_after([applied], counter)

    def train_step(session, feed_dict=None):
        session.run(train_op, feed_dict)

    return train_step


def _noise_alone(rule, grad, step, variable):
    # What is left of a move without weight, gradient and memory is its noise.
    zeros = tf.zeros_like(grad)
    slots = {name: zeros for name in rule.slots}
    return rule.advance(zeros, zeros, slots, step, variable.op.name)[0]
