"""Checks an answer to an exercise, and says what is off."""

import numpy as np


def check_answer(given, right, hints=(), tolerance=0.0):
    """Print whether an answer is right, or what is off; a wrong answer is no error.

    Args:
        given: what the reader put in: a number, a list or an array of them, a text, a truth value;
            `None` or `...` where there is no answer yet.
        right: the right answer, computed by running.
        hints: pairs (wrong answer, what it is a sign of).
        tolerance: how far off a number may be.

    Returns:
        Whether the answer is right.

    >>> check_answer(2, 1 + 1)
    Right.
    True
    >>> check_answer(20.0, 0.0, hints=[(20.0, "B and 0 are one point, and it is called 0.")])
    Not yet: 20.0 is off. B and 0 are one point, and it is called 0.
    False
    >>> check_answer([1, 2], [1, 3])
    Not yet: [1, 2] is off. Place 1 is wrong: 2.
    False
    >>> check_answer("two", 2)
    Not yet: two is off. Expected is a number.
    False
    >>> check_answer(None, 3)
    No answer yet: put yours in place of None and run the cell again.
    False
    """
    if given is None or given is ...:
        empty = "None" if given is None else "..."
        print("No answer yet: put yours in place of {} and run the cell again.".format(empty))
        return False
    if _same(given, right, tolerance):
        print("Right.")
        return True
    signs = [hint for wrong, hint in hints if _same(given, wrong, tolerance)]
    print("Not yet: {} is off. {}".format(given, signs[0] if signs else _off(given, right)).strip())
    return False


def _same(given, right, tolerance):
    if isinstance(given, (str, bool)) or isinstance(right, (str, bool)):
        return type(given) is type(right) and given == right
    try:
        given, right = np.asarray(given, float), np.asarray(right, float)
    except (TypeError, ValueError):
        return False
    return given.shape == right.shape and bool((np.abs(given - right) <= tolerance).all())


def _off(given, right):
    if isinstance(right, (str, bool)):
        return "" if type(given) is type(right) else "Expected is {}.".format(_kind(right))
    try:
        off = np.asarray(given, float) - np.asarray(right, float)
    except (TypeError, ValueError):
        return "Expected is {}.".format(_kind(right))
    if isinstance(given, (str, bool)) or np.shape(given) != np.shape(right):
        return "Expected is {}.".format(_kind(right))
    if not np.isfinite(np.asarray(given, float)).all():
        return "There is an infinite or undefined number in it."
    if off.ndim == 0:
        return "It is too {}.".format("large" if off > 0 else "small")
    place = int(np.argmax(np.abs(off.ravel())))
    return "Place {} is wrong: {}.".format(place, np.ravel(given)[place])


def _kind(right):
    if isinstance(right, bool):
        return "True or False"
    if isinstance(right, str):
        return "a text"
    return "a number" if np.ndim(right) == 0 else "a list of {} numbers".format(np.size(right))
