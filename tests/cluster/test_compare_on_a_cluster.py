"""`compare --cluster` as it is typed: servers come up, are compared on, and are gone afterwards."""

import json
import os
import signal
import subprocess
import sys
import time

import psutil
import pytest

pytestmark = [
    pytest.mark.slow,
    pytest.mark.usefixtures("needs_a_network_of_its_own"),
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="network namespaces are Linux"),
]

# Loading TensorFlow several times on busy cores; no promise is about this.
PATIENCE = 240


def begin(path, *arguments):
    """Start a comparison of two approaches; return its process."""
    command = [sys.executable, "-m", "tf1_updates", "compare", "--problem", "coupled"]
    command += ["--approaches", "optimizer_subclass", "--json", str(path)]
    return subprocess.Popen(
        command + list(arguments),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=dict(os.environ, PYTHONPATH=os.pathsep.join(filter(None, sys.path))),
    )


@pytest.mark.parametrize("isolate", [[], ["--isolate"]], ids=["one process", "isolated"])
@pytest.mark.parametrize(
    "where, device",
    [
        (["--cluster", "1ps,2workers"], "/job:worker/replica:0/task:0/device:CPU:0"),
        (
            ["--cluster", "1ps,1worker", "--device", "/CPU:0"],
            "/job:worker/replica:0/task:0/device:CPU:0",
        ),
        (["--device", "/CPU:0"], "/device:CPU:0"),
    ],
    ids=["cluster", "cluster and device", "device"],
)
def test_a_comparison_runs_there_and_names_the_device(where, device, isolate, tmp_path):
    path = tmp_path / "there.json"
    given = where + isolate + ["--quick", "--steps", "6", "--budget", "60"]
    printed, errors = begin(path, *given).communicate(timeout=PATIENCE)
    document = json.loads(path.read_text())
    assert document["complete"], errors
    assert [row["status"] for row in document["approaches"]] == ["ok", "ok"]
    assert all(row["bit_equal_share"] == 1.0 for row in document["approaches"])
    assert document["environment"]["device"] == device
    assert document["settings"]["isolate"] is bool(isolate)
    shape = where[1] if "--cluster" in where else None
    assert document["settings"].get("cluster") == shape
    if shape:
        settings = document["settings"]
        assert settings["round_trip_seconds"] > settings["local_round_trip_seconds"] > 0
        assert b"a session call that does nothing takes" in printed.lower()


def in_mid_run(path, process):
    """Wait until something has been measured; return the processes of the servers."""
    end = time.monotonic() + PATIENCE
    while not path.exists():
        assert process.poll() is None and time.monotonic() < end
        time.sleep(0.1)
    children = psutil.Process(process.pid).children(recursive=True)
    servers = [each for each in children if "server_process" in " ".join(each.cmdline())]
    assert len(servers) == 2
    return servers


@pytest.mark.parametrize("sent", ["SIGINT", "SIGTERM", "SIGKILL", "ps SIGKILL", "frozen SIGKILL"])
def test_however_it_ends_the_servers_end_and_the_file_is_whole(sent, tmp_path):
    path = tmp_path / "there.json"
    process = begin(path, "--cluster", "1ps,1worker", "--steps", "100000", "--budget", "600")
    try:
        servers = in_mid_run(path, process)
        number = getattr(signal, sent.split()[-1])
        if sent.startswith("frozen"):
            os.kill(servers[0].pid, signal.SIGSTOP)
        os.kill(servers[0].pid if sent.startswith("ps") else process.pid, number)
        printed, errors = process.communicate(timeout=60)
        assert not psutil.wait_procs(servers, timeout=30)[1]
    finally:
        process.kill()
        process.wait()
    assert not json.loads(path.read_text())["complete"]
    assert b"Traceback" not in errors
    # A polite kill keeps what was measured, as Ctrl-C does.
    statuses = {"SIGINT": 130, "SIGTERM": 130, "ps SIGKILL": 2}
    assert process.returncode == statuses.get(sent, -signal.SIGKILL)
    if sent.startswith("ps"):
        said = "--cluster: the server ps 0 ended with SIGKILL in mid-run; run again"
        assert said in errors.decode()
