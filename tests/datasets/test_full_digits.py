"""The full set without TensorFlow: a stand-in plays what Keras does in its cache."""

import hashlib
import os
import socket
import sys
import types

import numpy as np
import pytest
from digit_files import npz_arrays, refused, write_files

from tf1_updates.datasets import full, load


def npz_bytes(tmp_path):
    path = tmp_path / "made.npz"
    np.savez_compressed(str(path), **npz_arrays())
    return path.read_bytes()


@pytest.fixture
def whole(tmp_path, monkeypatch):
    """A small mnist.npz that counts as the real one."""
    content = npz_bytes(tmp_path)
    monkeypatch.setattr(full, "SHA256", hashlib.sha256(content).hexdigest())
    return content


@pytest.fixture
def cache(tmp_path, monkeypatch):
    """The folder of an empty cache in a home folder of its own, with a neighbour in it."""
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.delenv("KERAS_HOME", raising=False)
    monkeypatch.setattr(full, "FALLBACK", str(tmp_path / "temporary"))
    folder = tmp_path / "home" / ".keras" / "datasets"
    folder.mkdir(parents=True)
    write_files(folder, {"imdb.npz": b"a neighbour"})
    return folder


@pytest.fixture
def keras(monkeypatch, cache):
    """Stands in for TensorFlow: `keras(content, problem)` says what the next fetch does."""
    fetches = []

    def fetch(content, problem=None, folder=cache):
        def load_data(path):
            fetches.append(socket.getdefaulttimeout())
            print("Downloading data, 1% 2% 3%")
            if content is not None:
                write_files(folder, {path: content})
            if problem is not None:
                raise problem

        mnist = types.SimpleNamespace(load_data=load_data)
        module = types.ModuleType("tensorflow")
        module.keras = types.SimpleNamespace(datasets=types.SimpleNamespace(mnist=mnist))
        monkeypatch.setitem(sys.modules, "tensorflow", module)
        return fetches

    return fetch


def test_a_cached_set_is_read_without_tensorflow_and_without_network(cache, whole, monkeypatch):
    monkeypatch.setitem(sys.modules, "tensorflow", None)  # importing it fails

    def connect(*_):
        raise AssertionError("the network was touched")

    monkeypatch.setattr(socket.socket, "connect", connect)
    write_files(cache, {"mnist.npz": whole})
    digits = load("full")
    pixel = (100 * 2 + 3 * 5 + 7) % 256
    assert digits.train_images[2, 28 * 5 + 7] == np.float32(pixel) / np.float32(255)
    assert digits.source.endswith("from Keras's cache ~/.keras/datasets/mnist.npz")


def test_a_fetched_set_takes_its_name_when_it_is_whole(cache, whole, keras, capsys):
    seconds, fetches = socket.getdefaulttimeout(), keras(whole)
    assert len(load("full").train_labels) == 12
    assert len(load("full").train_labels) == 12
    assert fetches == [full.SECONDS_WITHOUT_DATA]  # once, and with a time limit
    assert socket.getdefaulttimeout() == seconds
    assert sorted(os.listdir(str(cache))) == ["imdb.npz", "mnist.npz"]
    assert (cache / "mnist.npz").read_bytes() == whole
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize("place", ["KERAS_HOME", "temporary"])
def test_the_other_places_where_keras_keeps_files(
    tmp_path, cache, whole, keras, place, monkeypatch
):
    home = tmp_path / "chosen"
    if place == "KERAS_HOME":
        monkeypatch.setenv("KERAS_HOME", str(home))
    else:  # where Keras goes when the home folder cannot be written
        home = tmp_path / "temporary" / ".keras"
    (home / "datasets").mkdir(parents=True)
    keras(whole, folder=home / "datasets")
    assert len(load("full").train_labels) == 12
    assert os.listdir(str(home / "datasets")) == ["mnist.npz"]
    assert os.listdir(str(cache)) == ["imdb.npz"]


PAGE = b"<html><title>Sign in to the network</title></html>"
FAILURES = {
    # what is left in the cache, what Keras raises, what the line says
    "403": (None, Exception("URL fetch failure on there: 403 -- Forbidden"), "403 -- Forbidden"),
    "503": (None, Exception("URL fetch failure on there: 503 -- Busy"), "503 -- Busy"),
    "no network": (
        None,
        Exception("there: None -- [Errno -2] Name unknown"),
        "there: [Errno -2] N",
    ),
    "time out": (None, socket.timeout("timed out"), "timed out"),
    "disk full": (None, OSError(28, "No space left on device"), "No space left on device"),
    "half of it": (b"PK\x03\x04 half of it", Exception("stopped"), "cut short or damaged"),
    "several lines": (None, Exception("first line\n  second line"), "first line second line"),
    "a page, as TF 1.15 keeps it": (PAGE, ValueError("pickled data"), "an HTML page instead"),
    "a page that nobody notices": (PAGE, None, "an HTML page instead"),
    "no file": (None, None, "Keras left no file"),
}


@pytest.mark.parametrize("failure", FAILURES)
def test_a_failed_fetch_is_one_line_and_leaves_the_cache_as_it_was(cache, keras, failure):
    content, problem, words = FAILURES[failure]
    seconds = socket.getdefaulttimeout()
    keras(content, problem)
    refused(lambda: load("full"), "--data: 'full' was given; allowed is bundled", words)
    assert os.listdir(str(cache)) == ["imdb.npz"]
    assert socket.getdefaulttimeout() == seconds


def test_other_data_than_the_known_set_does_not_enter_the_cache(tmp_path, cache, keras):
    content = npz_bytes(tmp_path)  # whole, but not the sum that Keras states
    keras(content)
    refused(lambda: load("full"), "sha256 " + hashlib.sha256(content).hexdigest(), "bundled")
    assert os.listdir(str(cache)) == ["imdb.npz"]


def test_an_interrupted_fetch_leaves_the_cache_as_it_was(cache, keras):
    keras(b"half", KeyboardInterrupt())
    with pytest.raises(KeyboardInterrupt):
        load("full")
    assert os.listdir(str(cache)) == ["imdb.npz"]


def test_without_tensorflow_the_bundled_digits_are_offered(cache, monkeypatch):
    monkeypatch.setitem(sys.modules, "tensorflow", None)
    refused(lambda: load("full"), "allowed is bundled", "tensorflow")


@pytest.mark.parametrize("content", [PAGE, b"", b"PK\x03\x04cut"], ids=["HTML", "empty", "cut"])
def test_a_damaged_cached_file_is_named_and_left_in_place(cache, keras, content):
    fetches = keras(None)
    write_files(cache, {"mnist.npz": content})
    refused(lambda: load("full"), "~/.keras/datasets/mnist.npz: a", "delete the file")
    assert fetches == [] and (cache / "mnist.npz").read_bytes() == content
