import os
import random
import struct
import tempfile

import numpy as np
import pytest
from digit_files import (
    IDX_NAMES,
    TEST_IMAGES,
    TEST_LABELS,
    TRAIN_IMAGES,
    TRAIN_LABELS,
    an_ordinary_user,
    idx_bytes,
    idx_files,
    images,
    labels,
    packed,
    refused,
    refused_without_memory,
    same,
    write_files,
)

from tf1_updates.datasets import idx

SPELLINGS = {
    "plain": lambda name, data: (name, data),
    "packed": lambda name, data: (name + ".gz", packed(data)),
    "dotted": lambda name, data: (name.replace("-idx", ".idx"), data),
    "dotted and packed": lambda name, data: (name.replace("-idx", ".idx") + ".gz", packed(data)),
    # Some browsers unpack a download and leave its name.
    "unpacked under a packed name": lambda name, data: (name + ".gz", data),
    "packed under a plain name": lambda name, data: (name, packed(data)),
}


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_values_come_back_in_every_spelling(tmp_path, spelling):
    spelled = (SPELLINGS[spelling](name, data) for name, data in idx_files().items())
    pixels = idx.read_folder(write_files(tmp_path, dict(spelled)))
    assert pixels.train_images.shape == (12, 784) and pixels.test_images.shape == (5, 784)
    assert pixels.train_images[2, 28 * 5 + 7] == (100 * 2 + 3 * 5 + 7) % 256
    assert pixels.test_images[4, 28 * 27 + 27] == (50 + 100 * 4 + 3 * 27 + 27) % 256
    assert pixels.train_labels.tolist() == [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1]
    assert pixels.test_labels.tolist() == [3, 4, 5, 6, 7]


def test_the_plain_file_is_read_where_a_packed_one_is_there_too(tmp_path):
    both = dict(idx_files(), **{name + ".gz": b"not a file of digits" for name in IDX_NAMES})
    assert len(idx.read_folder(write_files(tmp_path, both)).train_labels) == 12


@pytest.mark.parametrize("name", IDX_NAMES)
def test_a_missing_file_is_named_and_the_others_are_not(tmp_path, name):
    files = idx_files()
    del files[name]
    folder = write_files(tmp_path, files)
    line = refused(lambda: idx.read_folder(folder), folder, "without 1 of the four", name)
    assert [other for other in IDX_NAMES if other in line] == [name]


def test_an_empty_folder_lacks_all_four(tmp_path):
    refused(lambda: idx.read_folder(str(tmp_path)), "without 4 of the four", *IDX_NAMES)


def header(magic, *shape):
    return struct.pack(">{}I".format(1 + len(shape)), magic, *shape)


ONE_IMAGE = idx_bytes(images(1))
DAMAGED = {
    # name: (the file that is damaged, its content, what the line says was found)
    "HTML": (TRAIN_IMAGES, b"<!DOCTYPE html><p>Sign in", "an HTML page"),
    "HTML after blank lines": (TRAIN_LABELS, b"\r\n\n <html>", "an HTML page"),
    "HTML with a byte order mark": (TEST_IMAGES, b"\xef\xbb\xbf<html>", "an HTML page"),
    "XML": (TEST_LABELS, b"<?xml version='1.0'?><Error>AccessDenied", "an XML page"),
    "HTML that is gzipped": (TRAIN_IMAGES, packed(b"<html></html>" * 9), "b'<htm'"),
    "empty": (TRAIN_LABELS, b"", "an empty file"),
    "gzip of nothing": (TRAIN_LABELS, packed(b""), "a header of 0 bytes"),
    "header cut": (TEST_IMAGES, ONE_IMAGE[:15], "a header of 15 bytes"),
    "text": (TEST_LABELS, b"version https://git-lfs", "bytes b'vers'"),
    "images for labels": (TRAIN_LABELS, ONE_IMAGE, "magic number 2051"),
    "labels for images": (TRAIN_IMAGES, idx_bytes(labels(12)), "magic number 2049"),
    "float values": (TRAIN_IMAGES, header(0xD03, 1, 28, 28) + bytes(3136), "magic number 3331"),
    "32x32": (TRAIN_IMAGES, header(2051, 1, 32, 32) + bytes(1024), "shape (1, 32, 32)"),
    "28x27": (TRAIN_IMAGES, header(2051, 1, 28, 27) + bytes(756), "shape (1, 28, 27)"),
    "no images": (TEST_IMAGES, header(2051, 0, 28, 28), "shape (0, 28, 28)"),
    "no labels": (TEST_LABELS, header(2049, 0), "shape (0,)"),
    "body cut": (TEST_LABELS, idx_bytes(labels(5))[:-2], "at most 3 bytes"),
    "packed body cut": (TEST_LABELS, packed(idx_bytes(labels(5))[:-2]), "a body of 3 bytes"),
    "body too long": (TEST_LABELS, idx_bytes(labels(5)) + b"\0", "more than 5 bytes"),
    "gzip without its trailer": (TEST_IMAGES, packed(ONE_IMAGE)[:-8], "cut short"),
    "gzip with a wrong sum": (TEST_IMAGES, packed(ONE_IMAGE)[:-8] + bytes(8), "corrupt gzip"),
    "two gzips in one": (TEST_IMAGES, packed(ONE_IMAGE) * 2, "bytes after its end"),
    "more labels than images": (TRAIN_LABELS, idx_bytes(labels(13)), "13 labels for 12 images"),
    "fewer labels than images": (TEST_LABELS, idx_bytes(labels(4)), "4 labels for 5 images"),
    "a label of 11": (TEST_LABELS, idx_bytes(np.uint8([0, 9, 11, 3, 4])), "11 (number 3 of 5)"),
    "a label of 10": (TRAIN_LABELS, idx_bytes(labels(12) + np.uint8(1)), "10 (number 10 of 12)"),
}


