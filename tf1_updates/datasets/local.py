"""Digits that lie on this machine, at a path: a folder of IDX files or an npz file."""

import os

from tf1_updates.datasets import idx, npz
from tf1_updates.datasets.checked import shown


def read(path):
    """Read the digits at `path`, an existing file or folder.

    Args:
        path: a folder with the four IDX files, or a file such as `mnist.npz`.

    Returns:
        `Pixels`, and a phrase that says what was read.

    Raises:
        InputError: what lies there is not whole, not digits, or not readable.
    """
    is_folder = os.path.isdir(path)
    pixels = idx.read_folder(path) if is_folder else npz.read_file(path)
    count = len(pixels.train_labels) + len(pixels.test_labels)
    where = "the IDX files in " if is_folder else ""
    return pixels, "{:,} images from {}{}".format(count, where, shown(path))
