"""Softmax regression on handwritten digits: the model of answer 2's program (A2m).

p = softmax(x w)          loss = mean over the batch of -log p[the digit]
"""

from collections import OrderedDict

import numpy as np
import tensorflow.compat.v1 as tf

from tf1_updates.problems.base import Problem


class SoftmaxDigits(Problem):
    """784x10 weights from zeros, no bias, batches of 100 digits in a seeded order.

    Args:
        images: float32 [n, 784], pixels from 0 to 1.
        one_hot: float32 [n, 10], the digits as one-hot rows.
        seed: whole number, for the order of the batches; each epoch has an order of its own.
        batch_size: digits in a batch.

    >>> problem = SoftmaxDigits(np.ones([4, 784], np.float32), np.eye(10, dtype=np.float32)[:4])
    >>> problem.gradients({"weights": np.zeros([784, 10])}, 0)["weights"].shape
    (784, 10)
    """

    name = "softmax_digits"

    def __init__(self, images, one_hot, seed=0, batch_size=100):
        self._images, self._one_hot = images, one_hot
        self._seed = seed
        self._batch_size = min(batch_size, len(images))
        zeros = np.zeros([images.shape[1], one_hot.shape[1]], np.float32)
        self._start = OrderedDict(weights=zeros)
        self._epoch, self._order = None, None

    def batch(self, number):
        """Return (images, one-hot digits) of that step's batch; an epoch's rest is left out."""
        chosen = self._chosen(number)
        return self._images[chosen], self._one_hot[chosen]

    def _chosen(self, number):
        epoch, position = divmod(number, len(self._images) // self._batch_size)
        if epoch != self._epoch:
            random = np.random.RandomState((self._seed + 7919 * epoch) % 2**32)
            self._epoch, self._order = epoch, random.permutation(len(self._images))
        return self._order[position * self._batch_size :][: self._batch_size]

    def _batch_source(self, count):
        # The digits once, and each batch as a row of their positions.
        rows = tf.constant(np.stack([self._chosen(number) for number in range(count)]), tf.int32)
        images, one_hot = tf.constant(self._images), tf.constant(self._one_hot)

        def take(number):
            chosen = tf.gather(rows, number)
            return tf.gather(images, chosen), tf.gather(one_hot, chosen)

        return take

    def gradients(self, weights, number):
        """Return `x^T (p - y) / batch size`; see `Problem.gradients`."""
        images, one_hot = (array.astype(np.float64) for array in self.batch(number))
        logits = images @ weights["weights"].astype(np.float64)
        powers = np.exp(logits - logits.max(axis=1, keepdims=True))
        probabilities = powers / powers.sum(axis=1, keepdims=True)
        return {"weights": images.T @ (probabilities - one_hot) / len(images)}

    def _placeholders(self):
        rows, columns = self._start["weights"].shape
        return [
            tf.placeholder(tf.float32, [None, rows]),
            tf.placeholder(tf.float32, [None, columns]),
        ]

    def _loss(self, variables, fed):
        images, one_hot = fed
        logits = tf.matmul(images, variables["weights"])
        losses = tf.nn.softmax_cross_entropy_with_logits_v2(labels=one_hot, logits=logits)
        return tf.reduce_mean(losses)
