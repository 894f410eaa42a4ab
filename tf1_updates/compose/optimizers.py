"""Trials that ask for a whole optimizer: its sparse updates, and that it can be wrapped."""

import threading

import numpy as np
import tensorflow.compat.v1 as tf

from tf1_updates.compose.training import WrongWeights, check_weights

ROW, LOOKED_UP, SPARSE_GRADIENT, SPARSE_RATE = 19.5, [1, 1, 3], -10.0, 0.1
BEFORE, GRADIENT, RATE, STEPS = 1.0, 3.0, 1.0, 3


class NoOptimizer(Exception):
    """There is nothing to wrap."""


def sparse(subject, bench):
    """Look up rows 1, 1 and 3 of four: row 1 moves twice as far as row 3, no other bit changes.

    19.5 + 0.1*20 = 21.5 and 19.5 + 0.1*10 = 20.5, which on a circle of 20 are 1.5 and 0.5.
    """
    with tf.Graph().as_default(), tf.Session() as session:
        rows = tf.get_variable("rows", initializer=np.full([4, 2], ROW, np.float32))
        indices = tf.placeholder(tf.int32, [None])
        loss = SPARSE_GRADIENT * tf.reduce_sum(tf.nn.embedding_lookup(rows, indices))
        train_step = subject.build(loss, [rows], subject.rule(SPARSE_RATE))
        session.run(tf.global_variables_initializer())
        train_step(session, {indices: LOOKED_UP})
        found = session.run(rows)
    right = np.full([4, 2], ROW)
    np.subtract.at(right, LOOKED_UP, SPARSE_RATE * SPARSE_GRADIENT)
    if subject.bound is not None:
        right = np.mod(right, subject.bound)
    check_weights({"rows": found}, {"rows": right}, subject.bound)
    untouched = found[[0, 2]]
    if untouched.tobytes() != np.full_like(untouched, ROW).tobytes():
        raise WrongWeights("rows that were not looked up changed")


def sync_replicas(subject, bench):
    """Wrap the approach in `SyncReplicasOptimizer`: w goes 1, 18, 15, 12 on a circle of 20.

    It needs a global step and its own session hook, without which the first step waits for ever.
    """
    if subject.optimizer is None:
        raise NoOptimizer("is no tf.train.Optimizer, which is all that can be wrapped")
    target = bench.server_target()
    with tf.Graph().as_default():
        w = tf.get_variable("w", initializer=np.float32(BEFORE))
        factor = tf.placeholder(tf.float32, [])
        replicas = tf.train.SyncReplicasOptimizer(
            subject.optimizer(subject.rule(RATE)), replicas_to_aggregate=1, total_num_replicas=1
        )
        step = tf.train.get_or_create_global_step()
        train_op = replicas.minimize(factor * w, global_step=step)
        # Without tokens to begin with, a step returns only once its update is done.
        hook = replicas.make_session_run_hook(is_chief=True, num_tokens=0)
        try:
            with tf.train.MonitoredTrainingSession(
                master=target, hooks=[hook], stop_grace_period_secs=3, log_step_count_steps=None
            ) as session:
                for number in range(1, STEPS + 1):
                    session.run(train_op, {factor: GRADIENT})
                    right = BEFORE - number * RATE * GRADIENT
                    if subject.bound is not None:
                        right = np.mod(right, subject.bound)
                    found = np.asarray(session.run(w))
                    check_weights({"w": found}, {"w": np.asarray(right)}, subject.bound)
        finally:
            _join_queue_runners()


def _join_queue_runners():
    """Wait for the threads that outlive the session by a moment, and complain about its end."""
    for thread in threading.enumerate():
        if thread.name.startswith("QueueRunnerThread"):
            thread.join(5)
