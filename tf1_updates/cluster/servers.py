"""Starts the processes of a cluster, notices when one ends, and leaves none behind."""

import contextlib
import socket
import time

from tf1_updates.cluster.private_network import LOOPBACK
from tf1_updates.cluster.started_server import ServerProcess
from tf1_updates.errors import UnsupportedError

# Loading TensorFlow takes some ten seconds of one core, and servers share the cores.
SECONDS_TO_START = 60.0
SECONDS_TO_START_EACH = 30.0


def free_addresses(tasks):
    """Return an address on the loopback interface for each server, by job.

    Args:
        tasks: list of (job, number within the job), each job's numbers in order.

    Returns:
        A dictionary from job to list of `host:port`, which is what `tf.train.ClusterSpec` takes.

    >>> addresses = free_addresses([("ps", 0), ("worker", 0), ("worker", 1)])
    >>> len(addresses["ps"]), len(set(addresses["worker"]))
    (1, 2)
    """
    addresses = {}
    with contextlib.ExitStack() as sockets:  # all open at once, so that all ports differ
        for job, _ in tasks:
            one = sockets.enter_context(socket.socket())
            one.bind((LOOPBACK, 0))
            addresses.setdefault(job, []).append("{}:{}".format(*one.getsockname()))
    return addresses


def seconds_to_start(count):
    """Return how long so many servers may take until all of them listen.

    >>> seconds_to_start(3) - seconds_to_start(2) == SECONDS_TO_START_EACH
    True
    """
    return SECONDS_TO_START + SECONDS_TO_START_EACH * count


@contextlib.contextmanager
def servers(tasks, start=ServerProcess):
    """Run one server process per task inside the `with`; gives a list of them, all listening.

    Whoever starts one of them anew puts it into the list in the place of the old one.

    Args:
        tasks: list of (job, number within the job).
        start: function from (addresses, job, task) to a `ServerProcess`.

    Raises:
        UnsupportedError: one of them did not come up, or ended before the `with` did.
    """
    addresses = free_addresses(tasks)
    deadline = time.monotonic() + seconds_to_start(len(tasks))
    started = []
    try:
        for job, task in tasks:
            started.append(start(addresses, job, task))
        for server in started:
            server.answer(deadline)
        try:
            yield started
        except Exception:
            check_all_run(started)  # which is why it came to that
            raise
        check_all_run(started)
    finally:
        end_all(started)


def end_all(started):
    """End servers and wait until they are gone: all at once, for each takes a moment.

    Args:
        started: list of `ServerProcess`.
    """
    for server in started:
        server.hang_up()
    for server in started:
        server.close()


def check_all_run(started):
    """Refuse to go on if one of the servers has ended.

    Raises:
        UnsupportedError: naming the server and how it ended.
    """
    for server in started:
        how = server.how_it_ended()
        if how:
            problem = "the server {} {} in mid-run".format(server.name, how)
            raise UnsupportedError("--cluster", problem, "run again") from None
