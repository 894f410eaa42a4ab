"""Whether other programs kept the machine busy while it was measured."""

import os
import time
from typing import NamedTuple, Optional

MOST_BY_OTHERS = 0.10  # of all processors
MOST_WAITING = 0.5  # programs per processor


class Reading(NamedTuple):
    """The machine at one moment; what the system cannot tell is `None`.

    Attributes:
        seconds: a clock's reading.
        cpus: processors that may be used.
        average: programs that ran or waited, averaged over the last minute.
        busy_seconds: processor seconds used by all programs since the machine was started.
        own_seconds: processor seconds used by this program and the programs that it started.
    """

    seconds: float
    cpus: int
    average: Optional[float]
    busy_seconds: Optional[float]
    own_seconds: Optional[float]


def read_machine():
    """Return the `Reading` of this machine now, by psutil.

    >>> read_machine().cpus >= 1
    True
    """
    import psutil

    try:
        average = os.getloadavg()[0]
    except (AttributeError, OSError):  # Windows
        average = None
    spent, own = psutil.cpu_times(), psutil.Process().cpu_times()
    unused = ("idle", "iowait", "guest", "guest_nice")  # guests' time is in user's already
    busy = sum(getattr(spent, name) for name in spent._fields if name not in unused)
    return Reading(time.monotonic(), os.cpu_count() or 1, average, busy, sum(own[:4]))


def load_between(before, after):
    """Return what two readings say about the time between them, as a dictionary for JSON.

    Args:
        before, after: `Reading`s.

    Returns:
        `cpus`; `average_before` and `average_after`; `share_of_others`, the share of all
        processors' time that other programs had, 0 to 1, or `None` where that is not known.

    >>> found = load_between(Reading(0.0, 2, 0.25, 100.0, 5.0), Reading(10.0, 2, 1.5, 118.0, 13.0))
    >>> found["share_of_others"] == ((118.0 - 100.0) - (13.0 - 5.0)) / (10.0 * 2)
    True
    """
    share = None
    seconds = after.seconds - before.seconds
    known = (before.busy_seconds, before.own_seconds, after.busy_seconds, after.own_seconds)
    if None not in known and seconds > 0:
        others = (known[2] - known[0]) - (known[3] - known[1])
        share = min(1.0, max(0.0, others / (seconds * after.cpus)))
    return {
        "cpus": after.cpus,
        "average_before": before.average,
        "average_after": after.average,
        "share_of_others": share,
    }


def load_since(before, earlier=None):
    """Return the load from a reading until now, or of a whole file, the load that it says.

    Args:
        before: a `Reading`.
        earlier: the saved document that is gone on with, or `None`. If nothing was missing in it,
            nothing has been measured since.

    >>> load_since(read_machine(), {"complete": True, "load": None}) is None
    True
    """
    if earlier is not None and earlier["complete"]:
        return earlier.get("load")
    return load_between(before, read_machine())


def load_warnings(load):
    """Return what a load says against a measurement, as a list of plain sentences.

    Args:
        load: what `load_between` returned, or `None` where nobody watched.

    >>> load_warnings({"cpus": 2, "average_before": 0.25, "average_after": 1.0,
    ...                "share_of_others": 0.5})
    ['the machine was loaded: other programs had 50% of its 2 processors while it was measured']
    """
    if load is None:
        return []
    cpus, share = load["cpus"], load["share_of_others"]
    found = []
    if share is not None and share > MOST_BY_OTHERS:
        text = "other programs had {:.0%} of its {} processors while it was measured"
        found.append(text.format(share, cpus))
    waiting = load["average_before"]
    if waiting is not None and waiting > MOST_WAITING * cpus:
        text = "{:.1f} programs were running on {} processors before the start"
        found.append(text.format(waiting, cpus))
    after = load["average_after"]
    if share is None and not found and after is not None and after > (1 + MOST_WAITING) * cpus:
        # What this program itself does is in it, too, but is no more than the processors.
        found.append("{:.1f} programs were running on {} processors at the end".format(after, cpus))
    return ["the machine was loaded: " + text for text in found]
