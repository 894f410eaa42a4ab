"""Keeps TensorFlow's notices to itself: a failed trial is a finding, not a page of log."""

import contextlib
import sys
import threading
import warnings

import tensorflow.compat.v1 as tf


@contextlib.contextmanager
def silence():
    """Inside the `with`, TensorFlow logs nothing, nobody warns, and threads print no traceback.

    What the calling thread writes to stderr, such as a progress bar, still comes through. All is as
    before after the `with`.

    >>> before = tf.logging.get_verbosity()
    >>> with silence():
    ...     tf.logging.warning("not seen")
    >>> tf.logging.get_verbosity() == before
    True
    """
    verbosity, stderr = tf.logging.get_verbosity(), sys.stderr
    tf.logging.set_verbosity(tf.logging.FATAL)
    sys.stderr = _OfOneThread(stderr)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        sys.stderr = stderr
        tf.logging.set_verbosity(verbosity)


class _OfOneThread:
    """A stream that passes on what the thread that made it writes, and drops what others write."""

    def __init__(self, stream):
        self._stream, self._thread = stream, threading.current_thread()

    def write(self, text):
        if threading.current_thread() is self._thread:
            return self._stream.write(text)
        return len(text)

    def __getattr__(self, name):
        return getattr(self._stream, name)
