"""The two errors that a user of the toolkit can meet, each a single readable line.

`InputError` is a value that cannot be meant; `UnsupportedError` is a meaningful request that one
approach cannot carry out. The command line prints either as one line on stderr with exit status 2.
"""

import difflib
import math
import numbers


class InputError(ValueError):
    """An argument has a value that is not allowed.

    Args:
        argument: name of the argument, as the user knows it (`"bound"`, `"--steps"`, a file).
        given: the value that was given; shown with `repr`, so that `'20'` and `20` look different.
        allowed: what would have been accepted, as a phrase.

    >>> print(InputError("bound", -1.0, "a finite number above 0"))
    bound: -1.0 was given; allowed is a finite number above 0
    """

    def __init__(self, argument, given, allowed):
        self.argument, self.given, self.allowed = argument, given, allowed
        shown = " ".join(repr(given).split())  # an array's repr has several lines
        shown = shown if len(shown) <= 80 else shown[:77] + "..."
        super().__init__("{}: {} was given; allowed is {}".format(argument, shown, allowed))


class UnsupportedError(NotImplementedError):
    """An approach cannot do what was asked; the text names the variable and the cure.

    >>> print(UnsupportedError("group_assign", "the gradient of 'rows' is sparse", "use built_in"))
    group_assign: the gradient of 'rows' is sparse; use built_in
    """

    def __init__(self, approach, problem, cure):
        self.approach, self.problem, self.cure = approach, problem, cure
        super().__init__("{}: {}; {}".format(approach, problem, cure))


def known_name(argument, given, names):
    """Return `given` if it is one of `names`; otherwise refuse it and suggest the nearest one.

    >>> known_name("--rule", "gradient_descent", ["gradient_descent", "projected_descent"])
    'gradient_descent'
    >>> known_name("--rule", "gradient_decent", ["gradient_descent", "projected_descent"])
    Traceback (most recent call last):
        ...
    tf1_updates.errors.InputError: --rule: 'gradient_decent' was given; allowed is one of \
gradient_descent, projected_descent (did you mean gradient_descent?)
    """
    names = list(names)
    if given in names:
        return given
    nearest = difflib.get_close_matches(str(given), names, n=1, cutoff=0.4)
    hint = " (did you mean {}?)".format(nearest[0]) if nearest else ""
    raise InputError(argument, given, "one of " + ", ".join(names) + hint)


def finite_number(argument, given, allowed="a finite number", accept=None):
    """Return `given` as a float if it is a finite real number (and `accept(number)` holds).

    Strings, `None`, booleans and complex numbers are refused: `True` is not a bound of 1.

    >>> finite_number("bound", 20, "a finite number above 0", lambda number: number > 0)
    20.0
    """
    is_number = isinstance(given, numbers.Real) and not isinstance(given, bool)
    # NumPy's booleans are no numbers.Real; its float16 and int32 scalars are.
    if not is_number or not math.isfinite(given) or (accept and not accept(given)):
        raise InputError(argument, given, allowed)
    return float(given)


def whole_number(argument, given, least, allowed=None):
    """Return `given` as an int if it is a whole number of at least `least`.

    >>> whole_number("--steps", 200, least=1)
    200
    """
    is_whole = isinstance(given, numbers.Integral) and not isinstance(given, bool)
    if not is_whole or given < least:
        raise InputError(argument, given, allowed or "a whole number of at least {}".format(least))
    return int(given)
