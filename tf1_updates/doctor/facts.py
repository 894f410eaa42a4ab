"""What is known of the machine before anything is judged: metadata, and no import of TensorFlow."""

import os
import platform
import shutil
import subprocess
import sys
from glob import glob
from typing import NamedTuple, Optional

from tf1_updates.doctor.child import Child, import_tensorflow

# What else the toolkit imports, as pyproject.toml has it.
PACKAGES = ("scipy", "matplotlib", "mlxtend", "rich", "psutil")
# What display servers are announced by.
DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY")
# A Python that does not even say its version has not come up.
PATIENCE = 20.0


class Facts(NamedTuple):
    """The facts that checks are functions of.

    Attributes:
        python: (major, minor, micro).
        system, machine: as `platform` says, such as `"Linux"` and `"x86_64"`.
        described: what `timing.environment.describe` returned.
        imported: the `Child` that imported TensorFlow.
        flags: set of what the processor can, or `None` where nothing says so.
        has_display: whether windows can be shown.
        sources: list of (name, problem or `None`) of digits, or one line that says why none.
        python37: whether there is a Python 3.7 that runs.
        variables: the environment variables.
        packages: dictionary from each of `PACKAGES` to its version, or `None` where it is missing.
        allocator: what `allocator.measure` returned, or `None` where nothing was measured.
    """

    python: tuple
    system: str
    machine: str
    described: dict
    imported: Child
    flags: Optional[frozenset]
    has_display: bool
    sources: object
    python37: bool
    variables: dict
    packages: dict
    allocator: Optional[dict] = None


def gather():
    """Return the `Facts` of this machine and this Python."""
    from tf1_updates.timing.environment import describe, installed_version

    return Facts(
        python=tuple(sys.version_info[:3]),
        system=platform.system(),
        machine=platform.machine(),
        described=describe(),
        imported=import_tensorflow(),
        flags=processor_flags("/proc/cpuinfo"),
        has_display=platform.system() != "Linux" or any(map(os.environ.get, DISPLAYS)),
        sources=_sources(),
        python37=has_python37(),
        variables=dict(os.environ),
        packages={name: installed_version(name) for name in PACKAGES},
    )


def processor_flags(path):
    """Return the set of processor features in a file such as /proc/cpuinfo, or `None`.

    >>> processor_flags("no-such-file") is None
    True
    """
    try:
        with open(path, encoding="utf-8", errors="replace") as lines:
            for line in lines:
                name, _, value = line.partition(":")
                if name.strip() in ("flags", "Features"):
                    return frozenset(value.split())
    except OSError:  # no Linux
        pass
    return None


def has_python37():
    """Return whether `make test-tf1` would find a Python 3.7: on the path, or among pyenv's."""
    root = os.environ.get("PYENV_ROOT") or os.path.join(os.path.expanduser("~"), ".pyenv")
    found = glob(os.path.join(root, "versions", "3.7.*", "bin", "python3.7"))
    return any(map(_is_python37, [shutil.which("python3.7")] + found))


def _is_python37(path):
    code = "import sys; sys.exit(sys.version_info[:2] != (3, 7))"
    try:
        done = subprocess.run(
            [path, "-c", code],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=PATIENCE,
        )
    except (OSError, TypeError, subprocess.TimeoutExpired):  # no path at all is a TypeError
        return False
    return done.returncode == 0


def _sources():
    try:
        from tf1_updates.datasets import found

        return [(source.name, source.problem) for source in found()]
    except Exception as problem:  # whatever a broken NumPy raises
        return "{}: {}".format(type(problem).__name__, " ".join(str(problem).split()))
