import io
import os
import random
import struct
import zipfile

import numpy as np
import pytest
from digit_files import (
    images,
    labels,
    npz_arrays,
    packed,
    refused,
    refused_without_memory,
    same,
    write_files,
)

from tf1_updates.datasets import npz


def npz_bytes(save=np.savez, **changed):
    """The bytes of an npz; an array that is changed to None is left out."""
    arrays = dict(npz_arrays(), **changed)
    file = io.BytesIO()
    save(file, **{key: array for key, array in arrays.items() if array is not None})
    return file.getvalue()


def npy_bytes(shape, descr, body):
    """An npy file whose header says whatever it is told to."""
    header = repr({"descr": descr, "fortran_order": False, "shape": shape}).encode()
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header) + 1) + header + b"\n" + body


def with_member(name, content):
    """The bytes of a compressed npz in which one member is replaced."""
    source, file = zipfile.ZipFile(io.BytesIO(npz_bytes())), io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for member in source.namelist():
            archive.writestr(member, content if member == name else source.read(member))
    return file.getvalue()


def read(folder, content):
    path = os.path.join(write_files(folder, {"mnist.npz": content}), "mnist.npz")
    return npz.read_file(path)


@pytest.mark.parametrize("save", [np.savez, np.savez_compressed])
def test_values_come_back(tmp_path, save):
    pixels = read(tmp_path, npz_bytes(save))
    assert pixels.train_images.shape == (12, 784) and pixels.test_images.shape == (5, 784)
    assert pixels.train_images[2, 28 * 5 + 7] == (100 * 2 + 3 * 5 + 7) % 256
    assert pixels.test_images[4, 28 * 27 + 27] == (50 + 100 * 4 + 3 * 27 + 27) % 256
    assert pixels.train_labels.tolist() == [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1]
    assert pixels.test_labels.tolist() == [3, 4, 5, 6, 7]


@pytest.mark.parametrize(
    "changed",
    [
        {"y_train": labels(12).astype(np.int64)},
        {"y_train": labels(12).astype(">i4")},
        {"x_train": np.asfortranarray(images(12))},
        {"a_surplus_array": np.arange(3)},
    ],
    ids=["int64 labels", "big-endian labels", "columns first", "one more array"],
)
def test_other_ways_to_store_the_same_digits(tmp_path, changed):
    assert same(read(tmp_path, npz_bytes(**changed)), read(tmp_path, npz_bytes()))


DAMAGED = {
    "HTML": (b"<!doctype html><title>Log in</title>", "an HTML page"),
    "empty": (b"", "an empty file"),
    "text": (b"digits", "starts with b'digi'"),
    "gzip": (packed(b"digits"), "starts with b'\\x1f\\x8b"),
    "npy": (npy_bytes((1,), "|u1", b"\0"), "starts with b'\\x93NUM'"),
    "no test images": (npz_bytes(x_test=None), "without x_test"),
    "no labels": (npz_bytes(y_test=None, y_train=None), "without y_train and y_test"),
    "objects": (npz_bytes(y_train=np.array([{}] * 12, dtype=object)), "y_train): an array of obj"),
    "float images": (npz_bytes(x_train=images(12) / 255), "x_train): an array of float64"),
    "float labels": (npz_bytes(y_test=labels(5) / 1.0), "y_test): an array of float64"),
    "boolean labels": (npz_bytes(y_test=labels(5) > 4), "y_test): an array of bool"),
    "flat images": (npz_bytes(x_train=images(12).reshape(12, 784)), "shape (12, 784)"),
    "32x32": (npz_bytes(x_test=np.zeros([5, 32, 32], np.uint8)), "shape (5, 32, 32)"),
    "one number": (npz_bytes(x_test=np.uint8(5)), "x_test): an array of uint8, shape ()"),
    "one-hot labels": (npz_bytes(y_test=np.eye(10, dtype=np.uint8)), "shape (10, 10)"),
    "no images": (npz_bytes(x_train=images(0), y_train=labels(0)), "shape (0, 28, 28)"),
    "more labels": (npz_bytes(y_train=labels(13)), "y_train): a count of 13 labels for 12 images"),
    "fewer labels": (npz_bytes(y_test=labels(4)), "y_test): a count of 4 labels for 5 images"),
    "a label of 11": (npz_bytes(y_test=np.array([1, 2, 11, 4, 5])), "11 (number 3 of 5)"),
    "a label of -1": (npz_bytes(y_test=np.array([1, 2, 3, 4, -1])), "-1 (number 5 of 5)"),
    "a body too short": (with_member("y_test.npy", npy_bytes((5,), "|u1", b"\1")), "of 1 bytes"),
    "a body too long": (with_member("y_test.npy", npy_bytes((5,), "|u1", bytes(6))), "of 6 bytes"),
    "an array without a header": (with_member("y_test.npy", bytes(99)), "damaged"),
    "another npy version": (with_member("y_test.npy", b"\x93NUMPY\x02\x00"), "npy version 2.0"),
    "bytes before": (b"#!/bin/sh\n" + npz_bytes(), "starts with b'#!/b'"),
    "a negative count": (with_member("y_test.npy", npy_bytes((-5,), "|u1", b"")), "shape (-5,)"),
}


