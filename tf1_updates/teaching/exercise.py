"""Checks an answer to an exercise, and says what is off."""

import numpy as np

_MOST_SHOWN = 90


def check_answer(given, right, hints=(), tolerance=0.0, otherwise=""):
    """Print whether an answer is right, or what is off, in a line; a wrong answer is no error.

    Args:
        given: what the reader put in: a number, a list or an array of them, a text, a truth value;
            `None` or `...` where there is no answer yet. Anything else is off.
        right: the right answer, computed by running.
        hints: pairs (wrong answer, what it is a sign of).
        tolerance: how far off a number may be.
        otherwise: what to say of an answer that no hint is for.

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
    says = signs[0] if signs else otherwise or _off(given, right)
    print("Not yet: {} is off. {}".format(_shown(given), says))
    return False


def numbers(given):
    """Return an answer as an array of numbers, or `None` if it is something else.

    Args:
        given: anything, such as what a reader's function returned.

    >>> numbers([1, 2.5])
    array([1. , 2.5])
    >>> [numbers(other) for other in ("2", ["2"], {2}, [[1], [2, 3]], None, 1j)]
    [None, None, None, None, None, None]
    """
    try:
        array = np.asarray(given)
    except (TypeError, ValueError, NotImplementedError):  # the last is a tensor that was not run
        return None
    return array.astype(float) if array.dtype.kind in "biuf" else None


def _same(given, right, tolerance):
    if _is_word(given) or _is_word(right):
        return _kind(given) == _kind(right) and given == right
    given, right = numbers(given), numbers(right)
    if given is None or right is None or given.shape != right.shape:
        return False
    return bool((np.abs(given - right) <= tolerance).all())


def _off(given, right):
    if _kind(given) != _kind(right):
        return "Expected is {}.".format(_kind(right))
    if _is_word(right):
        return "Expected is {}, but another one.".format(_kind(right))
    given, off = numbers(given), numbers(given) - numbers(right)
    if not np.isfinite(given).all():
        return "There is an infinite or undefined number in it."
    if off.ndim == 0:
        return "It is too {}.".format("large" if off > 0 else "small")
    place = int(np.argmax(np.abs(off.ravel())))
    return "Place {} is wrong: {:.6g}.".format(place, given.ravel()[place])


def _is_word(value):
    return isinstance(value, (str, bool, np.bool_))


def _kind(value):
    if isinstance(value, str):
        return "a text"
    if _is_word(value):
        return "True or False"
    array = numbers(value)
    if array is None:
        return "something else"
    return "a number" if array.ndim == 0 else "a list of {} numbers".format(_by(array.shape))


def _by(shape):
    return " x ".join(str(size) for size in shape)


def _in_digits(given):
    # As many as float32 has, so that 0.9 is shown as 0.9.
    if isinstance(given, list):
        return "[{}]".format(", ".join(_in_digits(each) for each in given))
    return repr(float("{:.7g}".format(given))) if isinstance(given, float) else str(given)


def _shown(given):
    array = None if _is_word(given) else numbers(given)
    text = str(given) if array is None else _in_digits(np.asarray(given).tolist())
    text = " ".join(text.split())
    return text if len(text) <= _MOST_SHOWN else text[:_MOST_SHOWN] + "..."
