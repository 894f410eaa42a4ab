"""Small files of digits, made byte by byte, and the checks that every refusal passes."""

import contextlib
import gzip
import os
import struct
import tracemalloc

import numpy as np
import pytest

from tf1_updates.errors import InputError

TRAIN_IMAGES = "train-images-idx3-ubyte"
TRAIN_LABELS = "train-labels-idx1-ubyte"
TEST_IMAGES = "t10k-images-idx3-ubyte"
TEST_LABELS = "t10k-labels-idx1-ubyte"
IDX_NAMES = [TRAIN_IMAGES, TRAIN_LABELS, TEST_IMAGES, TEST_LABELS]


def images(count, start=0):
    """Pixel (row, column) of image i is (start + 100 i + 3 row + column) mod 256."""
    number, row, column = np.ogrid[:count, :28, :28]
    return ((start + 100 * number + 3 * row + column) % 256).astype(np.uint8)


def labels(count, start=0):
    """Label i is (start + i) mod 10."""
    return ((start + np.arange(count)) % 10).astype(np.uint8)


def idx_bytes(array):
    """An IDX file of bytes: a magic number, the shape, the values."""
    header = struct.pack(">I", 0x800 + array.ndim)
    return header + struct.pack(">{}I".format(array.ndim), *array.shape) + array.tobytes()


def packed(data):
    return gzip.compress(data, 9)


def idx_files():
    """The four files of 12 training and 5 test digits, by name."""
    arrays = [images(12), labels(12), images(5, start=50), labels(5, start=3)]
    return {name: idx_bytes(array) for name, array in zip(IDX_NAMES, arrays)}


def npz_arrays():
    return {
        "x_train": images(12),
        "y_train": labels(12),
        "x_test": images(5, start=50),
        "y_test": labels(5, start=3),
    }


def write_files(folder, files):
    for name, content in files.items():
        path = os.path.join(str(folder), name)
        if os.path.isfile(path):
            os.unlink(path)  # to empty it instead makes ext4 wait for the disk, thousands of times
        with open(path, "wb") as file:
            file.write(content)
    return str(folder)


def refused(read, *words):
    """Assert that `read()` is refused in one line that has all the words; return the line."""
    with pytest.raises(InputError) as refusal:
        read()
    line = str(refusal.value)
    assert "\n" not in line
    for word in words:
        assert word in line
    return line


def refused_without_memory(read, *words):
    """The same, and at no time is there more than a megabyte of memory taken for it."""
    tracemalloc.start()
    try:
        refused(read, *words)
        assert tracemalloc.get_traced_memory()[1] < 1e6
    finally:
        tracemalloc.stop()


def same(left, right):
    return all(np.array_equal(one, other) for one, other in zip(left, right))


@contextlib.contextmanager
def an_ordinary_user():
    """Permissions do not bind an administrator: be somebody else for a while."""
    is_administrator = os.geteuid() == 0
    if is_administrator:
        os.seteuid(65534)
    try:
        yield
    finally:
        if is_administrator:
            os.seteuid(0)
