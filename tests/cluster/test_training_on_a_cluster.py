"""Training on real server processes: joint batches, a killed worker, a killed parameter server."""

import json
import pathlib
import subprocess
import sys

import numpy as np
import pytest
import train_in_a_network as program

pytestmark = [
    pytest.mark.slow,
    pytest.mark.usefixtures("needs_a_network_of_its_own"),
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="network namespaces are Linux"),
]

BOUND = program.RULE["bound"]
EPSILON = 2.0**-23


def outcome_of(what):
    path = pathlib.Path(program.__file__)
    result = subprocess.run(
        [sys.executable, str(path), what],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        timeout=540,
    )
    assert result.returncode == 0, result.stderr.decode()[-2000:]
    return json.loads(result.stdout.decode().splitlines()[-1])


def weights_of_one_process(*steps):
    """The weights after each of these numbers of steps with whole batches, without any server."""
    import tensorflow.compat.v1 as tf

    from tf1_updates.approaches import APPROACHES
    from tf1_updates.problems.loading import load_digits, problem_on
    from tf1_updates.rules import make_rule
    from tf1_updates.session_stepper import SessionStepper

    made = program.MADE_FROM
    digits = load_digits(made["problem"], made["data"])
    problem = problem_on(digits, made["problem"], made["seed"])
    approach = APPROACHES["optimizer_subclass"]
    stepper = SessionStepper(approach, problem, make_rule(**made["rule"]))
    found = []
    with stepper.graph.as_default():
        read = tf.convert_to_tensor(stepper.model.variables[0])
    for number in range(max(steps)):
        stepper.step(stepper.feed(number))
        if number + 1 in steps:
            found.append(stepper.session.run(read))
    stepper.close()
    return found


def on_the_circle(one, other):
    difference = np.abs(np.float64(one) - np.float64(other))
    return np.minimum(difference, BOUND - difference).max()


def test_two_workers_in_step_give_the_weights_of_one_with_the_joint_batch():
    outcome = outcome_of("sync")
    steps = program.SYNC_STEPS
    right, one_more = weights_of_one_process(steps, steps + 1)
    # Each step rounds the average of the gradients and the new weight once more or once less.
    bound = 2 * steps * EPSILON * BOUND
    assert on_the_circle(right, one_more) > 100 * bound  # a step too many would be seen
    assert len(outcome["results"]) == 2
    for result in outcome["results"]:
        assert result["steps"] == steps
        assert on_the_circle(result["weights"]["weights"], right) <= bound


# Of several workers none is kept, nor is the parameter server: it may hold what the lost one sent.
@pytest.mark.parametrize(
    "what, kept",
    [
        ("killed_worker", [True, False]),
        ("killed_of_two", [False] * 3),
        ("killed_chief_of_two", [False] * 3),
    ],
)
def test_a_killed_worker_goes_on_and_does_each_step_once(what, kept):
    outcome = outcome_of(what)
    assert outcome["kept"] == kept
    steps = program.KILLED_STEPS
    assert 0 < outcome["killed_after"] < steps  # in mid-run
    right, one_more = weights_of_one_process(steps, steps + 1)
    bound = 2 * steps * EPSILON * BOUND
    assert on_the_circle(right, one_more) > 10 * bound
    assert len(outcome["results"]) == len(kept) - 1
    for result in outcome["results"]:
        assert result["steps"] == steps
        assert on_the_circle(result["weights"]["weights"], right) <= bound


def test_a_killed_parameter_server_is_an_error_and_no_hang():
    outcome = outcome_of("killed_ps")
    assert "--cluster: the server worker 0 failed with ServerLost" in outcome["worker"]
    assert "a server of the cluster is gone" in outcome["worker"]
    refusal = "--cluster: the server ps 0 ended with SIGKILL in mid-run; run again"
    assert outcome["refusal"] == refusal
