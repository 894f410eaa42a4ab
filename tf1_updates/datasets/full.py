"""The full MNIST set, 60,000 and 10,000 digits, through Keras: the only source that may fetch.

If Keras has fetched it before, its `mnist.npz` is read where it lies, with neither the network nor
TensorFlow. If not, Keras fetches it under another name in its own cache, and only a file that is
whole gets the name `mnist.npz`: Keras itself leaves a damaged download under that name.
"""

import contextlib
import io
import os
import socket
import uuid

from tf1_updates.datasets import npz
from tf1_updates.errors import InputError

FILE = "mnist.npz"
# The sum that `keras.datasets.mnist` itself states for its file.
SHA256 = "731c5ac602752760c8e48fbffcf8c3b850d9dc2a2aedcf2cc48468fc17b673d1"
# Keras sets no time limit: without one, a network that swallows packets hangs for minutes.
SECONDS_WITHOUT_DATA = 30
# Where Keras goes when the home folder cannot be written. It names the folder outright, whatever
# the environment says of temporary folders.
FALLBACK = os.path.join(os.sep, "tmp")


def read():
    """Return the full set from Keras's cache, fetched into it first if it is not there.

    Returns:
        `Pixels`, images uint8 [n, 784] and labels uint8 [n], and the path they were read from.

    Raises:
        InputError: the fetch failed, and the cache is as it was before; or the file in the cache is
            damaged.
    """
    path = cached()
    if path is None:
        _fetch()
        path = cached()
    return read_cached(path), path


def read_cached(path):
    """Read Keras's own `mnist.npz`, whose sum is known; a refusal says how to mend it."""
    try:
        return npz.read_file(path, {FILE: SHA256})
    except InputError as problem:
        allowed = problem.allowed + "; delete the file and Keras will fetch it again"
        raise InputError(problem.argument, problem.given, allowed) from None


def cached():
    """Return the path of Keras's `mnist.npz`, or None if it has not been fetched."""
    paths = [os.path.join(folder, FILE) for folder in _caches()]
    return next(filter(os.path.exists, paths), None)


def _caches():
    """The folders that Keras may use: its own choice depends on its version and on permissions."""
    homes = [os.environ["KERAS_HOME"]] if os.environ.get("KERAS_HOME") else []
    homes += [os.path.join(parent, ".keras") for parent in ("~", FALLBACK)]
    return [os.path.join(os.path.expanduser(home), "datasets") for home in homes]


def _fetch():
    name = ".tf1-updates-{}.npz".format(uuid.uuid4().hex)
    paths = [os.path.join(folder, name) for folder in _caches()]
    seconds = socket.getdefaulttimeout()
    try:
        import tensorflow as tf

        socket.setdefaulttimeout(SECONDS_WITHOUT_DATA)
        with contextlib.redirect_stdout(io.StringIO()):  # a progress bar
            tf.keras.datasets.mnist.load_data(path=name)
        path = next(filter(os.path.exists, paths), None)
        if path is None:
            raise FileNotFoundError("Keras left no file in its cache")
        npz.read_file(path, {name: SHA256})
        os.replace(path, os.path.join(os.path.dirname(path), FILE))
    except Exception as problem:  # Keras wraps every failure in a bare Exception
        allowed = "bundled, which needs no network (the full set could not be fetched: {})"
        reason = _received(paths) or str(problem).replace("None -- ", "")  # no HTTP status
        raise InputError("--data", "full", allowed.format(" ".join(reason.split()))) from None
    finally:  # Ctrl-C too
        socket.setdefaulttimeout(seconds)
        for path in filter(os.path.exists, paths):
            os.unlink(path)


def _received(paths):
    """What a server sent in place of the file, if Keras kept it: a log-in page, a part of it."""
    for path in filter(os.path.exists, paths):
        try:
            npz.read_file(path, {os.path.basename(path): SHA256})
        except InputError as problem:
            return "{} came".format(problem.given)
    return None
