"""The device that computed is in every saved comparison; one is gone on with on the same device."""

import copy
import json
import socket

import pytest

from tf1_updates.cli import main
from tf1_updates.commands import target_run
from tf1_updates.commands.target_options import Where
from tf1_updates.devices import computing
from tf1_updates.reports.description import environment_text
from tf1_updates.timing.circumstances import circumstance_warnings
from tf1_updates.timing.document import read, save

LINE = ["compare", "--problem", "coupled", "--quick", "--steps", "6", "--budget", "6"]
LINE += ["--approaches", "built_in,in_graph_loop"]
HERE = "/device:CPU:0"


def compared(path, *arguments):
    assert main(LINE + ["--json", str(path)] + list(arguments)) == 0
    return read(str(path))


@pytest.fixture(scope="module")
def plain(tmp_path_factory):
    return compared(tmp_path_factory.mktemp("plain") / "a.json")


@pytest.fixture(scope="module")
def placed(tmp_path_factory):
    return compared(tmp_path_factory.mktemp("placed") / "a.json", "--device", "cpu:0")


def half_of(document):
    """What would have been saved if Ctrl-C had come after three steps of each."""
    document = copy.deepcopy(dict(document, complete=False))
    for row in document["approaches"]:
        del row["step_seconds"][3:], row["graph_ops"][3:]
    return document


def test_a_run_names_its_device_and_its_batches(plain, placed):
    # On a machine with a GPU, TensorFlow computes there when nothing else is asked for.
    assert plain["environment"]["device"].startswith("/device:")
    assert placed["environment"]["device"] == HERE
    assert "device " + HERE in environment_text(placed)
    assert placed["settings"]["device_option"] == "cpu:0" and "device" not in placed["settings"]
    assert plain["settings"]["batches_in_graph"] == 1000


def test_a_device_that_is_not_there_is_one_line_and_nothing_is_written(tmp_path, capsys):
    path = tmp_path / "a.json"
    assert main(LINE + ["--device", "/GPU:77", "--json", str(path)]) == 2
    said = [line for line in capsys.readouterr().err.splitlines() if "loading" not in line]
    assert len(said) == 1 and not path.exists()
    assert said[0].startswith("tf1-updates: --device: '/GPU:77' was given; allowed is one of /dev")


@pytest.mark.parametrize("again", [[], ["--device", "cpu:0"]], ids=str)
def test_it_goes_on_with_the_same_device_said_again_or_not(again, placed, tmp_path):
    path = tmp_path / "half.json"
    save(str(path), half_of(placed))
    assert main(["compare", "--resume", str(path)] + again) == 0
    after = json.loads(path.read_text(encoding="utf-8"))
    assert after["complete"] and after["environment"] == placed["environment"]
    assert after["settings"]["device_option"] == "cpu:0"


@pytest.mark.parametrize("given", ["/GPU:0", "/CPU:1"])
def test_it_does_not_go_on_with_another_device_asked_for(given, placed, tmp_path, capsys):
    path = tmp_path / "half.json"
    save(str(path), half_of(placed))
    assert main(["compare", "--resume", str(path), "--device", given]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and "--device: '{}' was given".format(given) in said


@pytest.mark.parametrize("name, value", [("device", "/device:GPU:9"), ("device_hardware", "T4")])
def test_it_does_not_go_on_where_the_device_is_another(name, value, plain, tmp_path, capsys):
    half, path = half_of(plain), tmp_path / "half.json"
    half["environment"][name] = value
    save(str(path), half)
    content = path.read_bytes()
    assert main(["compare", "--resume", str(path)]) == 2
    said = capsys.readouterr().err.splitlines()[-1]
    assert "half.json: 'one of {}' was given".format(value) in said
    assert path.read_bytes() == content


def test_it_goes_on_with_a_file_from_before_devices_were_named(plain, tmp_path):
    half, path = half_of(plain), tmp_path / "half.json"
    del half["environment"]["device"], half["environment"]["device_hardware"]
    del half["settings"]["batches_in_graph"]
    save(str(path), half)
    assert main(["compare", "--resume", str(path)]) == 0
    assert read(str(path))["complete"]


def test_what_an_older_file_does_not_say_is_no_difference(plain):
    older, other = copy.deepcopy(plain), copy.deepcopy(plain)
    del older["environment"]["device"], older["settings"]["batches_in_graph"]
    other["environment"]["device"] = "/device:GPU:0"
    assert not [text for text in circumstance_warnings(older, plain) if "differ" in text]
    found = [text for text in circumstance_warnings(plain, other) if "differs" in text]
    assert len(found) == 1 and "device is /device:" in found[0] and "GPU:0 in B" in found[0]


def test_a_file_of_a_cluster_is_not_gone_on_with(plain, tmp_path, capsys):
    half, path = half_of(plain), tmp_path / "half.json"
    half["settings"].update(session="cluster", cluster="1ps,1worker", bind_all_interfaces=False)
    save(str(path), half)
    for given in ([], ["--cluster", "1ps,1worker"]):
        assert main(["compare", "--resume", str(path)] + given) == 2
        said = capsys.readouterr().err
        assert said.count("\n") == 1 and "session cluster, whose servers are gone" in said


CPU, GPU = "/device:CPU:0", "/device:GPU:0"


def on(job, *devices):
    return ["/job:{}/replica:0/task:0{}".format(job, device) for device in devices]


@pytest.mark.parametrize(
    "names, expected",
    [
        (on("localhost", CPU), on("localhost", CPU)[0]),
        (on("localhost", CPU, GPU), on("localhost", GPU)[0]),
        (on("localhost", CPU, "/device:XLA_GPU:0"), on("localhost", CPU)[0]),
        (on("worker", CPU) + on("ps", CPU, GPU), on("worker", CPU)[0]),
    ],
    ids=str,
)
def test_the_device_that_computes(names, expected):
    assert computing(names) == expected


def test_a_cluster_names_the_device_of_the_first_worker(monkeypatch):
    from tf1_updates.placement import Placement

    names = on("worker", CPU, GPU) + on("ps", CPU)
    monkeypatch.setattr(target_run, "_device_names", lambda *_: names)
    there = Placement("grpc://host:1", "/job:worker/task:0", 1)
    placement, device = target_run._on_device(there, Where())
    assert placement == there
    assert device == {"device": on("worker", GPU)[0], "device_hardware": None}
    placement, device = target_run._on_device(there, Where(device=CPU, device_option="/CPU:0"))
    assert placement.device == device["device"] == on("worker", CPU)[0]


def test_a_target_that_says_nothing_is_one_line(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(target_run, "ANSWER_SECONDS", 1.0)
    path = tmp_path / "a.json"
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen(5)
        target = "grpc://127.0.0.1:{}".format(silent.getsockname()[1])
        assert main(LINE + ["--json", str(path), "--target", target]) == 2
    said = capsys.readouterr().err.splitlines()[-1]
    assert said.startswith("tf1-updates: --target: '{}' was given;".format(target))
    assert said.endswith("allowed is a TensorFlow server, which answers within 1 s")
    assert not path.exists()
