"""A longer way to a server: what passes through a relay arrives later, as over a longer cable."""

import contextlib
import queue
import socket
import threading
import time

from tf1_updates.cluster.private_network import LOOPBACK


@contextlib.contextmanager
def delayed(address, seconds, clock=time.monotonic, sleep=time.sleep):
    """Relay connections to a server inside the `with`; gives the relay's own address.

    Each byte is passed on so many seconds after it came, in both directions. Bytes that follow one
    another are all on their way at once: the delay costs time, and no bandwidth.

    Args:
        address: `host:port` of the server.
        seconds: of delay each way; a round trip is longer by twice that.
        clock, sleep: as in `time`.
    """
    host, port = address.rsplit(":", 1)
    with contextlib.ExitStack() as sockets:
        listening = sockets.enter_context(socket.socket())
        listening.bind((LOOPBACK, 0))
        listening.listen(16)

        def accept():
            while True:
                try:
                    near = listening.accept()[0]
                except OSError:  # it was closed
                    return
                far = socket.create_connection((host, int(port)))
                for one, other in ((near, far), (far, near)):
                    one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                    sockets.callback(_hang_up, one)
                    _start(_pass_on, one, other, seconds, clock, sleep)

        _start(accept)
        yield "{}:{}".format(*listening.getsockname())
        listening.shutdown(socket.SHUT_RDWR)  # wakes `accept`


def _start(work, *arguments):
    threading.Thread(target=work, args=arguments, daemon=True).start()


def _hang_up(one):
    with contextlib.suppress(OSError):
        one.shutdown(socket.SHUT_RDWR)
    one.close()


def _pass_on(source, sink, seconds, clock, sleep):
    """Send to `sink` what comes from `source`, later."""
    waiting = queue.Queue()

    def send():
        with contextlib.suppress(OSError):
            for data, due in iter(waiting.get, None):
                sleep(max(0.0, due - clock()))
                sink.sendall(data)
            sink.shutdown(socket.SHUT_WR)

    _start(send)
    with contextlib.suppress(OSError):
        for data in iter(lambda: source.recv(65536), b""):
            waiting.put((data, clock() + seconds))
    waiting.put(None)
