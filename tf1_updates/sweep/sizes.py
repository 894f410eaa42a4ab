"""What a point of a sweep holds, in weights and bytes: known before anything is built."""

from typing import NamedTuple

from tf1_updates.sweep import WEIGHTS_PER_VARIABLE

PIXELS, DIGITS = 784, 10
FLOAT_BYTES = 4

# What an update in place moves at the least, for each float32 weight: read w, read g, write w.
BYTES_PER_WEIGHT = 3 * FLOAT_BYTES
# Arrays smaller than this may lie in a processor's caches from one step to the next.
CACHE_BYTES = 64 * 10**6

# Of a longer variable, so many weights at its head are checked, and stand for the others.
MOST_CHECKED = 10**6


class Size(NamedTuple):
    """How large one point is.

    Attributes:
        weights: of all variables together.
        variables: how many they are.
        batch: rows that are fed at each step; 0 where nothing is fed.
    """

    weights: int
    variables: int
    batch: int

    @property
    def checked_bytes(self):
        """Bytes of the weights that are held against the oracle, once."""
        each = self.weights // self.variables
        return FLOAT_BYTES * self.variables * min(each, MOST_CHECKED)

    @property
    def weight_bytes(self):
        """Bytes of all weights once."""
        return FLOAT_BYTES * self.weights

    @property
    def moved_bytes(self):
        """Bytes that an update in place reads and writes at each step, at the least."""
        return BYTES_PER_WEIGHT * self.weights

    @property
    def is_beyond_caches(self):
        """Whether a step has to fetch its weights from memory, so that memory sets its speed."""
        return self.moved_bytes >= CACHE_BYTES

    @property
    def fed_bytes(self):
        """Bytes that are fed at each step."""
        return FLOAT_BYTES * (PIXELS + DIGITS) * self.batch


def size_of(over, value):
    """Return the `Size` of the point `value` of an axis.

    >>> size_of("variables", 3)
    Size(weights=3000, variables=3, batch=0)
    >>> size_of("batch", 100).fed_bytes
    317600
    """
    if over == "weights":
        return Size(value, 1, 0)
    if over == "variables":
        return Size(WEIGHTS_PER_VARIABLE * value, value, 0)
    return Size(PIXELS * DIGITS, 1, value)
