"""Approaches that are broken on purpose, each for one feature, so that no trial cannot fail."""

import tensorflow.compat.v1 as tf

from tf1_updates.compose.subjects import Subject
from tf1_updates.step_counter import count_after, new_step_counter


def pairs_of(loss, variables):
    return list(zip(tf.gradients(loss, variables), variables))


def runs(train_op):
    return lambda session, feed_dict=None: session.run(train_op, feed_dict)


def group(loss, variables, rule, at=lambda step: step, gradient=lambda grad: grad):
    """The right way, with a change of the step or of the gradient that a test asks for."""
    counter = new_step_counter()
    step = at(counter.value())
    pairs = pairs_of(loss, variables)
    new = [rule.at(step).next_weights(v, gradient(g), step) for g, v in pairs]
    with tf.control_dependencies(new):
        writes = [v.assign(value).op for (_, v), value in zip(pairs, new)]
    return runs(count_after(writes, counter))


def does_nothing(loss, variables, rule):
    new_step_counter()
    return lambda session, feed_dict=None: None


def forgets_the_wrap(loss, variables, rule):
    rule.project = lambda moved: moved
    return group(loss, variables, rule)


def keeps_its_step_in_python(loss, variables, rule):
    step = tf.placeholder(tf.int64, [])
    pairs = pairs_of(loss, variables)
    new = [rule.at(step).next_weights(variable, grad, step) for grad, variable in pairs]
    with tf.control_dependencies(new):
        train_op = tf.group(*[v.assign(value).op for (_, v), value in zip(pairs, new)])
    done = [0]

    def train_step(session, feed_dict=None):
        session.run(train_op, {**feed_dict, step: done[0]})
        done[0] += 1

    return train_step


def adds_an_op(loss, variables, rule):
    right = group(loss, variables, rule)

    def train_step(session, feed_dict=None):
        with loss.graph.as_default():
            tf.constant(1.0)
        right(session, feed_dict)

    return train_step


def sums_no_duplicates(loss, variables, rule):
    (grad, rows) = pairs_of(loss, variables)[0]
    before = tf.gather(rows, grad.indices)
    moved = rule.project(rule.move(before, grad.values, 0, "rows"))
    return runs(tf.scatter_update(rows, grad.indices, moved))


def touches_every_row(loss, variables, rule):
    (grad, rows) = pairs_of(loss, variables)[0]
    dense = tf.convert_to_tensor(grad) + 1e-5  # far below what counts as rounding
    return runs(rows.assign(rule.next_weights(rows, dense, 0)))


def computes_in_float32(loss, variables, rule):
    pairs = [(tf.cast(grad, tf.float32), variable) for grad, variable in pairs_of(loss, variables)]
    return runs(tf.group(*[v.assign(tf.cast(v, tf.float32) - 0.25 * g) for g, v in pairs]))


def steps_too_small_for_float16(loss, variables, rule):
    return group(loss, variables, rule, gradient=lambda grad: grad * 1e-3)


def writes_references_only(loss, variables, rule):
    group(loss, variables, rule)
    for variable in variables:
        tf.raw_ops.Assign(ref=variable.op.outputs[0], value=variable)
    return group(loss, variables, rule)


def writes_resources_only(loss, variables, rule):
    for variable in variables:
        tf.raw_ops.AssignVariableOp(resource=variable.handle, value=variable)
    return group(loss, variables, rule)


def is_a_step_ahead(loss, variables, rule):
    return group(loss, variables, rule, at=lambda step: step + 1)


def stays_at_step_0(loss, variables, rule):
    return group(loss, variables, rule, at=tf.zeros_like)


def opens_a_session_of_its_own(loss, variables, rule):
    right = group(loss, variables, rule)

    def train_step(session, feed_dict=None):
        with tf.Session(graph=loss.graph) as own:
            right(own, feed_dict)

    return train_step


def trains_the_first_slice_only(loss, variables, rule):
    return group(loss, [variables[0], variables[-1]], rule)


class StillOptimizer(tf.train.GradientDescentOptimizer):
    """Leaves every variable where it is."""

    def __init__(self, rule):
        super().__init__(0.0)


def broken(build, optimizer=None):
    """Return a subject that claims the thread's rule."""
    return Subject(getattr(build, "__name__", "broken"), build, optimizer=optimizer)
