"""Where trials run: folders, a server, silence, and an end to those that hang."""

import contextlib
import shutil
import tempfile
import threading

import tensorflow.compat.v1 as tf

from tf1_updates.compose.silence import silence

# A trial takes a second or two; what has not answered by then waits for ever.
LIMIT_SECONDS = 60.0

# How long an interrupted trial may take to come to its end, so that its files can be removed.
GRACE_SECONDS = 10.0


class Hung(Exception):
    """A trial did not answer in time."""


class Bench:
    """Gives trials what they need and takes it back; use it in a `with`.

    TensorFlow's server cannot be shut down, so that one serves all trials and ends with the
    process. It is started when a trial first asks for it. We speak to it by the loopback address;
    but TensorFlow lets it listen on a free port of every address, and asks nobody who he is.

    Args:
        limit_seconds: how long a trial may take.

    >>> with Bench() as bench:
    ...     bench.run(lambda: 6 * 7)
    42
    """

    def __init__(self, limit_seconds=LIMIT_SECONDS):
        self._limit_seconds = limit_seconds
        self._server = None

    def __enter__(self):
        self._folder = tempfile.mkdtemp(prefix="tf1-updates-")
        self._to_close = contextlib.ExitStack()
        self._to_close.callback(shutil.rmtree, self._folder, ignore_errors=True)
        self._to_close.enter_context(silence())
        return self

    def __exit__(self, *problem):
        self._server = None  # left to Python's exit, it would complain on TensorFlow 1.15
        self._to_close.close()

    def folder(self):
        """Return a new, empty folder, which goes when the bench does."""
        return tempfile.mkdtemp(dir=self._folder)

    def server_target(self):
        """Return the address of a server in this process that holds no variables yet."""
        if self._server is None:
            self._server = tf.train.Server.create_local_server()
        tf.Session.reset(self._server.target)
        return self._server.target

    def run(self, work):
        """Return what `work()` returns, or raise what it raises.

        It runs in a thread of its own: nothing else can leave a session call that blocks.

        Raises:
            Hung: it takes longer than the limit; the thread is left behind, and so is the server.
        """
        outcome = {}

        def record():
            try:
                outcome["value"] = work()
            except BaseException as problem:
                outcome["problem"] = problem

        thread = threading.Thread(target=record, daemon=True)
        thread.start()
        try:
            thread.join(self._limit_seconds)
        except KeyboardInterrupt:
            thread.join(GRACE_SECONDS)
            raise
        if thread.is_alive():
            self._server = None
            raise Hung("gave no answer within {:g} seconds".format(self._limit_seconds))
        if "problem" in outcome:
            raise outcome["problem"]
        return outcome["value"]
