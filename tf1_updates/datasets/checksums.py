"""SHA-256 sums of files of known origin, from a `SHA256SUMS` file beside them.

`sha256sum *ubyte* > SHA256SUMS` writes one. It is optional: without it, and for a file that it does
not list, there is no check.
"""

import hashlib
import os
import re

from tf1_updates.datasets.checked import refusal

NAME = "SHA256SUMS"
_LINE = re.compile(r"([0-9a-fA-F]{64})\s+\*?(?:\./)?(\S.*)")


def beside(folder):
    """Read the sums in a folder.

    Args:
        folder: the folder whose `SHA256SUMS` is read if it is there.

    Returns:
        A dict from a file's name to its sum, 64 hexadecimal digits; empty without such a file.

    Raises:
        InputError: a line is not `sum  name`, or the file cannot be read.

    >>> beside("a folder that is not there")
    {}
    """
    path = os.path.join(folder, NAME)
    if not os.path.exists(path):
        return {}
    sums, allowed = {}, "lines of 64 hexadecimal digits, two spaces and a file's name"
    try:
        with open(path, encoding="utf-8") as file:
            for number, line in enumerate(file, start=1):
                match = _LINE.fullmatch(line.strip())
                if match:
                    sums[match.group(2)] = match.group(1).lower()
                elif line.strip():
                    raise refusal(path, "line {}: {!r}".format(number, line.strip()), allowed)
    except (OSError, UnicodeDecodeError):
        raise refusal(path, "something other than readable text", allowed) from None
    return sums


def verify(path, sums):
    """Refuse a file whose SHA-256 sum is not the listed one.

    Args:
        path: the file.
        sums: a dict from a file's name (without its folder) to its sum.

    Raises:
        InputError: names the file and both sums.

    >>> verify("not listed, so not even opened", {})
    """
    expected = sums.get(os.path.basename(path))
    if expected is None:
        return
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        for block in iter(lambda: file.read(1 << 20), b""):
            digest.update(block)
    if digest.hexdigest() != expected:
        raise refusal(path, "sha256 " + digest.hexdigest(), "sha256 " + expected)
