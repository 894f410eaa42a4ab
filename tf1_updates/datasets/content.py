"""The bytes of a data file, gzipped or not, read no further than is asked for.

Python's `gzip` passes over zero bytes after the data. `zlib` tells where the data ended, so a file
with anything after it, or without its last eight bytes (sum and length), is refused.
"""

import contextlib
import os
import zlib

from tf1_updates.datasets.checked import refusal

# No more than 1,032 bytes come out of one byte of deflate data: a larger claim is a lie.
DEFLATE_LIMIT = 1032
_GZIP = b"\x1f\x8b"
_WHOLE = "a whole gzip file"


@contextlib.contextmanager
def opened(path, allowed):
    """Open a file that has something in it, and not a web page.

    Args:
        path: the file.
        allowed: what it should hold, for the message.

    Yields:
        A binary file at its start.

    Raises:
        InputError: it cannot be read, is empty, or holds HTML or XML (a server's error page).
    """
    if not os.path.isfile(path):
        raise refusal(path, "something other than a readable file", allowed)
    try:
        file = open(path, "rb")
    except OSError as problem:
        found = "a file that cannot be read ({})".format(problem.strerror)
        raise refusal(path, found, allowed) from None
    with file:
        start = file.read(512).lstrip(b"\xef\xbb\xbf \t\r\n").lower()
        if os.fstat(file.fileno()).st_size == 0:
            raise refusal(path, "an empty file", allowed)
        if start.startswith(b"<"):
            kind = "an HTML" if b"html" in start else "an XML"
            raise refusal(path, kind + " page instead of data", allowed)
        file.seek(0)
        yield file


class Content:
    """Reads a file from its start to its end, unpacking it if it is gzipped.

    `limit` is an upper bound of the bytes that can come: known before any is read, so that a header
    which claims more is refused before memory is taken for it.

    >>> import gzip, io, tempfile
    >>> with tempfile.TemporaryFile() as file:
    ...     _ = file.write(gzip.compress(b"digits"))
    ...     _ = file.seek(0)
    ...     content = Content("digits.gz", file)
    ...     content.read(4), content.read(100), content.read(100)
    (b'digi', b'ts', b'')
    """

    def __init__(self, path, file):
        self._path, self._file = path, file
        size = os.fstat(file.fileno()).st_size
        packed = file.read(len(_GZIP)) == _GZIP
        file.seek(0)
        self._decoder = zlib.decompressobj(zlib.MAX_WBITS | 16) if packed else None
        self.limit = DEFLATE_LIMIT * size if packed else size

    def read(self, count):
        """Return the next `count` bytes, fewer at the end of the data, none after it."""
        if self._decoder is None:
            return self._file.read(count)
        pieces = []
        try:
            while count > 0 and not self._decoder.eof:
                pieces.append(self._unpacked(count))
                count -= len(pieces[-1])
        except zlib.error as problem:
            raise refusal(self._path, "corrupt gzip data ({})".format(problem), _WHOLE) from None
        if self._decoder.eof and (self._decoder.unused_data or self._file.read(1)):
            raise refusal(self._path, "a gzip file with bytes after its end", _WHOLE)
        return b"".join(pieces)

    def _unpacked(self, most):
        packed = self._decoder.unconsumed_tail or self._file.read(1 << 16)
        piece = self._decoder.decompress(packed, most)
        if not packed and not piece and not self._decoder.eof:
            raise refusal(self._path, "gzip data that is cut short", _WHOLE)
        return piece
