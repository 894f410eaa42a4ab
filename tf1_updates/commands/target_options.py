"""`--cluster`, `--target` and `--device`: where a comparison runs, as text and checked."""

import re
from typing import NamedTuple, Optional

from tf1_updates.cluster.shape import Shape, parse_shape
from tf1_updates.devices import full_name
from tf1_updates.errors import InputError

_TARGET = re.compile(r"grpc://([\w.-]+|\[[0-9a-fA-F:]+\]):([0-9]{1,5})", re.ASCII)


class Where(NamedTuple):
    """Where a comparison runs: in this process unless one of these says otherwise.

    Attributes:
        shape: `Shape` of the cluster to start, or `None`.
        bind_all_interfaces: whether its servers may be reached from outside.
        target: address of a server that runs already, or `None`.
        device: full name of a device, or `None`.
        device_option: the device as it was given.
    """

    shape: Optional[Shape] = None
    bind_all_interfaces: bool = False
    target: Optional[str] = None
    device: Optional[str] = None
    device_option: Optional[str] = None

    def settings(self):
        """Return what a saved comparison says of it: nobody's host is named."""
        found = {}
        if self.shape:
            found = {"session": "cluster", "cluster": str(self.shape)}
            found["bind_all_interfaces"] = self.bind_all_interfaces
        elif self.target:
            found = {"session": "target"}
        if self.device_option is not None:
            found["device_option"] = self.device_option
        return found


def add_target_options(parser):
    """Add the options to a parser, as a group of their own."""
    group = parser.add_argument_group(
        "where it runs",
        "TensorFlow's distributed runtime has no authentication: whoever reaches the port of a "
        "server can run anything as its user. The servers that --cluster starts are in a network "
        "of their own, which nothing outside can reach, and end with this process.",
    )
    add = group.add_argument
    add("--cluster", metavar="SHAPE", help="start servers and run on them, such as 1ps,2workers")
    add("--target", metavar="ADDRESS", help="run on a server of yours, grpc://HOST:PORT")
    add("--device", metavar="NAME", help="place the ops on this device, such as /GPU:0")
    add(
        "--bind-all-interfaces",
        action="store_true",
        help="with --cluster, where the system gives no network of its own: let TensorFlow's "
        "servers listen on every address of this machine",
    )


def checked_where(options):
    """Return the `Where` that the options ask for.

    Raises:
        InputError: naming the option, the value given and what is allowed.
    """
    if options.target is not None and options.cluster is not None:
        raise InputError("--target", options.target, "nothing beside --cluster")
    if options.bind_all_interfaces and options.cluster is None:
        raise InputError("--bind-all-interfaces", True, "nothing without --cluster")
    found = options.target and _TARGET.fullmatch(options.target)
    if options.target is not None and not (found and 0 < int(found.group(2)) < 65536):
        raise InputError("--target", options.target, "a server's address, grpc://HOST:PORT")
    return Where(
        shape=None if options.cluster is None else parse_shape(options.cluster),
        bind_all_interfaces=options.bind_all_interfaces,
        target=options.target,
        device=None if options.device is None else full_name(options.device),
        device_option=options.device,
    )


def enter_private_network(where):
    """Leave the machine's network if servers are to be started that nothing outside may reach.

    That has to come before anything is imported that starts threads, such as NumPy.

    Raises:
        UnsupportedError: the system does not allow it.
    """
    if where.shape and not where.bind_all_interfaces:
        from tf1_updates.cluster import private_network

        private_network.enter()
