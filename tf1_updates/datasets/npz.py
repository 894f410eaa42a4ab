"""Keras's format: one `mnist.npz`, a zip of the arrays x_train, y_train, x_test and y_test.

Each array's own header is checked before the array is read, which `numpy.load` does not do: it
takes the memory that the header asks for. Nothing is ever unpickled.
"""

import os
import zipfile

import numpy as np

from tf1_updates.datasets import checksums
from tf1_updates.datasets.checked import PIXELS, check_labels, check_shape, refusal
from tf1_updates.datasets.content import DEFLATE_LIMIT, opened
from tf1_updates.datasets.digits import Pixels
from tf1_updates.errors import InputError

_KINDS = {"x_train": "images", "y_train": "labels", "x_test": "images", "y_test": "labels"}
_ALLOWED = "an npz file (a zip of the arrays x_train, y_train, x_test and y_test)"
_END_RECORD = 22  # bytes at the end of every zip, and the comment's after them


def read_file(path, sums=None):
    """Read an `mnist.npz`.

    Args:
        path: the file.
        sums: a dict from a file's name to its SHA-256 sum; by default the `SHA256SUMS` beside it.

    Returns:
        `Pixels`, images uint8 [n, 784] and labels [n] of whole numbers.

    Raises:
        InputError: an array is missing or is not what it should be, or the file is no whole zip.
    """
    with opened(path, _ALLOWED) as file:
        start = file.read(4)
        if start != b"PK\x03\x04":
            raise refusal(path, "a file that starts with {!r}".format(start), _ALLOWED)
        try:
            with zipfile.ZipFile(file) as archive:
                _refuse_surplus(path, file, archive)
                members = _members(path, archive)
                arrays = {key: _read_member(path, archive, members[key], key) for key in _KINDS}
        except InputError:
            raise
        except Exception as problem:  # damaged bytes make zipfile and NumPy raise a dozen kinds
            found = "a zip that is cut short or damaged ({})".format(problem)
            raise refusal(path, found, _ALLOWED) from None
    for part in ("train", "test"):
        labels, images = arrays["y_" + part], arrays["x_" + part]
        check_labels(_inside(path, "y_" + part), labels, images)
    checksums.verify(path, checksums.beside(os.path.dirname(path)) if sums is None else sums)
    return Pixels(*(arrays[key] for key in _KINDS))


def _refuse_surplus(path, file, archive):
    file.seek(-_END_RECORD - len(archive.comment), os.SEEK_END)
    if file.read(4) != b"PK\x05\x06":
        raise refusal(path, "a zip with bytes after its end", _ALLOWED)


def _members(path, archive):
    members = {info.filename: info for info in archive.infolist()}
    missing = [key for key in _KINDS if key + ".npy" not in members]
    if missing:
        raise refusal(path, "an npz file without " + " and ".join(missing), _ALLOWED)
    return {key: members[key + ".npy"] for key in _KINDS}


def _read_member(path, archive, member, key):
    name, kind = _inside(path, key), _KINDS[key]
    # Checked before reading: a damaged directory can claim terabytes.
    limit = DEFLATE_LIMIT * os.path.getsize(path)
    with archive.open(member) as stream:
        version = np.lib.format.read_magic(stream)
        if version != (1, 0):  # what NumPy writes for every plain array
            raise refusal(name, "npy version {}.{}".format(*version), "npy version 1.0")
        shape, columns_first, dtype = np.lib.format.read_array_header_1_0(stream)
        check_shape(name, kind, shape, dtype)
        wanted, claimed = _size(shape, dtype), member.file_size - stream.tell()
        if claimed != wanted or wanted > limit:
            allowed = "the {:,} bytes of {}, shape {}".format(wanted, dtype, shape)
            raise refusal(name, "a body of {:,} bytes".format(min(claimed, limit)), allowed)
        body = stream.read(wanted)
    order = "F" if columns_first else "C"
    array = np.frombuffer(body, dtype=dtype).reshape(shape, order=order)
    return array.reshape((shape[0], PIXELS)) if kind == "images" else array


def _size(shape, dtype):
    size = dtype.itemsize
    for length in shape:  # Python's whole numbers do not overflow as np.prod's do
        size *= length
    return size


def _inside(path, key):
    return "{} ({})".format(path, key)
