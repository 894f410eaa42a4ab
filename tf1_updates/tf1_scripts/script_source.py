"""Reads and compiles a script; what keeps it from running is one line that names its own line."""

import tokenize

from tf1_updates.errors import InputError

_PRINT = "print is a function in Python 3: write print(...) on that line"
_EXEC = "exec is a function in Python 3: write exec(...) on that line"


def compiled_script(path):
    """Return the code object of a script.

    Args:
        path: the script's file. It is read as Python reads it: UTF-8, or what its first lines say.

    Raises:
        InputError: there is no such file, it is no text, or it is not written in Python 3.

    >>> compiled_script("no_such_script.py")
    Traceback (most recent call last):
        ...
    tf1_updates.errors.InputError: SCRIPT: 'no_such_script.py' was given; allowed is a Python \
script (No such file or directory)
    """
    try:
        with tokenize.open(path) as file:
            return compile(file.read(), path, "exec", dont_inherit=True)
    except OSError as problem:
        reason = problem.strerror
    except SyntaxError as problem:
        reason = _reason(problem)
    except ValueError as problem:  # of which UnicodeDecodeError is one; a null byte gives another
        reason = "it is no UTF-8 text: {}".format(problem)
    raise InputError("SCRIPT", path, "a Python script ({})".format(reason))


def _reason(problem):
    text = problem.msg
    if "call to 'print'" in text:
        text = _PRINT
    elif "call to 'exec'" in text:
        text = _EXEC
    elif "encoding" in text:
        text = "it is no UTF-8 text, and its first lines name no other encoding"
    elif problem.text and problem.text.lstrip().startswith("print "):
        text = _PRINT  # such as `print "%d" % n, x`, which Python calls plain invalid
    elif problem.text and problem.text.lstrip().startswith("except ") and "," in problem.text:
        text = "in Python 3 write except Name as error: on that line"
    return "line {}: {}".format(problem.lineno, text) if problem.lineno else text
