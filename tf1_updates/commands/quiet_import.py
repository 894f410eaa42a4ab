"""Imports TensorFlow without its notices on stderr, which no setting of its own turns off."""

import importlib
import os
import sys
import tempfile

from tf1_updates.errors import InputError


def quiet_import(name="tensorflow.compat.v1"):
    """Import a module; show what it wrote to stderr only if the import fails.

    The notices come from C++ code, below `sys.stderr`, so that the file descriptor is lent away.

    Args:
        name: the module's full name.

    Raises:
        InputError: the module is not there, or does not come up; with the reason, in one line.

    >>> quiet_import("no_such_module")
    Traceback (most recent call last):
        ...
    tf1_updates.errors.InputError: no_such_module: "No module named 'no_such_module'" was given; \
allowed is an installed package that imports
    """
    sys.stderr.flush()
    kept = os.dup(2)
    try:
        with tempfile.TemporaryFile() as notices:
            os.dup2(notices.fileno(), 2)
            try:
                return importlib.import_module(name)
            except Exception as problem:
                reason = " ".join(str(problem).split()) or type(problem).__name__
                raise InputError(name, reason, "an installed package that imports") from problem
            finally:
                os.dup2(kept, 2)
    finally:
        os.close(kept)
