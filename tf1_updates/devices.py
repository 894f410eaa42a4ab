"""The devices that a session can use, and what each one is."""

import re

from tf1_updates.errors import InputError

_WRITTEN = re.compile(r"/?(?:device:)?([A-Za-z][A-Za-z_]*):([0-9]{1,4})", re.IGNORECASE)
# Set to false, `session.run` comes back before the device has done its work.
SYNCHRONISES = "TF_SYNC_ON_FINISH"


def full_name(given, option="--device"):
    """Return a device's full name, whichever of its short ones was given.

    Raises:
        InputError: what is no device's name.

    >>> full_name("/GPU:0"), full_name("cpu:1"), full_name("/device:GPU:0")
    ('/device:GPU:0', '/device:CPU:1', '/device:GPU:0')
    >>> full_name("the fast one")
    Traceback (most recent call last):
        ...
    tf1_updates.errors.InputError: --device: 'the fast one' was given; allowed is a device such as \
/CPU:0 or /GPU:0
    """
    found = _WRITTEN.fullmatch(given)
    if not found:
        raise InputError(option, given, "a device such as /CPU:0 or /GPU:0")
    return "/device:{}:{}".format(found.group(1).upper(), int(found.group(2)))


def present(names, wanted, given, option="--device"):
    """Return the full name, job and all, of the device that is wanted.

    Args:
        names: full names of all devices that the session has, its own server's first.
        wanted: as `full_name` returns it.
        given: what the user wrote.

    Raises:
        InputError: there is no such device; the line lists those that there are.

    >>> here = "/job:localhost/replica:0/task:0/device:CPU:0"
    >>> present([here], "/device:CPU:0", "/CPU:0") == here
    True
    >>> present([here], "/device:GPU:0", "/GPU:0")
    Traceback (most recent call last):
        ...
    tf1_updates.errors.InputError: --device: '/GPU:0' was given; allowed is one of /device:CPU:0
    """
    for name in names:
        if name.endswith(wanted):
            return name
    short = sorted({name[name.index("/device:") :] for name in names})
    raise InputError(option, given, "one of " + ", ".join(short))


def computing(names):
    """Return the full name of the device that TensorFlow places ops on where it has the choice.

    Args:
        names: full names of all devices of a session, its own server's first.

    >>> at = "/job:localhost/replica:0/task:0/device:"
    >>> computing([at + "CPU:0", at + "XLA_CPU:0", at + "GPU:0", at + "GPU:1"])
    '/job:localhost/replica:0/task:0/device:GPU:0'
    >>> computing([at + "CPU:0", at + "CPU:1"])
    '/job:localhost/replica:0/task:0/device:CPU:0'
    """
    own = [name for name in names if name.split("/device:")[0] == names[0].split("/device:")[0]]
    faster = [name for name in own if not re.search("device:(CPU|XLA_|SYSTEM)", name, re.I)]
    return (faster or own)[0]


def check_synchronised(environment):
    """Refuse a setting with which the time of a step would be that of asking for it.

    `session.run` waits for the device of every op that it ran, also where only an op is fetched,
    unless TensorFlow is told otherwise by this one environment variable.

    Args:
        environment: a dictionary such as `os.environ`.

    Raises:
        InputError: the variable is set to anything but true.

    >>> check_synchronised({})
    >>> check_synchronised({"TF_SYNC_ON_FINISH": "0"})
    Traceback (most recent call last):
        ...
    tf1_updates.errors.InputError: TF_SYNC_ON_FINISH: '0' was given; allowed is 1 or nothing while \
a device is timed: otherwise a step ends before its work is done
    """
    given = environment.get(SYNCHRONISES, "1")
    if given.lower() not in ("1", "true"):
        allowed = "1 or nothing while a device is timed: otherwise a step ends before its work"
        raise InputError(SYNCHRONISES, given, allowed + " is done")


def hardware(name, local_devices):
    """Return what a device of this process is, in the words of its driver; `None` if unknown.

    Args:
        name: full name, job and all.
        local_devices: what `device_lib.list_local_devices()` returned.
    """
    for device in local_devices:
        if name.endswith(device.name):
            # "device: 0, name: Tesla T4, pci bus id: ..., compute capability: 7.5"; no bus ids.
            words = re.search(r"name: ([^,]+)", device.physical_device_desc)
            return words.group(1) if words else None
    return None
