"""Which numbers a rule's hyper-parameters may be, without TensorFlow, so that a refusal is quick.

Kept in one table because rules refuse at construction and the command line before TensorFlow loads.
"""

from tf1_updates.errors import InputError, finite_number, whole_number

_NUMBERS = {
    "learning_rate": ("a finite number", None),
    "bound": ("a finite number above 0", lambda number: number > 0),
    "noise_stddev": ("a finite number of at least 0", lambda number: number >= 0),
    "noise_mean": ("a finite number", None),
    "momentum": ("a number from 0 to 1", lambda number: 0 <= number <= 1),
    "low": ("a finite number", None),
    "high": ("a finite number", None),
    "radius": ("a finite number above 0", lambda number: number > 0),
    "beta1": ("a number from 0 to below 1", lambda number: 0 <= number < 1),
    "beta2": ("a number from 0 to below 1", lambda number: 0 <= number < 1),
    "epsilon": ("a finite number above 0", lambda number: number > 0),
    "temperature": ("a finite number of at least 0", lambda number: number >= 0),
    "decay": ("a number from 0 to 1", lambda number: 0 <= number <= 1),
}

# A seed is half of a stateless key's source, which TensorFlow stores as a signed 64-bit integer.
LARGEST_SEED = 2**63 - 1


def check_number(name, given, argument=None):
    """Return `given` as a float if the hyper-parameter `name` may be that number.

    Args:
        name: a hyper-parameter's name, such as `"bound"`.
        given: the value to check.
        argument: what to call it in the refusal, such as `"--bound"`; its name by default.

    Raises:
        InputError: for any other number, and for `True`, `'20'` or `None`, which are none.

    >>> check_number("bound", 20)
    20.0
    >>> check_number("bound", True)
    Traceback (most recent call last):
        ...
    tf1_updates.errors.InputError: bound: True was given; allowed is a finite number above 0
    """
    allowed, accept = _NUMBERS.get(name, ("a finite number", None))  # a rule of one's own
    return finite_number(argument or name, given, allowed, accept)


def check_seed(given, argument="seed"):
    """Return `given` if it is a whole number from 0 to 2**63 - 1.

    >>> check_seed(7)
    7
    """
    allowed = "a whole number from 0 to 2**63 - 1"
    seed = whole_number(argument, given, least=0, allowed=allowed)
    if seed > LARGEST_SEED:
        raise InputError(argument, given, allowed)
    return seed


def check_box(low, high, argument="high"):
    """Refuse a box without inside: `low` has to lie below `high`.

    >>> check_box(-1.0, 1.0)
    """
    if not low < high:
        raise InputError(argument, high, "a number above low, which is {!r}".format(low))


def check_one_region(radius, low, high, argument="radius"):
    """Refuse a ball and a box at once: a radius allows neither `low` nor `high`.

    >>> check_one_region(1.0, None, None)
    """
    if radius is not None and not (low is None and high is None):
        raise InputError(argument, radius, "a ball or a box: a radius, or low and high, not both")
