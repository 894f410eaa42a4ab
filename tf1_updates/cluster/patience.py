"""An end to waiting for a server that does not come back."""

import queue
import threading


class ServerLost(RuntimeError):
    """A server of the cluster is gone, or did not answer in time."""


def watched(work, seconds):
    """Return what `work(beat)` returns, as long as it calls `beat()` often enough.

    A monitored session whose server is gone closes its old session, which waits for that server,
    and then makes a new one, again and again, for a server may be started anew. Both go on for
    ever, and no time limit of TensorFlow's ends them. So the work is done in a thread, which is
    left behind if it does not come back: nothing else can leave a call that blocks.

    Args:
        work: function of one argument, `beat`, to be called at each step.
        seconds: the longest that may pass without a beat.

    Raises:
        ServerLost: that much has passed.

    >>> watched(lambda beat: 6 * 7, seconds=10)
    42
    >>> watched(lambda beat: threading.Event().wait(), seconds=0.01)
    Traceback (most recent call last):
        ...
    tf1_updates.cluster.patience.ServerLost: a server of the cluster is gone: no step within \
0.01 seconds
    """
    happened = queue.Queue()

    def run():
        try:
            happened.put(("returned", work(lambda: happened.put(("beat", None)))))
        except BaseException as problem:
            happened.put(("raised", problem))

    threading.Thread(target=run, daemon=True).start()
    while True:
        try:
            what, value = happened.get(timeout=seconds)
        except queue.Empty:
            text = "a server of the cluster is gone: no step within {:g} seconds"
            raise ServerLost(text.format(seconds)) from None
        if what == "returned":
            return value
        if what == "raised":
            raise value
