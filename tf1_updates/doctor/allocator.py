"""What the allocator's settings are worth here: the same steps in child processes, two for each.

A step of `group_assign` on ten million weights writes several arrays of 40 MB. By default each is
asked of the system and given back, which costs more than the arithmetic.
"""

import json
import os
import sys
import time
from statistics import median

from tf1_updates.doctor.child import run

WEIGHTS, STEPS, WARMUP = 10000000, 15, 3
# Below this a difference is within what a machine shows without any.
WORTHWHILE = 1.2

SETTINGS = {
    "default": {},
    "bfc": {"TF_CPU_ALLOCATOR_USE_BFC": "true"},
    "malloc": {"MALLOC_MMAP_MAX_": "0", "MALLOC_TRIM_THRESHOLD_": "-1"},
}


def measure(weights=WEIGHTS, steps=STEPS, run=run):
    """Time the same steps under each of `SETTINGS`, there and back, in a new process each time.

    The less disturbed of the two counts.

    Args:
        weights, steps: how many.
        run: function from a command and an `environment` to a `Child`.

    Returns:
        A dictionary with `seconds` (from a setting to the median step), `weights`, `worthwhile`
        and `error`, which is `None` if all were measured.
    """
    seconds, error = {}, None
    plain = {name: os.environ[name] for name in os.environ if not _is_setting(name)}
    command = [sys.executable, "-m", "tf1_updates.doctor.allocator", str(weights), str(steps)]
    for name in list(SETTINGS) + list(SETTINGS)[::-1]:
        child = run(command, environment=dict(plain, **SETTINGS[name]))
        if child.error is not None:
            error = child.error
            break
        seconds[name] = min(child.answer, seconds.get(name, child.answer))
    return {"weights": weights, "seconds": seconds, "worthwhile": WORTHWHILE, "error": error}


def _is_setting(name):
    return any(name in variables for variables in SETTINGS.values())


def median_step(weights, steps):
    """Return the median seconds of a step of `group_assign` without noise, after a warm-up."""
    import tensorflow.compat.v1 as tf

    from tf1_updates.approaches import group_assign
    from tf1_updates.problems.sized import Sized
    from tf1_updates.rules import WrappedNoisyDescent

    with tf.Graph().as_default(), tf.Session() as session:
        model = Sized(weights).build()
        rule = WrappedNoisyDescent(noise_stddev=0.0)
        train_step = group_assign.build(model.loss, model.variables, rule)
        session.run(tf.global_variables_initializer())
        taken = []
        for _ in range(WARMUP + steps):
            start = time.perf_counter()
            train_step(session)
            taken.append(time.perf_counter() - start)
    return median(taken[WARMUP:])


if __name__ == "__main__":
    print(json.dumps(median_step(int(sys.argv[1]), int(sys.argv[2]))))
