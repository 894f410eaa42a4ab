"""What may be asked for with --cluster, --target and --device, and what is refused in one line."""

import argparse
import subprocess
import sys

import pytest

from tf1_updates.cluster import private_network
from tf1_updates.cluster.shape import Shape, parse_shape
from tf1_updates.commands.target_options import Where, add_target_options, checked_where
from tf1_updates.devices import check_synchronised, full_name, hardware, present
from tf1_updates.errors import InputError, UnsupportedError
from tf1_updates.placement import LOCAL, Placement


def where(*arguments):
    parser = argparse.ArgumentParser()
    add_target_options(parser)
    return checked_where(parser.parse_args(arguments))


@pytest.mark.parametrize("text", ["1ps,2workers", "2workers,1ps", " 1 ps , 2 worker "])
def test_a_shape_is_read_in_any_order(text):
    assert parse_shape(text) == Shape(1, 2)


BAD_SHAPES = ["", "1ps", "2workers", "0ps,1worker", "1ps,0workers", "-1ps,2workers", "1ps,1ps"]
BAD_SHAPES += ["1.5ps,1worker", "ps,worker", "1ps 2workers", "1ps,2workers,1chief", "9ps,8workers"]
BAD_SHAPES += ["1ps,99999999999workers", "\u0661ps,1worker", "1ps,2workers,"]


@pytest.mark.parametrize("text", BAD_SHAPES)
def test_no_other_shape_is_taken(text):
    with pytest.raises(InputError, match="--cluster: .* was given; allowed is a number of"):
        where("--cluster=" + text)


BAD_TARGETS = ["", "host:1", "http://host:1", "grpc://host", "grpc://host:0", "grpc://host:65536"]
BAD_TARGETS += ["grpc://:1", "grpc://a b:1", "grpc://host:1/x", "grpc://host:1\n", "grpc://[::1]"]


@pytest.mark.parametrize("text", BAD_TARGETS)
def test_no_other_target_is_taken(text):
    with pytest.raises(InputError, match="--target: "):
        where("--target", text)


@pytest.mark.parametrize("text", ["grpc://host:2222", "grpc://10.0.0.1:1", "grpc://[::1]:65535"])
def test_a_target_is_kept_and_its_host_is_not_recorded(text):
    found = where("--target", text)
    assert found.target == text
    assert text not in str(found.settings()) and found.settings()["session"] == "target"


def test_options_that_exclude_each_other():
    with pytest.raises(InputError, match="nothing beside --cluster"):
        where("--cluster", "1ps,1worker", "--target", "grpc://host:1")
    with pytest.raises(InputError, match="nothing without --cluster"):
        where("--bind-all-interfaces")
    assert where() == Where()


@pytest.mark.parametrize("text", ["", "GPU", "GPU:", "GPU:-1", "/gpu:0/x", "the GPU:0", "0", ":0"])
def test_what_is_no_device(text):
    with pytest.raises(InputError, match="--device: "):
        full_name(text)


def test_a_device_is_found_among_those_that_there_are():
    names = ["/job:worker/replica:0/task:{}/device:{}:0".format(*each) for each in (
        (0, "CPU"), (0, "GPU"), (1, "CPU")
    )]  # fmt: skip
    assert present(names, "/device:GPU:0", "/GPU:0") == names[1]
    with pytest.raises(InputError, match="one of /device:CPU:0, /device:GPU:0$"):
        present(names, "/device:GPU:1", "/GPU:1")


@pytest.mark.parametrize("given", ["0", "false", "False", "no", ""])
def test_a_device_that_is_not_waited_for_is_not_timed(given):
    with pytest.raises(InputError, match="TF_SYNC_ON_FINISH"):
        check_synchronised({"TF_SYNC_ON_FINISH": given})
    check_synchronised({"TF_SYNC_ON_FINISH": "TRUE"})


def test_the_hardware_is_named_without_its_bus():
    class Device:
        name = "/device:GPU:0"
        physical_device_desc = "device: 0, name: Tesla T4, pci bus id: 0000:00:04.0, compute 7.5"

    full = "/job:localhost/replica:0/task:0/device:GPU:0"
    assert hardware(full, [Device]) == "Tesla T4"
    assert hardware("/device:CPU:0", [Device]) is None


def test_a_session_on_a_server_keeps_its_variables_to_itself_and_does_not_wait_for_ever():
    pytest.importorskip("tensorflow")
    config = Placement("grpc://host:1").config(call_seconds=2.5)
    assert config.isolate_session_state and config.operation_timeout_in_ms == 2500
    assert LOCAL.config() is None


def in_a_process(code):
    program = "from tf1_updates.cluster import private_network as network\n" + code
    result = subprocess.run(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    return result.returncode, result.stdout.decode(), result.stderr.decode()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="network namespaces are Linux")
def test_in_a_network_of_ones_own_there_is_loopback_and_nobody_else():
    import socket

    with socket.socket() as outside:
        outside.bind(("127.0.0.1", 0))
        outside.listen(1)
        port = outside.getsockname()[1]
        status, printed, error = in_a_process(
            "import os, socket\n"
            "before = os.getuid(), os.getgid(), os.listdir(os.getcwd())\n"
            "network.enter()\n"
            "assert network.is_alone()\n"
            "assert (os.getuid(), os.getgid(), os.listdir(os.getcwd())) == before\n"
            "try:\n"
            "    socket.create_connection(('127.0.0.1', {}), 5)\n"
            "except ConnectionRefusedError:\n"
            "    print('unreachable')\n"
            "own = socket.socket(); own.bind(('127.0.0.1', 0)); own.listen(1)\n"
            "socket.create_connection(own.getsockname(), 5)\n"
            "print('reachable')\n".format(port)
        )
    if status and "no network of its own" in error:
        pytest.skip("this system gives none")
    assert printed.split() == ["unreachable", "reachable"], error


def test_a_system_that_gives_no_network_is_named_with_the_way_out(monkeypatch):
    def refuse(flags):
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(private_network, "_unshare", refuse)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.delitem(sys.modules, "tensorflow", raising=False)
    with pytest.raises(UnsupportedError) as refusal:
        private_network.enter()
    said = "no network of its own for the servers, for the system says: Operation not permitted; "
    assert said + "--bind-all-interfaces starts" in str(refusal.value)


def test_elsewhere_than_on_linux_it_is_refused(monkeypatch):
    monkeypatch.setattr(sys, "platform", "darwin")
    with pytest.raises(UnsupportedError, match="that takes Linux"):
        private_network.enter()
