import getpass
import json
import os
import platform
import re
import socket
import sys
from types import SimpleNamespace

import numpy
import pytest
import scipy

from tf1_updates.timing.environment import describe, speed_variables


def test_versions_are_those_that_are_installed():
    found = describe()
    assert found["python"] == platform.python_version()
    assert found["numpy"] == numpy.__version__ and found["scipy"] == scipy.__version__
    assert re.match(r"\d+\.\d+", found["tensorflow"]) and re.match(r"\d+\.\d+", found["protobuf"])


def test_the_machine_is_described_in_numbers():
    found = describe()
    assert 0 < found["memory_bytes_available"] <= found["memory_bytes_total"]
    assert found["cpus_logical"] == os.cpu_count()
    assert found["cpus_usable"] is None or 1 <= found["cpus_usable"] <= found["cpus_logical"]
    assert found["load_average"] is None or len(found["load_average"]) == 3
    assert found["cpu"] and found["platform"].startswith(platform.system())
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00", found["utc"])


def test_what_is_given_is_kept():
    config = SimpleNamespace(intra_op_parallelism_threads=1, inter_op_parallelism_threads=0)
    found = describe("resource", config)
    assert found["variable_kind"] == "resource"
    assert found["threads"] == {"intra_op_threads": 1, "inter_op_threads": 0}
    found = describe()
    assert found["variable_kind"] is None
    assert found["threads"] == {"intra_op_threads": None, "inter_op_threads": None}


def test_it_is_json_and_names_no_user_no_host_and_no_path(monkeypatch):
    host, user = socket.gethostname(), getpass.getuser()
    monkeypatch.setenv("TF_CONFIG", json.dumps({"cluster": {"worker": [host + ":2222"]}}))
    monkeypatch.setenv("TF_XLA_DUMP", os.path.expanduser("~"))
    monkeypatch.setenv("TF_OWNER", user)
    monkeypatch.setenv("MALLOC_TRACE", sys.prefix)
    text = json.dumps(describe(), allow_nan=False)
    for private in (os.path.expanduser("~"), os.getcwd(), sys.prefix):
        assert private not in text
    for private in (host, user):
        assert not re.search(r"\b{}\b".format(re.escape(private)), text)


@pytest.mark.parametrize(
    "name, value, shown",
    [
        ("TF_ENABLE_ONEDNN_OPTS", "0", "0"),
        ("TF_NUM_INTRAOP_THREADS", "", ""),
        ("OMP_NUM_THREADS", "2", "2"),
        ("MALLOC_ARENA_MAX", "1", "1"),
        ("TF_CPP_VMODULE", "on", "on"),
        ("TF_XLA_FLAGS", "--tf_xla_auto_jit=2 --tf_xla_cpu_global_jit", None),
        ("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false", None),
        ("XLA_FLAGS", "--xla_dump_to=/some/folder", "(set, not recorded)"),
        ("TF_PROFILE", "/some/folder", "(set, not recorded)"),
        ("TF_PROFILE", "C:\\folder", "(set, not recorded)"),
        ("TF_PROFILE", "folder", "(set, not recorded)"),
        ("TF_PROFILE", "2\n/some/folder", "(set, not recorded)"),
    ],
)
def test_variables_that_change_the_speed_are_kept_and_paths_are_not(name, value, shown):
    assert speed_variables({name: value}) == {name: value if shown is None else shown}


@pytest.mark.parametrize(
    "name",
    ["HOME", "PATH", "OMP_PLACES", "MY_TF_NAME", "TF_CONFIG", "TF_VAR_password", "TF_TOKEN_a_host"],
)
def test_other_variables_are_left_out_with_their_names(name):
    assert speed_variables({name: "1"}) == {}
