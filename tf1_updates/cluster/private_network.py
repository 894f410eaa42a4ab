"""Puts this process into a network of its own, in which there is nothing but its own loopback.

TensorFlow's server listens on every address of the machine, whatever the cluster's description
says, has no option for it, and asks nobody who he is: whoever reaches its port can run what he
likes. Linux can give a process a network namespace of its own. What listens there is out of reach
for all other processes of the machine and for other machines; its child processes are in it too.

    unshare(network)                      where the process may
    unshare(user and network)             where it may not: a user namespace in which it has the
                                          rights that it needs, and is who it was for files
    ioctl(loopback, up)

The process stays there until it ends, so it can fetch nothing from outside any more.
"""

import ctypes
import os
import socket
import struct
import sys

from tf1_updates.errors import UnsupportedError

# <linux/sched.h>, <linux/sockios.h>, <linux/if.h>
CLONE_NEWUSER, CLONE_NEWNET = 0x10000000, 0x40000000
SIOCGIFFLAGS, SIOCSIFFLAGS, IFF_UP = 0x8913, 0x8914, 0x1
# struct ifreq: an interface's name, its flags, and the rest of the union.
_REQUEST = "16sh22x"
LOOPBACK = "127.0.0.1"

_CURE = "--bind-all-interfaces starts the servers all the same, open to whoever reaches the machine"


def enter():
    """Leave the machine's network for an empty one; call it before TensorFlow is imported.

    Raises:
        UnsupportedError: the system does not allow it; one line, and the network is as it was.
    """
    refusal = _leave()
    if refusal:
        problem = "no network of its own for the servers, for {}".format(refusal)
        raise UnsupportedError("--cluster", problem, _CURE)
    _switch_loopback_on()


def is_alone():
    """Return whether this process's network has nothing but the loopback interface.

    >>> isinstance(is_alone(), bool)
    True
    """
    return [name for _, name in socket.if_nameindex()] == ["lo"]


def check_alone():
    """Refuse to start servers where others could reach them.

    Raises:
        UnsupportedError: `enter` was not called.
    """
    if not is_alone():
        problem = "TensorFlow's servers would listen on every address of this machine"
        raise UnsupportedError("--cluster", problem, "call private_network.enter() first")


def _leave():
    """Return why the process is still where it was, or `None`."""
    if not sys.platform.startswith("linux"):
        return "that takes Linux"
    # A thread that was there before stays in the old network. (Sockets made by it would, too.)
    if "tensorflow" in sys.modules:
        return "TensorFlow is loaded already"
    user, group = os.getuid(), os.getgid()  # unknown to the new namespace until it is told
    try:
        try:
            _unshare(CLONE_NEWNET)
        except PermissionError:
            _unshare(CLONE_NEWUSER | CLONE_NEWNET)
            _keep_identity(user, group)
    except OSError as problem:
        return "the system says: {}".format(problem.strerror)
    return None


def _unshare(flags):
    if hasattr(os, "unshare"):  # Python 3.12
        os.unshare(flags)
        return
    if ctypes.CDLL(None, use_errno=True).unshare(flags):
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))


def _keep_identity(user, group):
    """In the new user namespace, be the user and the group that one was."""
    # The kernel takes a group only from those who cannot drop groups any more.
    for name, line in [("setgroups", "deny"), ("uid_map", user), ("gid_map", group)]:
        line = line if line == "deny" else "{0} {0} 1".format(line)
        with open("/proc/self/" + name, "w") as file:
            file.write(line)


def _switch_loopback_on():
    import fcntl

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        request = struct.pack(_REQUEST, b"lo", 0)
        answer = fcntl.ioctl(any_socket, SIOCGIFFLAGS, request)
        _, flags = struct.unpack(_REQUEST, answer)
        fcntl.ioctl(any_socket, SIOCSIFFLAGS, struct.pack(_REQUEST, b"lo", flags | IFF_UP))
