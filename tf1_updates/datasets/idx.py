"""The classic MNIST format: four IDX files in a folder, each gzipped or not.

An IDX file is a header of big-endian 4-byte numbers (a magic number, then the length of each
dimension) and the values, one byte each. The magic number is `256 * type + dimensions`, with type 8
for bytes: 2051 for images, 2049 for labels. Whether a file is gzipped is told by its content.
"""

import os
import struct

import numpy as np

from tf1_updates.datasets import checksums
from tf1_updates.datasets.checked import PIXELS, check_labels, check_shape, refusal
from tf1_updates.datasets.content import Content, opened
from tf1_updates.datasets.digits import Pixels

_DIMENSIONS = {"images": 3, "labels": 1}
_FILES = [
    (part, kind, "{}-{}-idx{}-ubyte".format(part, kind, _DIMENSIONS[kind]))
    for part in ("train", "t10k")
    for kind in ("images", "labels")
]


def read_folder(folder):
    """Read the four files `train-images-idx3-ubyte`, `train-labels-idx1-ubyte`, `t10k-...`.

    Args:
        folder: where they are. Each may end in `.gz`, and may have a dot for its second hyphen
            (`train-images.idx3-ubyte`). Sums in a `SHA256SUMS` beside them are verified.

    Returns:
        `Pixels`, images uint8 [n, 784] and labels uint8 [n].

    Raises:
        InputError: a file is missing, cannot be read, or is not exactly what it should be.
    """
    paths = _find(folder)
    arrays = [read_file(path, kind) for path, (_, kind, _) in zip(paths, _FILES)]
    check_labels(paths[1], arrays[1], arrays[0])
    check_labels(paths[3], arrays[3], arrays[2])
    sums = checksums.beside(folder)
    for path in paths:
        checksums.verify(path, sums)
    return Pixels(*arrays)


def holds_any(folder):
    """Whether at least one of the four files is in a folder, so that it is meant to have them.

    >>> holds_any("a folder that is not there")
    False
    """
    present = set(os.listdir(folder)) if os.path.isdir(folder) else set()
    return any(present & set(_spellings(name)) for _, _, name in _FILES)


def read_file(path, kind):
    """Read one IDX file.

    Args:
        path: the file, gzipped or not.
        kind: `"images"` or `"labels"`.

    Returns:
        uint8, shape [n, 784] or [n]; read-only.

    Raises:
        InputError: the file is not one whole IDX file of this kind, and nothing else.
    """
    dimensions = _DIMENSIONS[kind]
    magic = 0x800 + dimensions
    whole = "an IDX file of {} (magic number {}), gzipped or not".format(kind, magic)
    with opened(path, whole) as file:
        content = Content(path, file)
        header = content.read(4 + 4 * dimensions)
        if len(header) >= 4 and header[:4] != struct.pack(">I", magic):
            found = "magic number {} (bytes {!r})".format(
                int.from_bytes(header[:4], "big"), header[:4]
            )
            raise refusal(path, found, whole)
        if len(header) < 4 + 4 * dimensions:
            found = "a header of {} bytes".format(len(header))
            raise refusal(path, found, "{} bytes of header".format(4 + 4 * dimensions))
        shape = struct.unpack(">{}I".format(dimensions), header[4:])
        check_shape(path, kind, shape, np.dtype(np.uint8))
        return _read_body(path, content, len(header), shape)


def _read_body(path, content, start, shape):
    wanted = shape[0] * (PIXELS if len(shape) == 3 else 1)
    allowed = "the {:,} bytes that its header claims, and no more".format(wanted)
    # Checked before reading: a damaged header can claim terabytes.
    if start + wanted > content.limit:
        found = "a body of at most {:,} bytes".format(content.limit - start)
        raise refusal(path, found, allowed)
    body = content.read(wanted)
    if len(body) < wanted:
        raise refusal(path, "a body of {:,} bytes".format(len(body)), allowed)
    if content.read(1):
        raise refusal(path, "a body of more than {:,} bytes".format(wanted), allowed)
    return np.frombuffer(body, dtype=np.uint8).reshape((shape[0], PIXELS)[: len(shape)])


def _find(folder):
    try:
        present = set(os.listdir(folder))
    except OSError as problem:
        found = "a folder that cannot be read ({})".format(problem.strerror)
        raise refusal(folder, found, "a readable folder of IDX files") from None
    paths, missing = [], []
    for _, _, name in _FILES:
        matches = [spelling for spelling in _spellings(name) if spelling in present]
        paths.append(os.path.join(folder, matches[0]) if matches else None)
        missing += [] if matches else [name]
    if missing:
        found = "a folder without {} of the four IDX files".format(len(missing))
        raise refusal(folder, found, " and ".join(missing) + " too, with or without .gz")
    return paths


def _spellings(name):
    dotted = name.replace("-idx", ".idx")
    return [name, dotted, name + ".gz", dotted + ".gz"]
