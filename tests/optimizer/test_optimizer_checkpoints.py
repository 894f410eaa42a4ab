"""Checkpoints, monitored sessions and synchronous replicas: no step lost, no step twice."""

import subprocess
import sys

import numpy as np
import pytest
import tensorflow.compat.v1 as tf

from tf1_updates.optimizer import RuleOptimizer
from tf1_updates.rules import Momentum, WrappedNoisyDescent

# A run of momentum and noise in a process of its own: build, restore if told so, train, save.
PROGRAM = """
import sys
import numpy as np
import tensorflow.compat.v1 as tf
from tf1_updates.optimizer import RuleOptimizer
from tf1_updates.rules import Momentum, WrappedNoisyDescent

class NoisyMomentum(Momentum):
    def advance(self, weights, gradient, slots, step, name):
        moved, slots = super().advance(weights, gradient, slots, step, name)
        return NOISE.project(NOISE.move(moved, tf.zeros_like(gradient), step, name)), slots

NOISE = WrappedNoisyDescent(0.0, 20, noise_stddev=0.1, seed=5)
restore, save, steps, kind = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4] == "resource"
with tf.Graph().as_default(), tf.Session() as session:
    w = tf.get_variable("w", initializer=np.float32([1.0, -3.0, 19.0]), use_resource=kind)
    v = tf.get_variable("v", initializer=np.float32([[2.0], [5.0]]), use_resource=kind)
    rate = lambda step: tf.train.exponential_decay(0.1, step, 3, 0.5)
    loss = tf.reduce_sum(w * w) * tf.reduce_mean(v)
    train_op = RuleOptimizer(NoisyMomentum(rate, 0.5)).minimize(loss)
    saver = tf.train.Saver()
    if restore:
        saver.restore(session, restore)
    else:
        session.run(tf.global_variables_initializer())
    for _ in range(steps):
        session.run(train_op)
    if save:
        saver.save(session, save, write_meta_graph=False)
    print(b"".join(value.tobytes() for value in session.run([w, v])).hex())
"""


def in_a_process(restore, save, steps, kind):
    line = [sys.executable, "-c", PROGRAM, restore, save, str(steps), kind]
    done = subprocess.run(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert done.returncode == 0, done.stderr.decode()[-2000:]
    return done.stdout.decode().strip()


def test_a_restored_run_continues_to_the_same_bytes_in_a_new_process(tmp_path, use_resource):
    kind = "resource" if use_resource else "reference"
    checkpoint = str(tmp_path / "model")
    uninterrupted = in_a_process("", "", 9, kind)
    halfway = in_a_process("", checkpoint, 4, kind)
    continued = in_a_process(checkpoint, "", 5, kind)
    assert continued == uninterrupted and halfway != uninterrupted


def noisy_descent(use_resource=None):
    w = tf.get_variable("w", initializer=np.float32([1.0, -3.0]), use_resource=use_resource)
    rule = WrappedNoisyDescent(0.1, 20, noise_stddev=0.1, seed=2)
    step = tf.train.get_or_create_global_step()
    return w, step, RuleOptimizer(rule).minimize(0.5 * tf.reduce_sum(w * w), global_step=step)


def monitored(folder, steps):
    """Train in a monitored session (which finalises the graph) until `steps` steps in all."""
    with tf.Graph().as_default():
        w, step, train_op = noisy_descent()
        hooks = [tf.train.StopAtStepHook(last_step=steps)]
        with tf.train.MonitoredTrainingSession(
            checkpoint_dir=folder, hooks=hooks, save_checkpoint_steps=1, save_summaries_steps=None
        ) as session:
            while not session.should_stop():
                _, weights, count = session.run([train_op, w, step])
    with tf.Graph().as_default(), tf.Session() as session:
        w, step, _ = noisy_descent()
        saver = tf.train.Saver()
        saver.restore(session, tf.train.latest_checkpoint(folder))
        return session.run([w, step])


def test_a_monitored_session_resumes_where_its_checkpoint_stopped(tmp_path):
    whole, count = monitored(str(tmp_path / "whole"), 7)
    monitored(str(tmp_path / "parts"), 3)
    parts, count_of_parts = monitored(str(tmp_path / "parts"), 7)
    assert count == count_of_parts == 7
    assert whole.tobytes() == parts.tobytes()


def test_saver_sees_slots_and_step_by_name():
    with tf.Graph().as_default():
        w = tf.get_variable("w", [2])
        optimizer = RuleOptimizer(Momentum(0.1, 0.5), name="Rule")
        optimizer.minimize(tf.reduce_sum(w * w))
        saved = {variable.op.name for variable in tf.global_variables()}
        assert saved == {"w", "w/Rule", "Rule_step"} or saved == {"w", "w/momentum", "Rule_step"}
        assert {variable.op.name for variable in optimizer.variables()} == saved - {"w"}
        assert [variable.op.name for variable in tf.trainable_variables()] == ["w"]
        assert optimizer.get_slot_names() == ["momentum"]


@pytest.fixture
def server():
    """A server for one test, since a server keeps variables by name; it ends with the process."""
    return tf.train.Server.create_local_server()


def test_case_17_synchronous_replicas_around_the_optimizer(server, use_resource):
    with tf.Graph().as_default():
        w = tf.get_variable("w", initializer=np.float32(1.0), use_resource=use_resource)
        step = tf.train.get_or_create_global_step()
        rule = WrappedNoisyDescent(1.0, 20, noise_stddev=0)
        replicas = tf.train.SyncReplicasOptimizer(
            RuleOptimizer(rule), replicas_to_aggregate=1, total_num_replicas=1
        )
        train_op = replicas.minimize(3.0 * w, global_step=step)
        seen = []
        with tf.train.MonitoredTrainingSession(
            master=server.target,
            # Without tokens to start with, a step returns only after its update.
            hooks=[replicas.make_session_run_hook(is_chief=True, num_tokens=0)],
            stop_grace_period_secs=3,
        ) as session:
            for _ in range(3):
                session.run(train_op)
                seen.append((float(session.run(w)), int(session.run(step))))
    assert seen == [(1.0 - 3.0 + 20.0, 1), (18.0 - 3.0, 2), (15.0 - 3.0, 3)]


def test_a_remote_session_gives_the_same_bytes_as_a_local_one(server):
    results = []
    for target in ("", server.target):
        with tf.Graph().as_default(), tf.Session(target) as session:
            w, _, train_op = noisy_descent()
            session.run(tf.global_variables_initializer())
            for _ in range(5):
                session.run(train_op)
            results.append(session.run(w).tobytes())
    assert results[0] == results[1]
