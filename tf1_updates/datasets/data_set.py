"""Batches as TensorFlow 1's tutorials took them: `next_batch` of a shuffled, endless data set.

The draws are those of NumPy's global generator, in the order in which TensorFlow 1 made them: one
seeding for each data set, one shuffle before the first batch and one at the end of each epoch. So
the same seed gives the same batches as TensorFlow 1.15's own class, which the tests compare.
"""

import numpy as np

from tf1_updates.datasets.checked import PIXELS
from tf1_updates.errors import InputError

_DTYPES = ("uint8", "float32")


class DataSet:
    """Images and labels that are handed out in batches.

    Args:
        images: uint8, shape [n, rows, columns, 1]; not looked at with `fake_data`.
        labels: shape [n] or, as one-hot rows, [n, 10].
        fake_data: whether every batch shall be of ones, from 10,000 examples that do not exist.
        one_hot: whether the labels of fake batches are rows.
        dtype: `uint8` leaves the pixels as they are, `float32` scales them to [0, 1]. NumPy's,
            TensorFlow's, or a name.
        reshape: whether images become rows of `rows * columns` pixels.
        seed: of NumPy's global generator; None takes the seed of TensorFlow's default graph, and
            without one, of the operating system.

    Raises:
        InputError: another dtype, or not one label for each image.

    >>> digits = DataSet(np.zeros([5, 28, 28, 1], np.uint8), np.arange(5), seed=1)
    >>> digits.next_batch(3)[1].tolist(), digits.next_batch(3)[1].tolist(), digits.epochs_completed
    ([2, 1, 4], [0, 3, 2], 1)
    """

    def __init__(
        self,
        images,
        labels,
        fake_data=False,
        one_hot=False,
        dtype=np.float32,
        reshape=True,
        seed=None,
    ):
        np.random.seed(_numpy_seed(seed))
        dtype = _pixel_dtype(dtype)
        self.one_hot = one_hot
        if fake_data:
            self._num_examples = 10000
        else:
            if len(images) != len(labels):
                allowed = "as many labels as there are images, {:,}".format(len(images))
                raise InputError("labels", len(labels), allowed)
            self._num_examples = len(images)
            if reshape:
                images = images.reshape(len(images), images.shape[1] * images.shape[2])
            if dtype == np.float32:
                # Times 1/255, not over 255: they differ in the last bit, and TF1 multiplied.
                images = np.multiply(images.astype(np.float32), 1.0 / 255.0)
        self._images, self._labels = images, labels
        self._epochs_completed = 0
        self._position = 0

    @property
    def images(self):
        """All images, in the order of the epoch that is under way."""
        return self._images

    @property
    def labels(self):
        """All labels, in the order of the images."""
        return self._labels

    @property
    def num_examples(self):
        """The number of images."""
        return self._num_examples

    @property
    def epochs_completed(self):
        """How often the end has been passed; a batch that ends right at the end does not count."""
        return self._epochs_completed

    def next_batch(self, batch_size, fake_data=False, shuffle=True):
        """Return the next batch: what is left of one epoch, joined to the start of the next.

        Args:
            batch_size: the number of examples.
            fake_data: whether to return images of ones, as lists, and move nowhere.
            shuffle: whether a new epoch, the first one too, is put in a new order.

        Returns:
            Images and labels.
        """
        if fake_data:
            label = [1] + [0] * 9 if self.one_hot else 0
            return [[1] * PIXELS for _ in range(batch_size)], [label] * batch_size
        start = self._position
        if shuffle and start == 0 and self._epochs_completed == 0:
            self._shuffle()
        if start + batch_size <= self._num_examples:
            self._position = start + batch_size
            return self._images[start : self._position], self._labels[start : self._position]
        self._epochs_completed += 1
        rest_images, rest_labels = self._images[start:], self._labels[start:]
        if shuffle:
            self._shuffle()
        self._position = batch_size - (self._num_examples - start)
        return (
            np.concatenate([rest_images, self._images[: self._position]]),
            np.concatenate([rest_labels, self._labels[: self._position]]),
        )

    def _shuffle(self):
        order = np.arange(self._num_examples)
        np.random.shuffle(order)
        self._images, self._labels = self._images[order], self._labels[order]


def _numpy_seed(seed):
    """TensorFlow joins a graph's seed and an op's; the one that was asked for is NumPy's."""
    import tensorflow.compat.v1 as tf

    of_graph, of_op = tf.get_seed(seed)
    return of_graph if seed is None else of_op


def _pixel_dtype(dtype):
    try:
        given = np.dtype(getattr(dtype, "as_numpy_dtype", dtype))
    except TypeError:
        given = None
    if given is None or given.name not in _DTYPES:
        raise InputError("dtype", dtype, " or ".join(_DTYPES))
    return given
