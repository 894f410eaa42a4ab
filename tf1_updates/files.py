"""Files that are either whole or not there, and a check for one that cannot be written.

A saved comparison may be the result of an hour of measuring, so it never passes through a state in
which half of it is on the disk: the new text goes to a temporary file beside the target, and one
`os.replace`, which the operating system does all at once, puts it in place.
"""

import os
import stat
import uuid

from tf1_updates.errors import InputError


def write_atomically(path, data):
    """Put `data` at `path`, so that a reader sees the old file or the new one, never a part.

    Args:
        path: the target. An existing file is replaced and its permissions are kept; a new file has
            the permissions that `open` would give it. A symbolic link stays one: what it points to
            is replaced.
        data: `bytes`, written as they are, or `str`, written as UTF-8 with its newlines unchanged.

    Raises:
        InputError: `path` is there and no ordinary file, such as a folder or `/dev/null`.
        TypeError: `data` is neither bytes nor str; the target is untouched.
        OSError: the disk is full, the folder is missing; the target is untouched.

    >>> import os, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_atomically(os.path.join(folder, "result.json"), "{}")
    ...     os.listdir(folder)
    ['result.json']
    """
    content = data.encode("utf-8") if isinstance(data, str) else memoryview(data)
    target = os.path.realpath(os.fspath(path))
    _refuse_special("path", path, target)
    temporary = _beside(target)
    try:
        with open(temporary, "xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())  # on the disk before the name points to it
        if os.path.exists(target):
            os.chmod(temporary, stat.S_IMODE(os.stat(target).st_mode))
        os.replace(temporary, target)
    finally:  # Ctrl-C and a full disk leave nothing behind either
        _remove(temporary)


def check_writable(argument, path):
    """Refuse a `path` that could not be written, before an hour is spent on its content.

    The check is a real one: a temporary file is made beside the target and removed again. An
    existing target is not touched.

    Args:
        argument: the name to show, such as `"--output"`.
        path: the file that is to be written later.

    Raises:
        InputError: the folder is missing or cannot be written, or `path` is no ordinary file.

    >>> check_writable("--output", "no/such/folder/result.json")
    Traceback (most recent call last):
        ...
    tf1_updates.errors.InputError: --output: 'no/such/folder/result.json' was given; allowed is \
a file in an existing folder ('no/such/folder' does not exist)
    """
    given = os.fspath(path)
    target = os.path.realpath(given)
    if not given or given.endswith(os.sep):
        raise InputError(argument, given, "a file's path, not that of a folder")
    _refuse_special(argument, given, target)
    folder = os.path.dirname(given) or "."
    if not os.path.isdir(os.path.dirname(target)):
        problem = "is not a folder" if os.path.exists(folder) else "does not exist"
        allowed = "a file in an existing folder ({!r} {})".format(folder, problem)
        raise InputError(argument, given, allowed)
    probe = _beside(target)
    try:
        open(probe, "xb").close()
    except OSError as problem:
        allowed = "a file that can be written ({!r}: {})".format(folder, problem.strerror)
        raise InputError(argument, given, allowed) from None
    finally:
        _remove(probe)
    if os.path.exists(target) and not os.access(target, os.W_OK):
        raise InputError(argument, given, "a file that can be written (this one is read-only)")


def _beside(target):
    """A new name in the target's folder: only there is `os.replace` a single act."""
    return os.path.join(os.path.dirname(target), ".tf1-updates-" + uuid.uuid4().hex)


def _remove(temporary):
    try:
        os.unlink(temporary)
    except OSError:  # already in place, or never made
        pass


def _refuse_special(argument, given, target):
    """Replacing `/dev/null` by a file would succeed for an administrator and break the machine."""
    if os.path.isdir(target):
        raise InputError(argument, given, "a file's path, not that of a folder")
    if os.path.exists(target) and not os.path.isfile(target):
        raise InputError(argument, given, "an ordinary file, not a device or a pipe")
