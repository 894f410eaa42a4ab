"""Ours: many steps for one `session.run`, in a `tf.while_loop` with its batches in the graph."""

import tensorflow.compat.v1 as tf

from tf1_updates.compiled_update import check_compilable
from tf1_updates.errors import InputError, UnsupportedError
from tf1_updates.gradients import gradient_pairs, listed
from tf1_updates.graph_walk import ancestors
from tf1_updates.step_counter import new_step_counter
from tf1_updates.train_loop import TrainLoop, loop_of_updates
from tf1_updates.updates import create_slots

NAME = "in_graph_loop"
BATCHES = 1000  # of a problem, kept in its graph
AHEAD = 4  # steps; each of them keeps its batch and its noise in memory


def build(loss, variables, rule):
    """Return a train step of one turn of the loop.

    The loss is there already and cannot be computed anew inside the loop, so that one turn is all
    that it is good for: with the weights as they are, on the batch that is fed. It is here to be
    compared; `build_loop` is what is fast.

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
    pairs = gradient_pairs(NAME, loss, variables)
    gradients = [gradient for gradient, _ in pairs]
    slots, counter, once = create_slots(rule, pairs), new_step_counter(), tf.constant(1, tf.int64)
    train_op, _ = loop_of_updates(rule, pairs, slots, lambda *_: gradients, counter, once)

    def train_step(session, feed_dict=None):
        session.run(train_op, feed_dict)

    return train_step


def build_loop(loss_of, variables, rule, batch_at, compiled=False):
    """Return a train step that does as many updates for one `session.run` as are worth it.

    It takes each batch inside the graph. Schedules, noise and the count of steps are those of as
    many single steps, and so are the weights.

    Args:
        loss_of: function from (weights, batch) to the loss, a scalar tensor. The weights are a list
            of tensors in the order of the variables, and the loss has to be computed from them; the
            batch is what `batch_at` returned.
        variables: list of `tf.Variable`; one that the loss does not depend on is left untouched.
        rule: a `tf1_updates.rules.Rule`.
        batch_at: function from a step's number (int64 scalar tensor) to its batch: a slice of a
            constant, say, or the `get_next()` of a `tf.data` iterator.
        compiled: whether XLA compiles the loop. Then batches come from constants, since XLA has no
            pipelines.

    Returns:
        A `TrainLoop`.

    Raises:
        InputError, UnsupportedError: as for every approach; compiled, also for a run-time assertion
            or a random op of the rule, the loss or the batch, which XLA leaves out or changes.

    >>> from tf1_updates.rules import GradientDescent
    >>> with tf.Graph().as_default(), tf.Session() as session:
    ...     w = tf.get_variable("w", initializer=[8.0])
    ...     bottoms = tf.constant([0.0, 4.0])
    ...     train = build_loop(
    ...         loss_of=lambda weights, bottom: 0.5 * tf.reduce_sum((weights[0] - bottom) ** 2),
    ...         variables=[w],
    ...         rule=GradientDescent(0.5),
    ...         batch_at=lambda step: bottoms[step % 2],
    ...     )
    ...     session.run(tf.global_variables_initializer())
    ...     train(session, steps=2)
    ...     print(session.run(w))
    [4.]
    """
    variables = listed(variables)
    if compiled:
        check_compilable(NAME, variables)
    counter, count = new_step_counter(), tf.placeholder(tf.int64, [])
    # Built once beside the loop, never run: it tells which variables the loss depends on.
    weights = [tf.convert_to_tensor(variable) for variable in variables]
    first = counter.read_value()
    batch = batch_at(first)
    _check_pipeline(batch, batch_at, first, compiled)
    loss = loss_of(weights, batch)
    pairs = gradient_pairs(NAME, loss, variables, weights=weights)
    reached = [variable for _, variable in pairs]
    moved = [n for n, one in enumerate(variables) if any(one is each for each in reached)]

    def gradients_at(now, step):
        all_weights = list(weights)
        for position, held in zip(moved, now):
            all_weights[position] = held
        loss = loss_of(all_weights, batch_at(step))
        return tf.gradients(loss, now)

    slots = create_slots(rule, pairs)
    # Batches of a pipeline must come in order, and random numbers that an op keeps count of, too.
    ahead = 1 if _keep_a_state(loss) else AHEAD
    train_op, most = loop_of_updates(
        rule, pairs, slots, gradients_at, counter, count, compiled, ahead, NAME
    )
    return TrainLoop(train_op, count, most)


def build_on(model, rule, batches=BATCHES):
    """Return the loop of a problem's model, which keeps the first batches in its graph.

    After that many updates they come again from the first one. So the weights are those of single
    steps until then, and afterwards only of steps that are fed the same batches again.
    """
    batch_at = model.batches_in_graph(batches)
    return build_loop(model.loss_of, model.variables, rule, batch_at)


def _check_pipeline(batch, batch_at, step, compiled):
    earlier = _pipeline_ops(batch)
    if earlier and compiled:
        problem = "XLA takes no batch from a tf.data pipeline"
        raise UnsupportedError(NAME, problem, "use a constant, or leave out compiled=True")
    if earlier and earlier & _pipeline_ops(batch_at(step)):
        allowed = "a function that calls get_next() each time, inside the loop"
        raise InputError("batch_at", "one batch, taken before the loop", allowed)


def _pipeline_ops(batch):
    return {op for op in ancestors(tf.nest.flatten(batch)) if op.type.startswith("IteratorGetNext")}


def _keep_a_state(loss):
    variables = ("Variable", "VariableV2", "VarHandleOp", "ReadVariableOp")
    return any(op.op_def.is_stateful and op.type not in variables for op in ancestors([loss]))
