"""Files that are either whole or not there, and a check for one that cannot be written.

A saved comparison may be the result of an hour of measuring, so it never passes through a state in
which half of it is on the disk: the new text goes to another file, and one `os.replace`, which the
operating system does all at once, puts it in place.

That other file has no name on Linux until it is whole, so a process that is killed takes it along.
Between its naming and its `os.replace` lie microseconds; what a kill leaves then is a whole file
with a name that follows from the target's, which the next writer or checker of the target removes.
On systems that have only files with names, they remove those whose writers are dead.
"""

import contextlib
import errno
import hashlib
import os
import stat
import uuid

from tf1_updates.errors import InputError

# Writers of one target at the same moment take each other's name away, and try again.
ATTEMPTS = 100
# What the kernel or the file system says if it knows no files without names.
NO_UNNAMED = (errno.EOPNOTSUPP, errno.EISDIR, errno.EINVAL)


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
    if not _put_unnamed(target, content):
        _put_named(target, content)


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
    try:
        _remove_of_the_dead(target)
        probe = _open_unnamed(target)
        if probe is not None:
            os.close(probe)
        else:
            _put_named(target, None)
    except OSError as problem:
        allowed = "a file that can be written ({!r}: {})".format(folder, problem.strerror)
        raise InputError(argument, given, allowed) from None
    if os.path.exists(target) and not os.access(target, os.W_OK):
        raise InputError(argument, given, "a file that can be written (this one is read-only)")


def _put_unnamed(target, content):
    """Write a file without a name, name it, put it in place; false if this system cannot."""
    descriptor = _open_unnamed(target)
    if descriptor is None:
        return False
    temporary = _beside(target)
    with open(descriptor, "wb") as file:
        _fill(file, content, target)
        try:
            for _ in range(ATTEMPTS):
                _remove(temporary)
                try:
                    if not _give_name(descriptor, temporary):
                        return False
                    os.replace(temporary, target)
                    return True
                except (FileExistsError, FileNotFoundError):  # by another writer at this moment
                    pass
        finally:  # Ctrl-C leaves nothing behind either
            _remove(temporary)
    return False


def _put_named(target, content):
    """Write a file beside the target, and put it in place unless the content is `None`."""
    _remove_of_the_dead(target)
    temporary = "{}-{}-{}".format(_beside(target), os.getpid(), uuid.uuid4().hex)
    try:
        with open(temporary, "xb") as file:
            if content is not None:
                _fill(file, content, target)
        if content is not None:
            os.replace(temporary, target)
    finally:
        _remove(temporary)


def _open_unnamed(target):
    """Return the descriptor of a new file without a name in the target's folder, or `None`."""
    if not hasattr(os, "O_TMPFILE"):
        return None
    try:
        return os.open(os.path.dirname(target), os.O_TMPFILE | os.O_WRONLY, 0o666)
    except OSError as problem:
        if problem.errno in NO_UNNAMED:
            return None
        raise


def _give_name(descriptor, name):
    """Name a file that has none; return false if this system or its file system cannot."""
    try:
        descriptors = os.open("/proc/self/fd", os.O_RDONLY)
        try:
            # With a folder to start from Python calls linkat, which can follow a symbolic link.
            os.link(str(descriptor), name, src_dir_fd=descriptors, follow_symlinks=True)
        finally:
            os.close(descriptors)
    except FileExistsError:
        raise
    except OSError:
        return False
    return True


def _fill(file, content, target):
    file.write(content)
    file.flush()
    if os.path.exists(target):
        os.chmod(file.name, stat.S_IMODE(os.stat(target).st_mode))
    os.fsync(file.fileno())  # on the disk before a name points to it


def _beside(target):
    """The one passing name in the target's folder: only there is `os.replace` a single act."""
    folder, name = os.path.split(target)
    return os.path.join(folder, ".tf1-updates-" + hashlib.sha256(os.fsencode(name)).hexdigest())


def _remove_of_the_dead(target):
    """Remove what killed writers of this target left, with the passing name or one of their own."""
    _remove(_beside(target))
    folder, start = os.path.split(_beside(target) + "-")
    for name in os.listdir(folder):
        writer = name[len(start) :].split("-")[0]
        if name.startswith(start) and writer.isdigit():
            import psutil  # only here: `tf1-updates doctor` comes up without it

            if not psutil.pid_exists(int(writer)):
                _remove(os.path.join(folder, name))


def _remove(temporary):
    with contextlib.suppress(OSError):  # already in place, or never made
        os.unlink(temporary)


def _refuse_special(argument, given, target):
    """Replacing `/dev/null` by a file would succeed for an administrator and break the machine."""
    if os.path.isdir(target):
        raise InputError(argument, given, "a file's path, not that of a folder")
    if os.path.exists(target) and not os.path.isfile(target):
        raise InputError(argument, given, "an ordinary file, not a device or a pipe")