@pytest.mark.parametrize("damage", DAMAGED)
def test_damage_is_refused_with_the_file_and_what_was_found(tmp_path, damage):
    name, content, found = DAMAGED[damage]
    folder = write_files(tmp_path, dict(idx_files(), **{name: content}))
    refused(lambda: idx.read_folder(folder), os.path.join(folder, name), found)


@pytest.mark.parametrize("pack", [bytes, packed], ids=["plain", "packed"])
@pytest.mark.parametrize("kind", ["images", "labels"])
def test_every_shorter_file_and_every_longer_one_is_refused(tmp_path, pack, kind):
    path = str(tmp_path / "file")
    whole = pack(idx_bytes({"images": images(2), "labels": labels(40)}[kind]))

    def read(content):
        write_files(tmp_path, {"file": content})
        return idx.read_file(path, kind)

    read(whole)
    for length in range(len(whole)):
        refused(lambda length=length: read(whole[:length]), path)
    for extra in range(256):
        refused(lambda extra=extra: read(whole + bytes([extra])), path)
    refused(lambda: read(whole + bytes(100000)), path)


def test_a_flipped_bit_in_a_gzip_never_changes_the_pixels_unnoticed(tmp_path):
    path, draw = str(tmp_path / "file"), random.Random(0)
    noise = np.random.RandomState(0).randint(0, 256, [2, 28, 28]).astype(np.uint8)
    whole = packed(idx_bytes(noise))
    places = list(range(8 * 12)) + draw.sample(range(8 * 12, 8 * len(whole)), 400)
    refusals = 0
    for place in places:
        content = bytearray(whole)
        content[place // 8] ^= 1 << place % 8
        write_files(tmp_path, {"file": bytes(content)})
        try:  # the header's date and system are no part of the data
            assert (idx.read_file(path, "images").reshape(noise.shape) == noise).all()
        except ValueError as refusal:
            assert path in str(refusal) and "\n" not in str(refusal)
            refusals += 1
    assert refusals >= 400


@pytest.mark.parametrize("pack", [bytes, packed], ids=["plain", "packed"])
@pytest.mark.parametrize("kind, shape", [("images", (2**32 - 1, 28, 28)), ("labels", (2**32 - 1,))])
def test_a_huge_claim_is_refused_before_memory_is_taken(tmp_path, pack, kind, shape):
    claim = header(0x800 + len(shape), *shape) + bytes(1000)
    path = os.path.join(write_files(tmp_path, {"file": pack(claim)}), "file")
    refused_without_memory(lambda: idx.read_file(path, kind), path, "a body of at most")


def test_a_folder_without_permission_is_refused():
    with tempfile.TemporaryDirectory() as folder:
        write_files(folder, idx_files())
        os.chmod(folder, 0)
        with an_ordinary_user():
            refused(lambda: idx.read_folder(folder), folder, "Permission denied")
        os.chmod(folder, 0o700)


def test_a_file_without_permission_is_refused():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(write_files(folder, idx_files()), TRAIN_LABELS)
        os.chmod(folder, 0o755)
        os.chmod(path, 0)
        with an_ordinary_user():
            refused(lambda: idx.read_folder(folder), path, "Permission denied")


def test_a_pipe_under_the_name_of_a_file_does_not_hang(tmp_path):
    files = idx_files()
    del files[TRAIN_IMAGES]
    folder = write_files(tmp_path, files)
    os.mkfifo(os.path.join(folder, TRAIN_IMAGES))
    refused(lambda: idx.read_folder(folder), TRAIN_IMAGES, "other than a readable file")


FASHION = "/usr/share/datasets/fashion-mnist"


@pytest.mark.skipif(not os.path.isdir(FASHION), reason="dataset-fashion-mnist is not installed")
def test_real_files():
    pixels = idx.read_folder(FASHION)
    assert pixels.train_images.shape == (60000, 784) and pixels.test_images.shape == (10000, 784)
    assert np.bincount(pixels.train_labels).tolist() == [60000 // 10] * 10
    assert np.bincount(pixels.test_labels).tolist() == [10000 // 10] * 10
    assert not same(pixels.train_images[:1], pixels.train_images[1:2])
