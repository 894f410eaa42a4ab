"""`--resume FILE`: everything that was asked for comes from the saved file, and nothing else.

A measurement is one only if it was made all through with the same settings, on the same machine and
with the same software. So whatever is given beside `--resume` has to say what the file says.
"""

import argparse

from tf1_updates.errors import InputError

# What has to be the same for two halves of a measurement to belong together.
SAME = ("python", "tensorflow", "numpy", "platform", "cpu", "cpus_logical", "cpus_usable")
SAME += ("threads", "variable_kind", "environment_variables")


def resumed(path, options, options_of, checked, free, problem_with, allowed):
    """Read a saved document and return it with the options that it was made with.

    Args:
        path: what was given as `--resume`.
        options: the command line's `argparse.Namespace`. An option that was not given is `None`
            there (`False` for a switch), so a default must not stand in the parser.
        options_of: function from the document to a dictionary of what the command line would have
            been, by `dest`; what is left out counts as not given. A setting of it that is missing
            or no such value may raise whatever it does.
        checked: the command's function from such a namespace to what it asks for, to be compared
            with `==`. It is never called with one of the `free` options.
        free: the `dest` of options that may be anything, since the document does not depend on
            them (they say where results go) or since the command looks at them by itself.
        problem_with, allowed: the kind of document, as for `timing.document.read`.

    Returns:
        (document, namespace): the namespace is complete, the `free` options are as they were given.
        `json` is `path` where no `--json` was given.

    Raises:
        InputError: there is no such file, or it is something else; an option contradicts it; the
            machine or the software is another one and the document is not complete.

    >>> import os, tempfile
    >>> from tf1_updates.timing import document as saving
    >>> from tf1_updates.timing.environment import describe
    >>> def resume(**given):
    ...     with tempfile.TemporaryDirectory() as folder:
    ...         path = os.path.join(folder, "half.json")
    ...         half = saving.document([], None, describe(), {"steps": 40}, "group_assign")
    ...         saving.save(path, half)
    ...         return resumed(
    ...             path,
    ...             argparse.Namespace(**dict({"steps": None, "json": None}, **given)),
    ...             options_of=lambda document: {"steps": str(document["settings"]["steps"])},
    ...             checked=lambda options: int(options.steps),
    ...             free=["json"],
    ...             problem_with=saving.problem_with,
    ...             allowed=saving.ALLOWED,
    ...         )
    >>> document, options = resume()
    >>> document["complete"], options.steps, os.path.basename(options.json)
    (False, '40', 'half.json')
    >>> resume(steps="50")
    Traceback (most recent call last):
        ...
    tf1_updates.errors.InputError: --steps: '50' was given; allowed is nothing beside --resume, \
or what the file was made with: '40'
    """
    from tf1_updates.timing.document import read

    document = read(path, problem_with, allowed)
    blank = {name: False if isinstance(value, bool) else None for name, value in _items(options)}
    try:
        saved = argparse.Namespace(**dict(blank, **options_of(document)))
        wanted = checked(saved)
    except (InputError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as bad:
        found = "settings that cannot be asked for: {}".format(" ".join(str(bad).split()))
        raise InputError(path, found, allowed) from None
    for name, value in _items(options):
        if name not in free and value not in (None, False):
            _refuse_contradiction(name, value, saved, wanted, checked)
    for name in set(free) & set(blank):
        setattr(saved, name, getattr(options, name))
    if not document["complete"]:
        _refuse_other_environment(path, document["environment"])
    if saved.json is None:
        saved.json = path
    return document, saved


def _items(options):
    internal = ("command", "resume")
    return [(name, value) for name, value in vars(options).items() if name not in internal]


def _refuse_contradiction(name, value, saved, wanted, checked):
    """Ask for what was saved, but with this one option as it was given: is it the same?"""
    asked = vars(saved)
    try:
        same = checked(argparse.Namespace(**dict(asked, **{name: value}))) == wanted
    except InputError:
        same = False
    if not same:
        had = asked[name]
        had = " ".join(had) if isinstance(had, list) else had
        allowed = "nothing beside --resume, or what the file was made with"
        allowed += "" if had in (None, True, False) else ": {!r}".format(had)
        given = " ".join(value) if isinstance(value, list) else value
        raise InputError("--" + name.replace("_", "-"), given, allowed)


def _refuse_other_environment(path, before):
    from tf1_updates.timing.environment import describe

    now = describe(variable_kind=before.get("variable_kind"))
    for name in SAME:
        if before.get(name) != now[name]:
            allowed = "a measurement of this machine and its software, with {} {!r}"
            found = "one with {} {!r}".format(name, before.get(name))
            raise InputError(path, found, allowed.format(name, now[name]))
