"""Single steps that a loop is held against, and digits of which an epoch has few batches."""

import numpy as np
import tensorflow.compat.v1 as tf

from tf1_updates.approaches import APPROACHES
from tf1_updates.problems import SoftmaxDigits


def digits(count=60):
    random = np.random.RandomState(3)
    images = random.uniform(0.0, 1.0, (count, 12)).astype(np.float32)
    one_hot = np.eye(4, dtype=np.float32)[random.randint(0, 4, count)]
    return SoftmaxDigits(images, one_hot, seed=1, batch_size=20)


def as_written():
    """Settings under which TensorFlow runs sums in the order in which they are written.

    It rewrites a sum of three in an order of its own, but not inside a loop.
    """
    config = tf.ConfigProto()
    rewriting = config.graph_options.rewrite_options
    rewriting.arithmetic_optimization = type(rewriting).OFF
    return config


def count_of(session):
    """The step counter's value."""
    (counter,) = [each for each in tf.global_variables() if each.op.name == "step"]
    return int(session.run(counter))


def single_steps(problem, rule, steps, use_resource=None, config=None):
    """The weights after each single step of group_assign, and the count after the last."""
    with tf.Graph().as_default(), tf.Session(config=config) as session:
        model = problem.build(use_resource)
        train_step = APPROACHES["group_assign"].build(model.loss, model.variables, rule)
        session.run(tf.global_variables_initializer())
        found = []
        for number in range(steps):
            train_step(session, model.feed(number))
            found.append(session.run(model.variables))
        return found, count_of(session)
