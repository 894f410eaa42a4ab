"""Trials of checkpoints: a run that is stopped, saved and continued elsewhere."""

import os

import tensorflow.compat.v1 as tf

from tf1_updates.compose.training import Training, V, W, WrongWeights, check_weights, right_weights

STEPS, STOP_AFTER = 5, 2


def saver(subject, bench):
    """Save after two steps; restore in a new graph and session; end in the same bytes.

    The rule has noise and a falling rate, both functions of the step, so that a step which is not
    saved shows.
    """
    checkpoint = os.path.join(bench.folder(), "model")
    whole = run(subject, STEPS)
    run(subject, STOP_AFTER, save=checkpoint)
    resumed = run(subject, STEPS - STOP_AFTER, restore=checkpoint)
    check_weights(whole, _right(subject), subject.bound)
    _check_same_bytes(resumed, whole)


def monitored(subject, bench):
    """Train in a monitored session, which finalizes its graph; then stop one and continue it."""
    folder = bench.folder()
    whole = _run_monitored(subject, STEPS)
    _run_monitored(subject, STOP_AFTER, folder)
    resumed = _run_monitored(subject, STEPS - STOP_AFTER, folder)
    check_weights(whole, _right(subject), subject.bound)
    _check_same_bytes(resumed, whole)


def run(subject, steps, restore=None, save=None):
    """Train for some steps in a graph and session of their own; return the weights.

    Args:
        subject: the `Subject`.
        steps: how many.
        restore: path of a checkpoint to begin with, or `None` to begin anew.
        save: path of the checkpoint to end with, or `None`.
    """
    training = Training(subject, _rule(subject))
    with tf.Session(graph=training.graph) as session:
        if restore:
            training.saver.restore(session, restore)
        else:
            session.run(training.initialise)
        training.steps(session, steps)
        if save:
            training.saver.save(session, save, write_meta_graph=False)
        return training.weights(session)


def _run_monitored(subject, steps, folder=None):
    training = Training(subject, _rule(subject))
    with training.graph.as_default():
        with tf.train.MonitoredTrainingSession(
            checkpoint_dir=folder,
            save_summaries_steps=None,
            save_summaries_secs=None,
            log_step_count_steps=None,
            stop_grace_period_secs=3,
        ) as session:
            training.steps(session, steps)
            return training.weights(session)


def _rate(step):
    return tf.train.exponential_decay(0.25, step, 2, 0.5)


def _rule(subject):
    return subject.rule(_rate, noise_stddev=0.5)


def _right(subject):
    noise = None if subject.is_plain else _noise_of(_rule(subject))
    return right_weights(subject.bound, STEPS, lambda step: 0.25 * 0.5 ** (step / 2), noise)


def _noise_of(rule):
    """Return a function from the step's number to the rule's noise, drawn in a graph of its own."""
    with tf.Graph().as_default(), tf.Session() as session:
        step = tf.placeholder(tf.int64, [])
        # From weights of 0 and by a gradient of 0, a move is its noise.
        zeros = [(tf.zeros(W.shape), "w"), (tf.zeros(V.shape), "v")]
        noise = [rule.move(zero, zero, step, name) for zero, name in zeros]
        drawn = [session.run(noise, {step: number}) for number in range(STEPS)]
    return lambda number: drawn[number]


def _check_same_bytes(resumed, whole):
    for name in sorted(whole):
        if resumed[name].tobytes() != whole[name].tobytes():
            raise WrongWeights("continued, {} ends elsewhere than uninterrupted".format(name))
