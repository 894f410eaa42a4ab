"""A session that counts what crosses it: calls, bytes fed and bytes fetched."""

import numpy as np


class CountingSession:
    """Stands in for a `tf.Session`, for `session.run` and for `tensor.eval(session=...)`.

    Args:
        session: the session that does the work.

    Attributes:
        runs: calls of `run` so far.
        bytes_fed, bytes_fetched: sizes of the arrays that went in and came out so far.

    >>> import tensorflow.compat.v1 as tf
    >>> with tf.Graph().as_default(), tf.Session() as session:
    ...     fed = tf.placeholder(tf.float32, [3])
    ...     counting = CountingSession(session)
    ...     total = tf.reduce_sum(fed).eval({fed: [1.0, 2.0, 3.0]}, session=counting)
    >>> counting.runs, counting.bytes_fed, counting.bytes_fetched
    (1, 12, 4)
    """

    def __init__(self, session):
        self._session = session
        self.runs = self.bytes_fed = self.bytes_fetched = 0

    @property
    def graph(self):
        """The session's graph, which `tensor.eval` asks for."""
        return self._session.graph

    def run(self, fetches, feed_dict=None):
        """Run as the session does, and count."""
        self.runs += 1
        self._count_fed((feed_dict or {}).items())
        result = self._session.run(fetches, feed_dict)
        self.bytes_fetched += _size_in_bytes(result)
        return result

    def make_callable(self, fetches, feed_list):
        """Return the session's own callable, counted at each call."""
        call = self._session.make_callable(fetches, feed_list)

        def counted(*values):
            self.runs += 1
            self._count_fed(zip(feed_list, values))
            result = call(*values)
            self.bytes_fetched += _size_in_bytes(result)
            return result

        return counted

    def _count_fed(self, pairs):
        for fed, value in pairs:
            self.bytes_fed += np.asarray(value, fed.dtype.base_dtype.as_numpy_dtype).nbytes


def _size_in_bytes(result):
    if result is None:  # an op's result
        return 0
    if isinstance(result, dict):
        return sum(_size_in_bytes(part) for part in result.values())
    if isinstance(result, (list, tuple)):
        return sum(_size_in_bytes(part) for part in result)
    return np.asarray(result).nbytes
