"""Trains on a cluster: each worker in its server's process, as a program of TensorFlow 1 does.

A worker that trains alone and was lost is started again by itself, and goes on from the last
checkpoint. Of several workers, all servers are started again: a gradient that was sent before its
worker was lost would wait on the parameter server, where TensorFlow does not know whose it is, and
the new worker would send it once more. New servers hold nothing but the checkpoint.
"""

import contextlib
import time

from tf1_updates.cluster.private_network import check_alone
from tf1_updates.cluster.servers import end_all, seconds_to_start, servers
from tf1_updates.cluster.started_server import ServerProcess


class Training:
    """The workers of a training and what each is to do; `start` makes one, or makes it anew.

    Args:
        shape: the `Shape` of the cluster.
        **arguments: `steps`, `made_from`, `folder`, `save_steps` and `call_seconds` of
            `replica.train`.
    """

    def __init__(self, shape, **arguments):
        self._shape, self._arguments = shape, arguments

    def start(self, addresses, job, task):
        """Return the `ServerProcess` of one server; a worker's begins to train."""
        arguments = dict(self._arguments, task=task, workers=self._shape.workers, ps=self._shape.ps)
        program = ["tf1_updates.cluster.replica:train", arguments] if job == "worker" else None
        return ServerProcess(addresses, job, task, program)

    def start_again(self, started):
        """Replace the servers that have ended, all of them where several workers train together.

        Args:
            started: list of `ServerProcess`, as `running` gives it; it is changed.

        Raises:
            UnsupportedError: one of them does not come up.
        """
        tasks = self._shape.tasks()
        lost = [place for place, each in enumerate(started) if each.how_it_ended()]
        if self._shape.workers > 1 and lost:
            lost = range(len(started))
        addresses = {}
        for (job, _), server in zip(tasks, started):
            addresses.setdefault(job, []).append(server.address)
        end_all([started[place] for place in lost])
        deadline = time.monotonic() + seconds_to_start(len(lost))
        for place in lost:
            started[place] = self.start(addresses, *tasks[place])
        for place in lost:
            started[place].answer(deadline)

    @contextlib.contextmanager
    def running(self, bind_all_interfaces=False):
        """Train inside the `with`; gives the list of `ServerProcess`, parameter servers first.

        Raises:
            UnsupportedError: as for `cluster.running`.
        """
        if not bind_all_interfaces:
            check_alone()
        with servers(self._shape.tasks(), self.start) as started:
            yield started


def results(started, seconds):
    """Return what `replica.train` returned in each worker.

    Args:
        started: list of `ServerProcess`, as `Training.running` gives it.
        seconds: how long that may take.

    Raises:
        UnsupportedError: a worker failed or was not done in time, or one of the servers ended.
    """
    deadline = time.monotonic() + seconds
    workers = [server for server in started if server.name.startswith("worker")]
    return [worker.answer(deadline)["returned"] for worker in workers]
