"""A program of the tests: trains on a cluster in a network of its own, and prints what came out.

It is a process of its own, since a process that has TensorFlow loaded or threads running is not
put into another network. What happens to the servers is said by its first argument.
"""

import json
import os
import sys
import tempfile
import time

from tf1_updates.cluster import private_network
from tf1_updates.cluster.shape import parse_shape

SEED = 5
RULE = {"name": "wrapped_noisy_descent", "learning_rate": 0.1, "bound": 20.0, "noise_stddev": 0.1}
MADE_FROM = {"problem": "softmax_digits", "data": "bundled", "seed": SEED, "rule": RULE}
SYNC_STEPS, KILLED_STEPS, SAVE_STEPS = 20, 300, 5
# A worker that is not the chief asks every 30 seconds whether the chief is ready.
CALL_SECONDS, SYNC_CALL_SECONDS = 20.0, 90.0


def training(shape, steps, folder):
    from tf1_updates.cluster.training import Training

    return Training(
        parse_shape(shape),
        steps=steps,
        made_from=MADE_FROM,
        folder=folder,
        save_steps=SAVE_STEPS,
        call_seconds=SYNC_CALL_SECONDS if "2workers" in shape else CALL_SECONDS,
    )


def wait_for_step(folder, step, seconds=120):
    """Wait until a checkpoint of that step or a later one is whole; return its step."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        saved = [name for name in os.listdir(folder) if name.endswith(".index")]
        steps = [int(name.split("-")[1].split(".")[0]) for name in saved]
        if max(steps, default=0) >= step:
            return max(steps)
        time.sleep(0.02)
    raise AssertionError("no checkpoint of step {}".format(step))


def sync(folder):
    from tf1_updates.cluster.training import results

    with training("1ps,2workers", SYNC_STEPS, folder).running() as started:
        return {"results": results(started, 240)}


def killed_worker(folder):
    work = training("1ps,1worker", KILLED_STEPS, folder)
    with work.running() as started:
        return kill_and_go_on(work, started, "worker 0", folder)


def killed_of_two(folder):
    work = training("1ps,2workers", KILLED_STEPS, folder)
    with work.running() as started:
        return kill_and_go_on(work, started, "worker 1", folder)


def killed_chief_of_two(folder):
    work = training("1ps,2workers", KILLED_STEPS, folder)
    with work.running() as started:
        return kill_and_go_on(work, started, "worker 0", folder)


def kill_and_go_on(work, started, name, folder):
    from tf1_updates.cluster.training import results

    killed_after = wait_for_step(folder, 3 * SAVE_STEPS)
    next(server for server in started if server.name == name).kill()
    before = [server.process_id for server in started]
    work.start_again(started)
    kept = [was == server.process_id for was, server in zip(before, started)]
    return {"killed_after": killed_after, "kept": kept, "results": results(started, 240)}


def killed_ps(folder):
    from tf1_updates.cluster.training import results

    begin = None
    try:
        with training("1ps,1worker", 10**6, folder).running() as started:
            wait_for_step(folder, SAVE_STEPS)
            started[0].kill()
            begin = time.monotonic()
            try:
                results(started, 6 * CALL_SECONDS)
            except Exception as problem:
                said = str(problem)
                raise
    except Exception as problem:
        return {"worker": said, "refusal": str(problem), "seconds": time.monotonic() - begin}


if __name__ == "__main__":
    private_network.enter()
    with tempfile.TemporaryDirectory() as folder:
        outcome = globals()[sys.argv[1]](folder)
    print(json.dumps(outcome))
