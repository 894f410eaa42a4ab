"""Names of Python 2 that have an exact home in Python 3, for the script's own modules only."""

import builtins
import functools
import importlib
import types

BUILTINS = {
    "xrange": range,
    "raw_input": input,
    "unicode": str,
    "basestring": str,
    "long": int,
    "unichr": chr,
    "reduce": functools.reduce,
}
MODULES = {
    "cPickle": "pickle",
    "cStringIO": "io",
    "StringIO": "io",
    "Queue": "queue",
    "ConfigParser": "configparser",
    "Tkinter": "tkinter",
    "urllib2": "urllib.request",
    "urlparse": "urllib.parse",
    "__builtin__": "builtins",
}
_URLLIB = {
    "urlretrieve": "urllib.request",
    "urlopen": "urllib.request",
    "quote": "urllib.parse",
    "unquote": "urllib.parse",
    "urlencode": "urllib.parse",
}


def script_builtins(import_function):
    """Return a module of builtins for the script: Python's, those of Python 2, its own import.

    >>> script_builtins(__import__).xrange(3)
    range(0, 3)
    """
    module = types.ModuleType("builtins")
    vars(module).update(vars(builtins))
    vars(module).update(BUILTINS)
    module.__import__ = import_function
    return module


class Urllib(types.ModuleType):
    """Python 3's `urllib`, whose functions of Python 2 are found where they were.

    >>> Urllib("urllib").quote("a b")
    'a%20b'
    """

    def __getattr__(self, name):
        """Return a function from where it has moved, or what `urllib` itself has."""
        real = importlib.import_module("urllib")
        if name in _URLLIB:
            real = importlib.import_module(_URLLIB[name])
        return getattr(real, name)
