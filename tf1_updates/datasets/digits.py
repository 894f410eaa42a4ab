"""Two records of digits, as stored (whole pixels 0 to 255) and as trained on (0 to 1)."""

import typing

import numpy as np

from tf1_updates.datasets.checked import CLASSES, check_labels


class Pixels(typing.NamedTuple):
    """Digits as their files hold them: images uint8 [n, 784], labels whole numbers [n]."""

    train_images: np.ndarray
    train_labels: np.ndarray
    test_images: np.ndarray
    test_labels: np.ndarray


class Digits(typing.NamedTuple):
    """Digits to train on.

    `train_images` and `test_images` are float32 [n, 784] in [0, 1]; `train_labels` and
    `test_labels` are int64 [n], classes 0 to 9; `source` is a phrase that says where they are from.
    """

    train_images: np.ndarray
    train_labels: np.ndarray
    test_images: np.ndarray
    test_labels: np.ndarray
    source: str


def scaled(pixels, source):
    """Return `pixels / 255` as `Digits`: float32 images in [0, 1] and int64 labels.

    >>> whole = Pixels(np.uint8([[0, 51, 255]]), np.uint8([7]), np.uint8([[102]]), np.uint8([1]))
    >>> scaled(whole, "an example").train_images.round(3).tolist()[0]
    [0.0, 0.20000000298023224, 1.0]
    """
    return Digits(
        _unit(pixels.train_images),
        pixels.train_labels.astype(np.int64),
        _unit(pixels.test_images),
        pixels.test_labels.astype(np.int64),
        source,
    )


def one_hot(labels):
    """Return `[1 if class == label else 0 for class in 0..9]` for each label.

    Args:
        labels: whole numbers from 0 to 9, shape [n].

    Returns:
        float32, shape [n, 10].

    Raises:
        InputError: a label above 9 or below 0, which NumPy would take for one from the end.

    >>> one_hot([2, 0]).tolist()[0]
    [0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]
    """
    labels = np.asarray(labels, dtype=np.int64)
    check_labels("labels", labels, labels)
    return np.eye(CLASSES, dtype=np.float32)[labels]


def _unit(images):
    return np.divide(images, np.float32(255), dtype=np.float32)