@pytest.mark.parametrize("damage", DAMAGED)
def test_damage_is_refused_with_the_file_and_what_was_found(tmp_path, damage):
    content, found = DAMAGED[damage]
    refused(lambda: read(tmp_path, content), str(tmp_path / "mnist.npz"), found)


@pytest.mark.parametrize("save", [np.savez, np.savez_compressed])
def test_every_shorter_file_and_every_longer_one_is_refused(tmp_path, save):
    whole = npz_bytes(save)
    for length in range(0, len(whole), 1 if len(whole) < 3000 else 7):
        refused(lambda length=length: read(tmp_path, whole[:length]), "mnist.npz")
    for extra in range(256):
        refused(lambda extra=extra: read(tmp_path, whole + bytes([extra])), "bytes after its end")
    refused(lambda: read(tmp_path, whole + bytes(100000)), "mnist.npz")


@pytest.mark.parametrize("save", [np.savez, np.savez_compressed])
def test_a_flipped_bit_never_changes_the_pixels_unnoticed(tmp_path, save):
    whole, draw = npz_bytes(save), random.Random(0)
    original, refusals = read(tmp_path, whole), 0
    # The headers of the members and the directory at the end, then anywhere.
    ends = list(range(8 * 170)) + list(range(8 * len(whole) - 8 * 230, 8 * len(whole)))
    for place in ends + draw.sample(range(8 * len(whole)), 500):
        content = bytearray(whole)
        content[place // 8] ^= 1 << place % 8
        try:  # a member's date is no part of the data
            assert same(read(tmp_path, bytes(content)), original)
        except ValueError as refusal:
            assert "mnist.npz" in str(refusal) and "\n" not in str(refusal)
            refusals += 1
    assert refusals > 1000


@pytest.mark.parametrize(
    "name, shape, descr",
    [("x_train.npy", (10**13, 28, 28), "|u1"), ("y_train.npy", (2**62,), "<i8")],
)
def test_a_huge_claim_is_refused_before_memory_is_taken(tmp_path, name, shape, descr):
    content = with_member(name, npy_bytes(shape, descr, bytes(1000)))
    refused_without_memory(lambda: read(tmp_path, content), "a body of 1,000 bytes")


def test_a_huge_claim_in_the_directory_too_is_refused_before_memory_is_taken(tmp_path):
    header = npy_bytes((10**6, 28, 28), "|u1", b"")
    content = bytearray(with_member("x_train.npy", header))
    # The directory's entry holds the unpacked size 24 bytes from its start, the name from 46 on.
    entry = content.rindex(b"x_train.npy") - 46
    assert content[entry : entry + 4] == b"PK\x01\x02"
    content[entry + 24 : entry + 28] = struct.pack("<I", len(header) + 10**6 * 784)
    refused_without_memory(lambda: read(tmp_path, bytes(content)), "x_train", "784,000,000 bytes")
