"""Keras's real fetch, of the TensorFlow at hand, against a server on this machine."""

import hashlib
import http.server
import json
import os
import subprocess
import sys
import threading

import numpy as np
import pytest
from digit_files import npz_arrays

# In a process of its own: Keras settles on its cache when it is imported.
SCRIPT = """
import json, os, sys
import tensorflow as tf
from tf1_updates.datasets import full, load

address, full.SHA256, names = sys.argv[1], sys.argv[2], sys.argv[3:]
full.SECONDS_WITHOUT_DATA = 1
mnist = sys.modules[tf.keras.datasets.mnist.load_data.__module__]
real_get_file, cache = mnist.get_file, os.path.expanduser("~/.keras/datasets")
for name in names:
    def get_file(*arguments, **named):
        named.update(origin=address + "/" + name, file_hash=full.SHA256)
        return real_get_file(*arguments, **named)
    mnist.get_file = get_file
    try:
        told = load("full").source
    except ValueError as refusal:
        told = str(refusal)
    print(json.dumps([name, told, sorted(os.listdir(cache))]))
"""


class Server(http.server.BaseHTTPRequestHandler):
    """Answers by the name that is asked for."""

    content, release = b"", threading.Event()

    def do_GET(self):
        name = self.path.strip("/")
        if name.isdigit():
            self.send_error(int(name))
            return
        content = {"page": b"<html>Sign in</html>", "other": b"PK\x03\x04other"}.get(name)
        content = self.content if content is None else content
        self.send_response(200)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        half = name in ("cut", "stopped")
        self.wfile.write(content[: len(content) // 2] if half else content)
        if name == "stopped":
            self.wfile.flush()
            self.release.wait(60)

    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def told(tmp_path_factory):
    """What each answer of the server led to: {answer: (line, files in the cache)}."""
    folder = tmp_path_factory.mktemp("home")
    np.savez(str(folder / "digits.npz"), **npz_arrays())
    Server.content = (folder / "digits.npz").read_bytes()
    names = ["403", "503", "page", "other", "cut", "stopped", "whole"]
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        address = "http://127.0.0.1:{}".format(server.server_port)
        command = [sys.executable, "-c", SCRIPT, address]
        command += [hashlib.sha256(Server.content).hexdigest()] + names
        environment = dict(os.environ, HOME=str(folder), no_proxy="127.0.0.1")
        environment.pop("KERAS_HOME", None)
        done = subprocess.run(
            command,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            universal_newlines=True,
            timeout=300,
        )
    finally:
        Server.release.set()
        server.shutdown()
        server.server_close()
    assert done.returncode == 0, done.stderr
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [line[0] for line in lines] == names
    return {name: (line, files) for name, line, files in lines}


@pytest.mark.parametrize(
    "answer, words",
    [
        ("403", "403 -- Forbidden"),
        ("503", "503 -- Service Unavailable"),
        ("page", "an HTML page instead of data came"),
        ("other", "a zip that is cut short or damaged"),
        ("cut", "retrieval incomplete"),
        ("stopped", "timed out"),
    ],
)
def test_a_bad_answer_is_one_line_and_leaves_an_empty_cache(told, answer, words):
    line, files = told[answer]
    assert line.startswith("--data: 'full' was given; allowed is bundled") and words in line
    assert "\n" not in line and files == []


def test_a_good_answer_is_kept_under_its_name(told):
    line, files = told["whole"]
    assert line.endswith("~/.keras/datasets/mnist.npz") and files == ["mnist.npz"]
