"""Starts the processes of a cluster, notices when one ends, and leaves none behind."""

import contextlib
import json
import os
import select
import signal
import socket
import subprocess
import sys
import time

from tf1_updates.cluster.private_network import LOOPBACK
from tf1_updates.errors import UnsupportedError

# Loading TensorFlow takes some ten seconds of one core, and servers share the cores.
SECONDS_TO_START = 60.0
SECONDS_TO_START_EACH = 30.0
# A process that has been told to end and does not is killed after this many seconds.
GRACE = 5.0


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


class ServerProcess:
    """One server of a cluster, in a process of its own.

    Args:
        addresses: as `free_addresses` returns them.
        job, task: which of them it is.
        program: what it runs once it is up, as in `server_process`; `None` for nothing.
        module: the module that is run; for tests.
    """

    def __init__(
        self, addresses, job, task, program=None, module="tf1_updates.cluster.server_process"
    ):
        self.name = "{} {}".format(job, task)
        self.address = addresses[job][task]
        self._received = b""
        self._process = subprocess.Popen(
            [sys.executable, "-m", module],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=dict(
                os.environ,
                PYTHONPATH=os.pathsep.join(filter(None, sys.path)),
                no_grpc_proxy=LOOPBACK,  # a proxy would not find its way back
            ),
        )
        request = {"addresses": addresses, "job": job, "task": task, "program": program}
        with contextlib.suppress(OSError):  # it has ended; whoever waits for its answer is told
            self._process.stdin.write((json.dumps(request) + "\n").encode("ascii"))
            self._process.stdin.flush()

    @property
    def process_id(self):
        """The number by which the system knows the process."""
        return self._process.pid

    @property
    def output(self):
        """The file descriptor that its answers come from; it is at its end when it ends."""
        return self._process.stdout.fileno()

    def wait(self, seconds):
        """Wait until it has ended, but no longer than that."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(seconds)

    def answer(self, deadline):
        """Return the next thing that it says, a dictionary.

        Args:
            deadline: value of `time.monotonic()` at which waiting ends.

        Raises:
            UnsupportedError: it ended, it failed, or it did not say anything in time.
        """
        while b"\n" not in self._received:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([self.output], [], [], left)[0]:
                raise self._refusal("gave no answer in time")
            more = os.read(self.output, 65536)
            if not more:
                self.wait(GRACE)
                raise self._refusal(self.how_it_ended() or "closed its output")
            self._received += more
        line, self._received = self._received.split(b"\n", 1)
        answer = json.loads(line.decode("ascii"))
        if answer["failed"]:
            raise self._refusal("failed with " + answer["failed"])
        return answer

    def how_it_ended(self):
        """Return how the process ended, as a phrase; `None` while it runs."""
        status = self._process.poll()
        if status is None:
            return None
        with contextlib.suppress(ValueError):
            return "ended with " + signal.Signals(-status).name
        return "ended with status {}".format(status)

    def _refusal(self, what):
        return UnsupportedError(
            "--cluster", "the server {} {}".format(self.name, what), "run again"
        )

    def hang_up(self):
        """Tell the process to end, without waiting for it."""
        with contextlib.suppress(OSError):
            self._process.stdin.close()

    def kill(self):
        """End it at once, as the system does when memory runs out."""
        self._process.kill()
        self._process.wait()

    def close(self):
        """End the process, and wait until it is gone."""
        self.hang_up()
        try:
            self.wait(GRACE)
        finally:
            self._process.kill()
            self._process.wait()
            self._process.stdout.close()


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
        for server in started:  # all at once, for each takes a moment
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
