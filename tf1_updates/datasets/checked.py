"""What every source of digits must satisfy, whatever the format of its files.

TensorFlow 1's own reader accepts a label of 11, surplus labels and bytes after the data, and trains
on them. Here each is refused in one line that names the file, what was found and what is allowed.
"""

import os

from tf1_updates.errors import InputError

SIDE = 28
PIXELS = SIDE * SIDE
CLASSES = 10

_ALLOWED = {
    "images": "at least one image, as uint8 values of shape (n, 28, 28)",
    "labels": "at least one label, as whole numbers of shape (n,)",
}


class Found(str):
    """A description of what was found: `InputError` shows it without quotes.

    >>> print(InputError("t10k-labels-idx1-ubyte", Found("an empty file"), "labels"))
    t10k-labels-idx1-ubyte: an empty file was given; allowed is labels
    """

    __repr__ = str.__str__


def refusal(path, found, allowed):
    """The one-line error for a file: raise it.

    >>> print(refusal("digits/mnist.npz", "an HTML page", "an npz file"))
    digits/mnist.npz: an HTML page was given; allowed is an npz file
    """
    return InputError(shown(path), Found(found), allowed)


def shown(path):
    """The path as a message shows it: on one line, with `~` for the home folder.

    >>> shown(os.path.join(os.path.expanduser("~"), "digits"))
    '~/digits'
    """
    path, home = os.fspath(path), os.path.expanduser("~")
    if path.startswith(home + os.sep) and home != os.sep:
        path = "~" + path[len(home) :]
    return path if path.isprintable() else repr(path)


def check_shape(path, kind, shape, dtype):
    """Refuse a header before anything of the size that it claims is read.

    Args:
        path: the file, or the array in it, to name in the message.
        kind: `"images"` or `"labels"`.
        shape: the shape that the header claims, a tuple of whole numbers.
        dtype: the NumPy dtype that the header claims.

    Raises:
        InputError: not 28x28, not uint8 (whole numbers for labels), or none at all.

    >>> import numpy as np
    >>> check_shape("x_train", "images", (60000, 28, 28), np.dtype("uint8"))
    >>> check_shape("x_train", "images", (60000, 32, 32), np.dtype("uint8"))
    Traceback (most recent call last):
        ...
    tf1_updates.errors.InputError: x_train: an array of uint8, shape (60000, 32, 32) was given; \
allowed is at least one image, as uint8 values of shape (n, 28, 28)
    """
    if kind == "images":
        fits = tuple(shape[1:]) == (SIDE, SIDE) and dtype == "uint8"
    else:
        fits = len(shape) == 1 and dtype.kind in "iu"
    if not fits or shape[0] < 1:
        found = "an array of {}, shape {}".format(dtype, tuple(shape))
        raise refusal(path, found, _ALLOWED[kind])


def check_labels(path, labels, images):
    """Refuse labels that are not one class, 0 to 9, for each image.

    Args:
        path: the file, or the array in it, to name in the message.
        labels: whole numbers, shape [n].
        images: the images that they belong to, shape [n, ...].

    Raises:
        InputError: more or fewer labels than images, or a label above 9 or below 0.

    >>> import numpy as np
    >>> check_labels("y_train", np.array([7, 11]), np.zeros([2, 784]))
    Traceback (most recent call last):
        ...
    tf1_updates.errors.InputError: y_train: a label of 11 (number 2 of 2) was given; \
allowed is labels from 0 to 9
    """
    if len(labels) != len(images):
        found = "a count of {:,} labels for {:,} images".format(len(labels), len(images))
        raise refusal(path, found, "one label for each image")
    wrong = ((labels < 0) | (labels >= CLASSES)).nonzero()[0]
    if len(wrong):
        place = "number {:,} of {:,}".format(wrong[0] + 1, len(labels))
        found = "a label of {} ({})".format(labels[wrong[0]], place)
        raise refusal(path, found, "labels from 0 to {}".format(CLASSES - 1))
