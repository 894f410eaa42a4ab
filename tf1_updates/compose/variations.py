"""Trials that train the small problem with one thing changed: session, variables or rate."""

import tensorflow.compat.v1 as tf

from tf1_updates.compose.training import RATE, Training, check_weights, right_weights

STEPS = 4

# Each schedule as TensorFlow has it, and by hand.
SCHEDULES = (
    (
        lambda step: tf.train.exponential_decay(0.25, step, 2, 0.5),
        lambda step: 0.25 * 0.5 ** (step / 2),
    ),
    (
        lambda step: tf.train.exponential_decay(0.25, step, 2, 0.5, staircase=True),
        lambda step: 0.25 * 0.5 ** (step // 2),
    ),
    (
        # Up to and with step 1 the first, up to and with step 2 the second.
        lambda step: tf.train.piecewise_constant(step, [1, 2], [0.25, 0.5, 0.125]),
        lambda step: [0.25, 0.25, 0.5, 0.125][step],
    ),
    (
        lambda step: tf.train.polynomial_decay(0.25, step, 3, 0.0625),
        lambda step: 0.0625 + (0.25 - 0.0625) * (1 - step / 3),
    ),
)


def finalize(subject, bench):
    """Train after `graph.finalize()`, which makes each op that a step builds an error."""
    training = Training(subject, subject.rule(RATE))
    training.graph.finalize()
    _train_and_check(subject, training)


def grpc(subject, bench):
    """Train in a session of a server, which holds the variables."""
    _train_and_check(subject, Training(subject, subject.rule(RATE)), target=bench.server_target())


def float16(subject, bench):
    """Train float16 variables; a weight may be off by a few units in the last place of 20."""
    training = Training(subject, subject.rule(RATE), dtype=tf.float16)
    # From 16 to 32, float16 has a number every 1/64.
    _train_and_check(subject, training, tolerance=2 / 64)


def resource(subject, bench):
    """Train variables of both kinds; the reason for a no names the kind that fails."""
    for kind, use_resource in (("resource", True), ("reference", False)):
        try:
            training = Training(subject, subject.rule(RATE), use_resource=use_resource)
            _train_and_check(subject, training)
        except Exception as problem:
            problem.variable_kind = kind  # which the reason then begins with
            raise


def partitioned(subject, bench):
    """Train a variable in two slices, each a variable of its own for the approach."""
    partitioner = tf.fixed_size_partitioner(2)
    _train_and_check(subject, Training(subject, subject.rule(RATE), partitioner=partitioner))


def schedule(subject, bench):
    """Train by each schedule; the rate of a step is that of its number, counted from 0."""
    for in_tensorflow, by_hand in SCHEDULES:
        _train_and_check(subject, Training(subject, subject.rule(in_tensorflow)), rate=by_hand)


def _train_and_check(subject, training, target="", rate=lambda step: RATE, tolerance=1e-4):
    with tf.Session(target, graph=training.graph) as session:
        session.run(training.initialise)
        training.steps(session, STEPS)
        found = training.weights(session)
    right = right_weights(subject.bound, STEPS, rate)
    check_weights(found, right, subject.bound, tolerance)
