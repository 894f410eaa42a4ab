import hashlib
import os

import pytest
from digit_files import IDX_NAMES, TEST_LABELS, idx_files, npz_arrays, refused, write_files

from tf1_updates.datasets import checksums, local

IDX_SUMS = {name: hashlib.sha256(data).hexdigest() for name, data in idx_files().items()}
OTHER = hashlib.sha256(b"other digits").hexdigest()


def listing(sums, line="{}  {}\n"):
    return "".join(line.format(value, name) for name, value in sums.items()).encode()


def idx_folder(tmp_path, sums_file):
    return write_files(tmp_path, dict(idx_files(), SHA256SUMS=sums_file))


@pytest.mark.parametrize(
    "line",
    ["{}  {}\n", "{} *{}\n", "{}  ./{}\n", "{}  {}\r\n", "\n{}  {}\n\n"],
    ids=["text", "binary", "dot and slash", "Windows", "blank lines"],
)
def test_right_sums_pass_in_every_form_that_sha256sum_writes(tmp_path, line):
    folder = idx_folder(tmp_path, listing(IDX_SUMS, line))
    assert checksums.beside(folder) == IDX_SUMS
    assert len(local.read(folder)[0].train_labels) == 12


def test_capital_digits_are_the_same_sum(tmp_path):
    folder = idx_folder(tmp_path, listing({name: s.upper() for name, s in IDX_SUMS.items()}))
    assert len(local.read(folder)[0].train_labels) == 12


@pytest.mark.parametrize("name", IDX_NAMES)
def test_a_wrong_sum_names_the_file_and_both_sums(tmp_path, name):
    folder = idx_folder(tmp_path, listing(dict(IDX_SUMS, **{name: OTHER})))
    path = os.path.join(folder, name)
    refused(lambda: local.read(folder), path, "sha256 " + IDX_SUMS[name], "sha256 " + OTHER)


def test_a_file_that_is_not_listed_is_not_checked(tmp_path):
    folder = idx_folder(tmp_path, listing({"another-file": OTHER}))
    assert len(local.read(folder)[0].train_labels) == 12


def test_an_npz_file_is_checked_by_the_sums_beside_it(tmp_path):
    import numpy as np

    path = str(tmp_path / "mnist.npz")
    np.savez(path, **npz_arrays())
    assert len(local.read(path)[0].train_labels) == 12
    write_files(tmp_path, {"SHA256SUMS": listing({"mnist.npz": OTHER})})
    refused(lambda: local.read(path), path, OTHER)


@pytest.mark.parametrize(
    "content",
    [b"<html>", b"abc  " + TEST_LABELS.encode(), OTHER.encode(), b"\xff\xfe\x00"],
    ids=["HTML", "a short sum", "no name", "no text"],
)
def test_a_sums_file_that_is_none_is_refused(tmp_path, content):
    folder = idx_folder(tmp_path, content)
    refused(lambda: local.read(folder), os.path.join(folder, "SHA256SUMS"))
