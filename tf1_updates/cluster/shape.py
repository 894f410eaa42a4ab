"""How many servers of which job: `1ps,2workers`, read and checked."""

import re
from typing import NamedTuple

from tf1_updates.errors import InputError

# Each server is a process that loads TensorFlow: about 300 MB.
MOST = 16
ALLOWED = (
    "a number of parameter servers and of workers, such as 1ps,2workers: "
    "at least one of each, at most {} together".format(MOST)
)


class Shape(NamedTuple):
    """The size of a cluster.

    Attributes:
        ps: number of parameter servers, which hold the variables.
        workers: number of workers, which compute.

    >>> str(Shape(ps=1, workers=2)), Shape(1, 2).tasks()
    ('1ps,2workers', [('ps', 0), ('worker', 0), ('worker', 1)])
    """

    ps: int
    workers: int

    def __str__(self):
        return "{}ps,{}worker{}".format(self.ps, self.workers, "s" if self.workers > 1 else "")

    def tasks(self):
        """Return (job, number within the job) of each server."""
        counts = [("ps", self.ps), ("worker", self.workers)]
        return [(job, number) for job, count in counts for number in range(count)]


def parse_shape(text, option="--cluster"):
    """Return the `Shape` that a text such as `1ps,2workers` stands for.

    Args:
        text: what was given.
        option: the name to show in a refusal.

    Raises:
        InputError: anything else.

    >>> parse_shape("2 workers, 1 ps")
    Shape(ps=1, workers=2)
    >>> parse_shape("2workers")
    Traceback (most recent call last):
        ...
    tf1_updates.errors.InputError: --cluster: '2workers' was given; allowed is a number of \
parameter servers and of workers, such as 1ps,2workers: at least one of each, at most 16 together
    """
    counts = {}
    for part in text.split(","):
        found = re.fullmatch(r"\s*([0-9]{1,4})\s*(ps|worker)s?\s*", part)
        if not found or found.group(2) in counts:
            raise InputError(option, text, ALLOWED)
        counts[found.group(2)] = int(found.group(1))
    if sorted(counts) != ["ps", "worker"] or 0 in counts.values() or sum(counts.values()) > MOST:
        raise InputError(option, text, ALLOWED)
    return Shape(counts["ps"], counts["worker"])
