"""Server processes, by stand-ins without TensorFlow: started, watched, and all of them ended."""

import os
import pathlib
import signal
import subprocess
import sys
import threading
import time

import pytest

from tf1_updates.cluster import servers as module
from tf1_updates.cluster.running import running
from tf1_updates.cluster.servers import free_addresses, servers
from tf1_updates.cluster.shape import Shape
from tf1_updates.cluster.started_server import ServerProcess
from tf1_updates.errors import UnsupportedError

HERE = str(pathlib.Path(__file__).parent)


def stand_in(addresses, job, task):
    return ServerProcess(addresses, job, task, module="stand_in_server")


@pytest.fixture(autouse=True)
def stand_in_is_found(monkeypatch):
    monkeypatch.syspath_prepend(HERE)
    monkeypatch.setattr("tf1_updates.cluster.started_server.GRACE", 0.2)


def is_there(process_id):
    """Whether a process runs; one that has ended and waits to be asked for its status does not."""
    try:
        with open("/proc/{}/stat".format(process_id)) as file:
            return file.read().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def test_servers_run_inside_the_with_and_not_after_it():
    with servers([("ps", 0), ("worker", 0), ("worker", 1)], stand_in) as started:
        ids = [server.process_id for server in started]
        assert [server.name for server in started] == ["ps 0", "worker 0", "worker 1"]
        assert all(map(is_there, ids))
    assert not any(map(is_there, ids))


def test_one_that_does_not_listen_to_its_end_is_killed():
    with servers([("stubborn", 0)], stand_in) as started:
        process_id = started[0].process_id
    assert not is_there(process_id)


@pytest.mark.parametrize(
    "job, said",
    [
        ("ends", "ended with status 3"),
        ("killed", "ended with SIGKILL"),
        ("fails", "failed with RuntimeError: no port"),
        ("silent", "gave no answer in time"),
    ],
)
def test_one_that_does_not_come_up_is_named_and_takes_the_others_with_it(monkeypatch, job, said):
    monkeypatch.setattr(module, "SECONDS_TO_START", 0.5 if job == "silent" else 60)
    monkeypatch.setattr(module, "SECONDS_TO_START_EACH", 0)
    ids = []

    def start(*arguments):
        server = stand_in(*arguments)
        ids.append(server.process_id)
        return server

    with pytest.raises(UnsupportedError) as refusal:
        with servers([("ps", 0), (job, 0)], start):
            raise AssertionError("it came up")
    if job == "silent":  # then none may be up in time on a slow machine
        assert said in str(refusal.value)
    else:
        assert str(refusal.value) == "--cluster: the server {} 0 {}; run again".format(job, said)
    assert len(ids) == 2 and not any(map(is_there, ids))


@pytest.mark.parametrize("error", [None, ZeroDivisionError])
def test_one_that_ends_in_mid_run_is_the_error_whatever_came_of_it(error):
    with pytest.raises(UnsupportedError) as refusal:
        with servers([("ps", 0), ("worker", 0)], stand_in) as started:
            started[0].kill()
            if error:
                raise error
    said = "--cluster: the server ps 0 ended with SIGKILL in mid-run; run again"
    assert str(refusal.value) == said


@pytest.mark.parametrize("error", [ZeroDivisionError, KeyboardInterrupt])
def test_another_error_passes_and_the_servers_end(error):
    with pytest.raises(error):
        with servers([("ps", 0)], stand_in) as started:
            process_id = started[0].process_id
            raise error
    assert not is_there(process_id)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_servers_end_when_their_parent_is_killed(number):
    program = (
        "import sys, time; sys.path.insert(0, {!r})\n"
        "from test_servers import servers, stand_in\n"
        "with servers([('ps', 0), ('worker', 0)], stand_in) as started:\n"
        "    print(*[server.process_id for server in started], flush=True)\n"
        "    time.sleep(600)\n"
    ).format(HERE)
    parent = subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    ids = [int(word) for word in parent.stdout.readline().split()]
    assert len(ids) == 2 and all(map(is_there, ids))
    os.kill(parent.pid, number)
    parent.wait(60)
    parent.stdout.close()
    end = time.monotonic() + 60
    while any(map(is_there, ids)) and time.monotonic() < end:
        time.sleep(0.02)
    assert not any(map(is_there, ids))


def test_addresses_are_on_loopback_and_differ():
    addresses = free_addresses([("ps", 0), ("worker", 0), ("worker", 1)])
    flat = addresses["ps"] + addresses["worker"]
    assert len(set(flat)) == 3
    assert all(address.startswith("127.0.0.1:") for address in flat)


def test_a_running_cluster_says_where_its_session_goes():
    with running(Shape(2, 1), bind_all_interfaces=True, start=stand_in) as placement:
        assert placement.target.startswith("grpc://127.0.0.1:")
        assert (placement.device, placement.ps) == ("/job:worker/task:0", 2)


def test_the_loss_of_a_server_is_told_at_once_while_the_main_thread_waits():
    told, said = threading.Event(), []

    def on_lost(refusal):
        said.append(str(refusal))
        told.set()

    started = []

    def start(*arguments):
        started.append(stand_in(*arguments))
        return started[-1]

    with pytest.raises(UnsupportedError):
        with running(Shape(1, 1), True, on_lost, start):
            os.kill(started[1].process_id, signal.SIGKILL)
            assert told.wait(60)
    assert said == ["--cluster: the server worker 0 ended with SIGKILL in mid-run; run again"]


def test_the_end_of_the_with_is_no_loss():
    with running(Shape(1, 1), True, lambda refusal: said.append(refusal), stand_in):
        said = []
    assert said == []


def test_servers_that_others_could_reach_are_not_started(monkeypatch):
    monkeypatch.setattr("tf1_updates.cluster.private_network.is_alone", lambda: False)
    with pytest.raises(UnsupportedError, match="every address of this machine"):
        with running(Shape(1, 1), start=stand_in):
            raise AssertionError("they were started")
