"""What `compare --resume FILE` needs of the saved comparison: the options that it was made with."""

from tf1_updates.approaches import REFERENCE
from tf1_updates.commands.compare_options import QUICK, checked
from tf1_updates.commands.resuming import resumed
from tf1_updates.commands.rule_options import saved_rule_options
from tf1_updates.errors import InputError

# Steps before the measured ones; they are timed apart.
WARMUP_STEPS = 5
# Series of any length are cut into this many blocks, which the intervals are drawn from.
BLOCKS = 40  # at least, where there are enough steps
LONGEST_BLOCK = 5
# Options of which a saved comparison knows nothing. Digits at a path are told to it once more.
FREE = ("data", "json", "plot", "markdown", "csv", "pyperf")


def block_of(steps):
    """Return how many steps make a block.

    At most five: what slows the machine comes and goes within some twenty milliseconds, and has to
    meet all blocks of a round.

    >>> block_of(2000), block_of(200), block_of(12)
    (5, 5, 1)
    """
    return max(1, min(LONGEST_BLOCK, steps // BLOCKS))


def resumed_comparison(path, options):
    """Return the comparison saved at `path` and the options that it was made with.

    Args:
        path: what was given as `--resume`.
        options: the command line's namespace.

    Raises:
        InputError: as for `resuming.resumed`, or digits at a path that was not given again.
    """
    from tf1_updates.timing.document import ALLOWED, problem_with

    document, options = resumed(path, options, saved_options, checked, FREE, problem_with, ALLOWED)
    if options.data is None:
        options.data = saved_data(path, document["settings"])
    return document, options


def check_same_device(path, earlier, device):
    """Refuse to go on with a comparison on another device than it was begun on.

    Args:
        path: what was given as `--resume`.
        earlier: the comparison that was saved there; an older one does not name its device.
        device: dictionary of the device's name and hardware now.

    >>> there = {"device": "/device:GPU:0", "device_hardware": "Tesla T4"}
    >>> check_same_device("half.json", {"environment": there}, there)
    >>> check_same_device("half.json", {"environment": there}, {"device": "/device:CPU:0"})
    Traceback (most recent call last):
        ...
    tf1_updates.errors.InputError: half.json: 'one of /device:GPU:0' was given; allowed is a \
measurement of this machine's device, /device:CPU:0
    """
    before = earlier["environment"]
    for name in ("device", "device_hardware"):
        if name in before and before[name] != device.get(name):
            allowed = "a measurement of this machine's {}, {}"
            allowed = allowed.format(name.replace("_", " "), device.get(name))
            raise InputError(path, "one of {}".format(before[name]), allowed)


def saved_data(path, settings):
    """Return the name of the data that a comparison was made on.

    >>> saved_data("half.json", {"data": "60,000 images from ~/digits", "data_option": None})
    Traceback (most recent call last):
        ...
    tf1_updates.errors.InputError: --data: None was given; allowed is where half.json was measured \
on, which was 60,000 images from ~/digits
    """
    if settings.get("data") is None:
        return "bundled"  # the problem has no data
    from tf1_updates.datasets import NAMES

    if settings.get("data_option") not in NAMES:
        was = "where {} was measured on, which was {}".format(path, settings["data"])
        raise InputError("--data", None, was)
    return settings["data_option"]


def saved_options(document):
    """Return the options that ask for what a saved comparison has, by `dest`.

    Raises:
        ValueError: no options can ask for that.
    """
    settings = document["settings"]
    steps = settings["steps"]
    names = [row["name"] for row in document["approaches"]]
    for name, had, has in (
        ("block", settings["block"], block_of(steps)),
        ("warmup_steps", settings["warmup_steps"], WARMUP_STEPS),
        ("approaches", names, settings["approaches"][: len(names)]),
        ("reference", document["reference"], REFERENCE),
    ):
        if had != has:
            raise ValueError("{} {!r}, which would be {!r}".format(name, had, has))
    if settings.get("session") is not None:
        raise ValueError("session {}, whose servers are gone".format(settings["session"]))
    return dict(
        saved_rule_options(settings["rule"]),
        approaches=settings["approaches"],
        problem=settings["problem"],
        steps=str(steps),
        budget=repr(settings["budget_seconds"]),
        quick=settings["check_steps"] == QUICK.check_steps,
        seed=str(settings["seed"]),
        variables=document["environment"]["variable_kind"],
        isolate=settings.get("isolate", False),
        device=settings.get("device_option"),
    )
