"""Whether functions take the arguments that they will be given: asked before they are called."""

import inspect

from tf1_updates.errors import InputError

# What approaches call of a rule, and with what.
_METHODS = {
    "move": ("weights", "gradient", "step", "name"),
    "advance": ("weights", "gradient", "slots", "step", "name"),
    "project": ("moved",),
}


def accepts(function, *arguments):
    """Return whether a function can be called with so many arguments in a row.

    A callable whose signature Python does not know, such as a built-in one, is believed.

    >>> accepts(lambda step: 0.1, "step"), accepts(lambda: 0.1, "step"), accepts(0.1, "step")
    (True, False, False)
    """
    try:
        inspect.signature(function).bind(*arguments)
    except ValueError:
        return not inspect.ismethod(function)  # one without room for `self` has no signature
    except TypeError:
        return False
    return True


def check_methods(rule):
    """Refuse a rule whose `move`, `advance` or `project` takes other arguments than it is given.

    >>> class Mine:
    ...     def move(self, weights, gradient):
    ...         return weights - gradient
    >>> check_methods(Mine())
    Traceback (most recent call last):
        ...
    tf1_updates.errors.InputError: Mine.move: '(self, weights, gradient)' was given; allowed is \
(self, weights, gradient, step, name)
    """
    for method, arguments in _METHODS.items():
        function = getattr(rule, method)
        if not accepts(function, *arguments):
            argument = "{}.{}".format(type(rule).__name__, method)
            allowed = "({})".format(", ".join(("self",) + arguments))
            raise InputError(argument, _written(function), allowed)


def _written(function):
    # Of a method that is no static one, `self` is shown as it stands in the source.
    function = getattr(function, "__func__", function)
    return str(inspect.signature(function)) if callable(function) else function
