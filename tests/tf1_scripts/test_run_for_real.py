"""`tf1-updates run` in processes of its own: what is promised of the whole."""

import os
import subprocess
import sys

import pytest

pytestmark = pytest.mark.slow

SCRIPT = """\
import os, signal, sys
import numpy as np
import tensorflow as tf
w = tf.Variable(tf.random_normal([3]))
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for step in xrange(20):
        session.run(w.assign(np.random.rand(3)))
    print(session.run(w + tf.random_uniform([3])))
    if sys.argv[1:]:
        os.kill(os.getpid(), signal.SIGINT)
        session.run(w)
"""


def run(folder, *arguments):
    command = [sys.executable, "-m", "tf1_updates", "run", *arguments]
    done = subprocess.run(
        command, cwd=str(folder), stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=240
    )
    return done.returncode, done.stdout.decode(), done.stderr.decode()


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "grows.py").write_text(SCRIPT)
    return tmp_path


def test_reports_go_to_stderr_and_a_seeded_run_can_be_repeated(folder):
    reports = ["--watch", "--time", "--graph", "graph.pbtxt", "--seed", "5", "grows.py"]
    status, shown, told = run(folder, *reports)
    assert status == 0 and shown.startswith("[") and shown.count("\n") == 1
    # The last call is on the script's line 9, which is built once; the loop's is line 8.
    assert "growth: 40 ops added" in told and "grows.py, line 8:" in told
    # One call for the initializer, 20 in the loop, one at the end.
    assert "session calls: 22, " in told and "last tenth: " in told
    graph = (folder / "graph.pbtxt").read_text()
    assert "node {" in graph and '"RandomUniform"' in graph
    assert sorted(os.listdir(str(folder))) == ["graph.pbtxt", "grows.py"]
    status, shown_again, told = run(folder, "--seed", "5", "grows.py")
    assert (status, shown_again) == (0, shown)
    # Natively, 1.15 warns of its old names; nothing else is said.
    assert all(
        line.startswith("WARNING:tensorflow:From grows.py") for line in told.split("\n\n")[:-1]
    )
    assert run(folder, "--seed", "6", "grows.py")[1] != shown


def test_after_an_interrupt_the_reports_are_still_printed(folder):
    status, shown, told = run(folder, "--watch", "--time", "grows.py", "--", "interrupt")
    assert status == 130 and shown.startswith("[")
    assert "KeyboardInterrupt\n" in told and "growth: 40 ops added" in told
    assert "session calls: " in told and "tf1_scripts" not in told
