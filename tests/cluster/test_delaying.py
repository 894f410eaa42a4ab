"""The relay: what goes in comes out, later, by a clock that is counted and not waited for."""

import socket
import threading
import time

from tf1_updates.cluster.delaying import delayed


def echo_server(listening):
    """Send back what comes, until the other side hangs up."""
    while True:
        try:
            connection = listening.accept()[0]
        except OSError:
            return
        with connection:
            send_back(connection)


def send_back(connection):
    for data in iter(lambda: connection.recv(65536), b""):
        connection.sendall(data)


def received(connection, count):
    found = b""
    while len(found) < count:
        more = connection.recv(65536)
        assert more
        found += more
    return found


def test_all_bytes_pass_in_order_and_each_way_is_slept_for():
    slept = []

    def sleep(seconds):
        slept.append(seconds)

    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen(1)
        threading.Thread(target=echo_server, args=[listening], daemon=True).start()
        address = "{}:{}".format(*listening.getsockname())
        with delayed(address, 0.25, clock=lambda: 7.0, sleep=sleep) as relay:
            host, port = relay.split(":")
            with socket.create_connection((host, int(port)), 60) as connection:
                sent = bytes(range(256)) * 1000
                connection.sendall(sent)
                assert received(connection, len(sent)) == sent
    assert len(slept) >= 2 and set(slept) == {0.25}  # at least once in each direction


def test_a_round_trip_takes_both_delays_at_least():
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen(1)
        threading.Thread(target=echo_server, args=[listening], daemon=True).start()
        with delayed("{}:{}".format(*listening.getsockname()), 0.05) as relay:
            host, port = relay.split(":")
            with socket.create_connection((host, int(port)), 60) as connection:
                start = time.monotonic()
                connection.sendall(b"there and back")
                assert received(connection, 14) == b"there and back"
                passed = time.monotonic() - start
    # The sum of the sleeps, not a measure of speed: a sleep is never shorter than asked for.
    assert passed >= 2 * 0.05 - 1e-3


def test_nothing_listens_any_more_when_it_is_left():
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen(1)
        with delayed("{}:{}".format(*listening.getsockname()), 0.0) as relay:
            pass
        host, port = relay.split(":")
        try:
            socket.create_connection((host, int(port)), 5).close()
        except OSError:
            return
        raise AssertionError("somebody answers")
