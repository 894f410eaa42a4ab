"""Processes of their own: their steps are recorded as others are, and they never stay behind."""

import os
import signal
import subprocess
import sys
import threading
import time

import psutil
import pytest

from tf1_updates.timing.isolated import isolated
from tf1_updates.timing.measure import measure

FACTORY = "stepper_in_a_process:Stepper"


def timed(arguments, factory=FACTORY, steps=6, block=2, warmup=1, **options):
    with isolated(factory, arguments) as steppers:
        processes = [psutil.Process(stepper.process_id) for stepper in steppers]
        measurement = measure(steppers, steps, block, warmup, 600, **options)
    assert not any(process.is_running() for process in processes)
    return measurement


def test_each_is_stepped_in_its_own_process_as_in_this_one():
    told = []
    measurement = timed({"a": {}, "b": {}}, on_progress=lambda *news: told.append(news))
    assert [series.name for series in measurement.series] == ["a", "b"]
    for series in measurement.series:
        assert len(series.warmup_seconds) == 1 and len(series.step_seconds) == 6
        assert series.graph_ops == [1 + 1 + number for number in range(6)]
        assert all(0 <= seconds < 600 for seconds in series.step_seconds)
    assert sorted(told) == [(name, done, 6) for name in "ab" for done in (2, 4, 6)]
    assert measurement.complete


def test_only_the_step_is_timed_and_neither_pipe_nor_start():
    series = timed({"a": {"seconds": 0.05}}).series[0]
    assert all(seconds >= 0.05 for seconds in series.warmup_seconds + series.step_seconds)


@pytest.mark.parametrize(
    "what, told",
    [
        ("kill", "its process ended with SIGKILL"),
        ("exit", "its process ended with status 3"),
        ("raise", "ValueError: no more"),
    ],
)
@pytest.mark.parametrize("at", [0, 1, 4])
def test_one_that_fails_or_dies_is_dropped_with_the_reason_and_the_others_go_on(what, told, at):
    fine, broken = timed({"fine": {}, "broken": {"at": at, "what": what}}).series
    assert len(fine.step_seconds) == 6 and fine.failed is None
    assert broken.failed == told and not broken.stopped_early
    # Of a block in which the process died nothing is known; one that fails tells its whole steps.
    whole = max(0, at - 1)
    assert len(broken.step_seconds) == (whole if what == "raise" else whole // 2 * 2)


@pytest.mark.parametrize(
    "factory, told",
    [
        ("stepper_in_a_process:refuse", "ValueError: not on this system"),
        ("no_such_module:f", "ModuleNotFoundError: No module named 'no_such_module'"),
    ],
)
def test_one_that_cannot_be_made_says_why(factory, told):
    assert timed({"a": {}}, factory).series[0].failed == told


def test_what_a_library_prints_does_not_get_between_the_answers():
    series = timed({"a": {"at": 2, "what": "print"}}).series[0]
    assert series.failed is None and len(series.step_seconds) == 6


def test_an_earlier_measurement_goes_on_in_new_processes():
    half = timed({"a": {}, "b": {}}, steps=4)
    done = timed({"a": {}, "b": {}}, steps=8, earlier=half)
    for series, was in zip(done.series, half.series):
        assert series.step_seconds[:4] == was.step_seconds and len(series.step_seconds) == 8
        assert series.graph_ops == [2 + number for number in range(8)]


def test_ctrl_c_keeps_the_whole_steps_of_the_block_that_runs():
    strike = threading.Timer(1.0, os.kill, [os.getpid(), signal.SIGINT])
    with isolated(FACTORY, {"a": {"seconds": 0.1}, "b": {"seconds": 0.1}}) as steppers:
        processes = [psutil.Process(stepper.process_id) for stepper in steppers]
        strike.start()
        measurement = measure(steppers, 1000, 1000, 0, 6000)
    assert measurement.interrupted and not measurement.complete
    assert sum(len(series.step_seconds) for series in measurement.series) >= 1
    for series in measurement.series:
        assert series.graph_ops == list(range(1, len(series.step_seconds) + 1))
    assert not any(process.is_running() for process in processes)


PARENT = """
import sys
from tf1_updates.timing.isolated import isolated
from tf1_updates.timing.measure import measure
with isolated(%r, {"a": {"seconds": 0.02}, "b": {"seconds": 0.02}}) as steppers:
    print(*[stepper.process_id for stepper in steppers], flush=True)
    measure(steppers, 10 ** 6, 10 ** 5, 0, 1e6)
"""


@pytest.mark.parametrize("moment", [0.0, 0.3])
def test_they_end_when_the_process_that_started_them_is_killed(moment):
    environment = dict(os.environ, PYTHONPATH=os.pathsep.join(filter(None, sys.path)))
    with subprocess.Popen(
        [sys.executable, "-c", PARENT % FACTORY], stdout=subprocess.PIPE, env=environment
    ) as parent:
        numbers = [int(number) for number in parent.stdout.readline().split()]
        workers = [psutil.Process(number) for number in numbers]
        time.sleep(moment)
        parent.kill()
    gone, alive = psutil.wait_procs(workers, timeout=60)
    assert len(gone) == 2 and alive == []
