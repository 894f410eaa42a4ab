"""A cluster that runs while a `with` does, and what a session on it has to be told."""

import contextlib
import socket

from tf1_updates.cluster.private_network import check_alone
from tf1_updates.cluster.servers import servers
from tf1_updates.cluster.started_server import ServerProcess
from tf1_updates.cluster.watching import watching
from tf1_updates.placement import Placement


@contextlib.contextmanager
def running(shape, bind_all_interfaces=False, on_lost=None, start=ServerProcess):
    """Run a cluster of this shape inside the `with`; gives the `Placement` of sessions on it.

    The variables are on the parameter servers, all else is on the first worker, which the session
    speaks to. The other workers are members of each session and get no work from it.

    Args:
        shape: a `Shape`.
        bind_all_interfaces: whether servers may be started that can be reached from outside.
            Otherwise `private_network.enter` has to be called before TensorFlow is loaded.
        on_lost: as for `watching`; otherwise the loss of a server is told when the `with` ends,
            and calls that wait for it end with their time limit.
        start: as for `servers`.

    Raises:
        UnsupportedError: servers could be reached from outside; one of them did not come up, or
            ended before the `with` did.
    """
    if not bind_all_interfaces:
        check_alone()
    with servers(shape.tasks(), start) as started:
        first = next(server for server in started if server.name == "worker 0")
        with watching(started, on_lost or (lambda refusal: None)):
            yield Placement("grpc://" + first.address, "/job:worker/task:0", shape.ps)


def reach(target, seconds=5.0):
    """Open a connection to a server and close it again, so that a wrong address is known at once.

    Args:
        target: `grpc://host:port`, as `commands.target_options` accepts it.
        seconds: how long that may take.

    Returns:
        `None`, or why nobody was reached, as a phrase.
    """
    host, port = target[len("grpc://") :].rsplit(":", 1)
    try:
        with socket.create_connection((host.strip("[]"), int(port)), seconds):
            return None
    except OSError as problem:
        return problem.strerror or str(problem)
