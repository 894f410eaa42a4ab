"""One server of a cluster in a process of its own, as its parent sees it."""

import contextlib
import json
import os
import select
import signal
import subprocess
import sys
import time

from tf1_updates.cluster.private_network import LOOPBACK
from tf1_updates.errors import UnsupportedError

# A process that has been told to end and does not is killed after this many seconds.
GRACE = 5.0


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
