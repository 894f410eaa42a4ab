"""What each worker of a training runs: the same graph, its own part of each batch.

The workers' gradients of one step are averaged by `tf.train.SyncReplicasOptimizer`, and the
`RuleOptimizer` inside it does one update with the average. The loss is a mean over the batch, so
the average over equal parts is the gradient of the whole batch, but for the order of summation.

A step's batch, its noise and its learning rate are functions of the global step, which is saved in
the same checkpoint as the weights. So a worker that was killed and starts again with the last
checkpoint does the lost steps again as they were, and in the end each step has been done once.
(Several workers start again together, see `training`.)
"""

import tensorflow.compat.v1 as tf

from tf1_updates.cluster.patience import ServerLost, watched
from tf1_updates.errors import InputError
from tf1_updates.optimizer import RuleOptimizer
from tf1_updates.placement import Placement
from tf1_updates.problems.loading import load_digits, problem_on
from tf1_updates.rules import make_rule


def train(target, task, workers, ps, steps, made_from, folder, save_steps, call_seconds):
    """Train as one of several workers until the global step is `steps`.

    Args:
        target: address of the worker's own server.
        task: number of the worker; 0 is the chief, which initialises, restores and saves.
        workers: how many there are.
        ps: how many parameter servers hold the variables.
        steps: how many updates all workers do together.
        made_from: dictionary of `problem`, `data`, `seed` and `rule`, as for `make_training`.
        folder: of the checkpoints.
        save_steps: a checkpoint is written every so many steps.
        call_seconds: how long a call may take, with waiting for the other workers. They ask every
            30 seconds whether the chief is ready, so with several it should be 60 or more.

    Returns:
        A dictionary: `steps`, the global step, and `weights`, by variable name, as lists.

    Raises:
        InputError: a batch that cannot be divided among the workers.
        ServerLost: a call took longer than it may, or no step was done in twice that time.
    """
    placement = Placement(target, "/job:worker/task:{}".format(task), ps)
    config = placement.config(call_seconds)
    config.isolate_session_state = False  # the workers share the variables
    # Other workers may be gone without this one's session being lost.
    config.device_filters.extend(["/job:ps", placement.device])

    def work(beat):
        with tf.Graph().as_default(), placement.scope():
            model, train_op, hooks = make_training(task, workers, **made_from)
            global_step = tf.train.get_global_step()
            with tf.train.MonitoredTrainingSession(
                master=target,
                is_chief=task == 0,
                checkpoint_dir=folder,
                hooks=hooks,
                save_checkpoint_steps=save_steps,
                save_summaries_steps=None,
                save_summaries_secs=None,
                log_step_count_steps=None,
                stop_grace_period_secs=3,
                config=config,
            ) as session:
                done = session.run(global_step)
                while done < steps:
                    beat()
                    session.run(train_op, part_of(model.feed(done), task, workers))
                    done = session.run(global_step)
                weights = session.run({each.op.name: each for each in model.variables})
        weights = {name: values.tolist() for name, values in weights.items()}
        return {"steps": int(done), "weights": weights}

    try:
        return watched(work, 2 * call_seconds)
    except tf.errors.OpError as problem:
        found = "a server of the cluster is gone: {} in a call that may take {:g} seconds"
        raise ServerLost(found.format(type(problem).__name__, call_seconds)) from problem


def make_training(task, workers, problem, data, seed, rule):
    """Build the problem and its train op in the default graph.

    Args:
        task, workers: as for `train`.
        problem, data: names, as on the command line.
        seed: of the problem.
        rule: dictionary of the rule's `name` and its hyper-parameters.

    Returns:
        (model, train op, list of session hooks).
    """
    model = problem_on(load_digits(problem, data), problem, seed).build()
    optimizer, hooks = RuleOptimizer(make_rule(**rule)), []
    if workers > 1:
        optimizer = tf.train.SyncReplicasOptimizer(
            optimizer, replicas_to_aggregate=workers, total_num_replicas=workers
        )
        # Without tokens to begin with, a step returns only once its update is done.
        hooks = [optimizer.make_session_run_hook(is_chief=task == 0, num_tokens=0)]
    global_step = tf.train.get_or_create_global_step()
    return model, optimizer.minimize(model.loss, global_step), hooks


def part_of(feed, task, workers):
    """Return a worker's part of a step's feed: every so manieth row.

    Args:
        feed: dictionary from placeholder to array, whose rows are the batch.
        task, workers: as for `train`.

    Raises:
        InputError: the parts would not be of one size, and their average not the whole's gradient.

    >>> import numpy as np
    >>> part_of({"images": np.arange(6)}, task=1, workers=2)
    {'images': array([1, 3, 5])}
    """
    for batch in feed.values():
        if workers > 1 and (batch.ndim == 0 or len(batch) % workers):
            allowed = "a number that divides the batch of {}".format(batch.shape)
            raise InputError("workers", workers, allowed)
    if workers == 1:
        return feed
    return {placeholder: batch[task::workers] for placeholder, batch in feed.items()}
