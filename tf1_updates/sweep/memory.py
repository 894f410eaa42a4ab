"""How much memory a point needs, told before it is built, and what it took in the end.

The copies below are counted in weights of a point, and were found by measuring the resident memory
of sessions with a million and ten million weights. Each point measures them again: one that took
more than was told makes all later estimates larger.
"""

import re
import sys

from tf1_updates.errors import InputError

# What TensorFlow and SciPy load when they are used first, whatever the size of a point.
OVERHEAD_BYTES = 100 * 10**6
# A session with its graph.
SESSION_BYTES = 10 * 10**6
# The oracle's arrays are in float64, and what it expects is kept for the next approach.
CHECKING_COPIES = 56
SLOT_COPIES = 8
# What one step holds beside the weights while it runs.
STEPPING_COPIES = 12
# Weights and the gradient that lies ready; a rule's slots come on top.
LASTING_COPIES = 2
# A batch in NumPy, as it is fed, and in the products of a step.
FED_COPIES = 6
# Constants that a growing approach leaves behind at each step, and an op in graph and executors.
GROWING_COPIES = 9
OP_BYTES = 18 * 10**3

_UNITS = {"": 1, "K": 10**3, "M": 10**6, "G": 10**9, "T": 10**12}


def bytes_of(argument, text):
    """Return a number of bytes from text such as `500M` or `2G`; a unit is a power of 1,000.

    >>> bytes_of("--max-memory", "1.5G"), bytes_of("--max-memory", "500 MB")
    (1500000000, 500000000)
    >>> bytes_of("--max-memory", "plenty")
    Traceback (most recent call last):
        ...
    tf1_updates.errors.InputError: --max-memory: 'plenty' was given; allowed is a number of bytes \
above 0, such as 2G or 500M
    """
    found = re.fullmatch(r"(\d+(?:\.\d+)?|\.\d+)\s*([KMGT]?)B?", text.strip(), re.IGNORECASE)
    count = float(found.group(1)) * _UNITS[found.group(2).upper()] if found else 0
    if not 1 <= count < 2**63:
        raise InputError(argument, text, "a number of bytes above 0, such as 2G or 500M")
    return int(count)


class Memory:
    """The memory of this process and of the machine, in bytes."""

    def __init__(self):
        import psutil

        self._machine, self._process = psutil, psutil.Process()

    def free(self):
        """Return what can be had now without anybody's being pushed out."""
        return int(self._machine.virtual_memory().available)

    def resident(self):
        """Return what this process holds now."""
        return int(self._process.memory_info().rss)

    def peak(self):
        """Return the most that this process has held so far."""
        try:
            import resource
        except ImportError:  # Windows, where psutil knows it
            return int(self._process.memory_info().peak_wset)
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return most if sys.platform == "darwin" else 1024 * most


class Needs:
    """Estimates for one sweep, corrected by what its points took.

    Args:
        slots: how many slots the rule keeps beside each variable.

    >>> from tf1_updates.sweep.sizes import size_of
    >>> needs = Needs(slots=0)
    >>> needs.to_check(size_of("weights", 10**7)) / 1e9
    0.894
    >>> needs.learn(estimate=100, grown=150)
    >>> needs.to_check(size_of("weights", 10**7)) / 1e9
    1.341
    """

    def __init__(self, slots=0):
        self._lasting = LASTING_COPIES + slots
        self._slots = slots
        self._correction = 1.0

    def to_check(self, size):
        """Return the bytes that checking one approach after another takes, none of them growing."""
        copies = CHECKING_COPIES + SLOT_COPIES * self._slots
        return self._corrected(
            OVERHEAD_BYTES
            + SESSION_BYTES
            + copies * size.checked_bytes
            + (self._lasting + STEPPING_COPIES) * size.weight_bytes
            + FED_COPIES * size.fed_bytes
        )

    def to_time(self, size, sessions):
        """Return the bytes that so many sessions alive take, of which one steps at a time."""
        lasting = sessions * (self._lasting * size.weight_bytes + SESSION_BYTES)
        stepping = STEPPING_COPIES * size.weight_bytes
        fed = FED_COPIES * size.fed_bytes
        return self._corrected(OVERHEAD_BYTES + lasting + stepping + fed)

    def of_growth(self, size, ops_added, steps):
        """Return the bytes that a growing approach leaves behind in so many steps."""
        each = GROWING_COPIES * size.weight_bytes + OP_BYTES * ops_added
        return self._corrected(steps * each)

    def learn(self, estimate, grown):
        """Compare an estimate with what the process grew by; one that was too low is corrected."""
        if estimate > 0:
            self._correction = max(self._correction, self._correction * grown / estimate)

    def _corrected(self, count):
        return int(self._correction * count)
