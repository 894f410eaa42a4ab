"""Says at once when a server ends, also while the main thread is in a call that waits for it."""

import contextlib
import os
import select
import threading

from tf1_updates.cluster.servers import check_all_run
from tf1_updates.errors import UnsupportedError

# The output of a process closes a moment before the system knows how it ended.
SECONDS_UNTIL_KNOWN = 5.0


@contextlib.contextmanager
def watching(started, on_lost):
    """Call `on_lost(refusal)` in another thread if a server ends inside the `with`.

    The thread sleeps until then, and takes no time from what is measured.

    Args:
        started: list of `ServerProcess` without programs, as `servers` gives it.
        on_lost: function of the `UnsupportedError` that names the server and how it ended.
    """
    awake, wake = os.pipe()

    def watch():
        outputs = {server.output: server for server in started}
        ready = select.select([awake] + list(outputs), [], [])[0]
        if awake in ready:
            return
        outputs[ready[0]].wait(SECONDS_UNTIL_KNOWN)
        try:
            check_all_run(started)
        except UnsupportedError as refusal:
            on_lost(refusal)

    thread = threading.Thread(target=watch, daemon=True)
    thread.start()
    try:
        yield
    finally:
        os.close(wake)
        thread.join()
        os.close(awake)
