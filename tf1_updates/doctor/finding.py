"""What one check says: how it is, what was found, and what to do about it."""

from typing import NamedTuple

OK, WARN, BAD = "ok", "warn", "bad"


class Finding(NamedTuple):
    """The result of a check.

    Attributes:
        name: what was checked, in a word or two.
        status: `"ok"`, `"warn"` (it works, with less than there could be) or `"bad"` (it does not).
        found: what there is, as a phrase.
        cure: what to do, as a phrase; empty where there is nothing to do.

    >>> Finding("memory", OK, "16 GB").cure
    ''
    """

    name: str
    status: str
    found: str
    cure: str = ""


def is_usable(findings):
    """Return whether no check says `"bad"`.

    >>> is_usable([Finding("memory", WARN, "1 GB")]), is_usable([Finding("memory", BAD, "none")])
    (True, False)
    """
    return all(finding.status != BAD for finding in findings)
