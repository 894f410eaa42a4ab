"""`--target` against a server that runs, with processes of their own: slow, and it does succeed."""

import json
import os
import subprocess
import sys
import time

import pytest

from tf1_updates.cluster.servers import free_addresses
from tf1_updates.cluster.started_server import ServerProcess

pytestmark = pytest.mark.slow


def compare(*arguments):
    """Run `compare` in a process; return its exit status, its output and its errors."""
    command = [sys.executable, "-m", "tf1_updates", "compare", "--quick"]
    command += ["--problem", "coupled", "--steps", "6", "--budget", "60", "--approaches"]
    done = subprocess.run(
        command + ["optimizer_subclass"] + list(arguments),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=dict(os.environ, PYTHONPATH=os.pathsep.join(filter(None, sys.path))),
        timeout=300,
    )
    return done.returncode, done.stdout.decode(), done.stderr.decode()


@pytest.fixture(scope="module")
def target():
    address = free_addresses([("worker", 0)])
    server = ServerProcess(address, "worker", 0)
    try:
        server.answer(time.monotonic() + 240)
        yield "grpc://" + server.address
    finally:
        server.close()


@pytest.mark.parametrize("isolate", [[], ["--isolate"]], ids=["one process", "isolated"])
def test_a_comparison_runs_on_it_and_its_file_names_no_host(target, isolate, tmp_path):
    path = tmp_path / "there.json"
    status, printed, errors = compare("--target", target, "--json", str(path), *isolate)
    assert status == 0, errors
    document = json.loads(path.read_text())
    assert document["complete"] and document["settings"]["session"] == "target"
    assert [row["status"] for row in document["approaches"]] == ["ok", "ok"]
    assert all(row["bit_equal_share"] == 1.0 for row in document["approaches"])
    assert document["settings"]["round_trip_seconds"] > 0
    assert "a session call that does nothing takes" in printed.lower()
    assert target not in path.read_text() and target.split(":")[-1] not in printed


def test_a_device_of_it_is_named(target, tmp_path):
    path = tmp_path / "there.json"
    status, _, errors = compare("--target", target, "--device", "/CPU:0", "--json", str(path))
    assert status == 0, errors
    environment = json.loads(path.read_text())["environment"]
    assert environment["device"] == "/job:worker/replica:0/task:0/device:CPU:0"


def test_a_device_that_it_lacks_is_one_line(target):
    status, printed, errors = compare("--target", target, "--device", "/GPU:7")
    assert (status, printed) == (2, "")
    said = "tf1-updates: --device: '/GPU:7' was given; allowed is one of /device:CPU:0"
    assert errors.splitlines()[-1].startswith(said)


def test_a_comparison_on_servers_does_not_go_on_on_other_ones(target, tmp_path):
    path = tmp_path / "there.json"
    assert compare("--target", target, "--json", str(path))[0] == 0
    document = json.loads(path.read_text())
    path.write_text(json.dumps(dict(document, complete=False)))
    done = subprocess.run(
        [sys.executable, "-m", "tf1_updates", "compare", "--resume", str(path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=dict(os.environ, PYTHONPATH=os.pathsep.join(filter(None, sys.path))),
        timeout=300,
    )
    errors = done.stderr.decode().splitlines()
    assert done.returncode == 2 and len(errors) == 1
    assert "target, whose servers are gone" in errors[0]
