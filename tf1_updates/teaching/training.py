"""Trains a problem with an optimizer, from its start or from a checkpoint, and may leave one."""

import tensorflow.compat.v1 as tf


def train(optimizer, problem, numbers, save_to=None, start_from=None):
    """Return the weights after the steps of the given numbers.

    Args:
        optimizer: a `tf.train.Optimizer`.
        problem: the `Problem`.
        numbers: numbers of the steps, in order: they choose the batches.
        save_to: path of a checkpoint to write at the end, or `None`.
        start_from: path of a checkpoint to begin with, or `None` for the problem's start.

    Returns:
        A list of arrays, one for each variable of the problem.

    >>> from tf1_updates.optimizer import RuleOptimizer
    >>> from tf1_updates.problems import Quadratic
    >>> from tf1_updates.rules import GradientDescent
    >>> weights = train(RuleOptimizer(GradientDescent(0.1)), Quadratic(), range(3))
    >>> [array.shape for array in weights]
    [(6,), (2, 3)]
    """
    with tf.Graph().as_default(), tf.Session() as session:
        model = problem.build()
        train_op = optimizer.minimize(model.loss)
        saver = tf.train.Saver()
        if start_from is None:
            session.run(tf.global_variables_initializer())
        else:
            saver.restore(session, start_from)
        for number in numbers:
            session.run(train_op, model.feed(number))
        if save_to is not None:
            saver.save(session, save_to, write_meta_graph=False)
        return session.run(model.variables)
