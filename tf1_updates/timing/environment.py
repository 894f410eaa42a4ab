"""Says what machine and what software a measurement was made on, and nothing about its owner.

A time without its machine means nothing, so this goes into every result. Results are passed on, so
no user, no host and no path is named in them.
"""

import datetime
import os
import platform
import re

# A distribution of TensorFlow has one of these names.
TENSORFLOW_NAMES = (
    "tensorflow",
    "tensorflow-cpu",
    "tensorflow-gpu",
    "tf-nightly",
    "tensorflow-macos",
)
OTHER_NAMES = ("numpy", "scipy", "protobuf", "keras")

# Environment variables that change the speed. Terraform, whose settings hold passwords, also
# begins with TF_, and TF_CONFIG is a list of hosts.
SPEED = re.compile(r"(TF_|MALLOC_)\w+|OMP_NUM_THREADS|XLA_FLAGS")
NOT_OURS = re.compile(r"TF_(VAR|CLI|TOKEN|WORKSPACE|CONFIG|DATA_DIR|CLOUD|REGISTRY|LOG|PLUGIN)\w*")
# A number, a switch, or flags with such values: a path or a name cannot be written with these.
_VALUE = r"(-?\d+(\.\d+)?|true|false|on|off)"
HARMLESS = re.compile(r"{0}?|(--\w+(={0})?\s*)+".format(_VALUE), re.IGNORECASE)


def describe(variable_kind=None, session_config=None):
    """Return versions, machine and settings as a dictionary that JSON can hold.

    Versions are read from the installed packages' metadata; TensorFlow is not imported.

    Args:
        variable_kind: `"reference"` or `"resource"`, whichever variables were measured.
        session_config: a `tf.ConfigProto`, or `None` where none was given. Of it the two thread
            settings are kept; 0 lets TensorFlow choose.

    Returns:
        A dictionary; what cannot be found out on this system is `None`.

    >>> describe(variable_kind="resource")["variable_kind"]
    'resource'
    """
    total, available = _memory()
    return {
        "python": platform.python_version(),
        "tensorflow": next(filter(None, map(installed_version, TENSORFLOW_NAMES)), None),
        **{name: installed_version(name) for name in OTHER_NAMES},
        "platform": "{} {} {}".format(platform.system(), platform.release(), platform.machine()),
        "cpu": _cpu_model(),
        "cpus_logical": os.cpu_count(),
        "cpus_usable": _usable_cpus(),
        "memory_bytes_total": total,
        "memory_bytes_available": available,
        "load_average": _load_average(),
        "threads": {
            "intra_op_threads": getattr(session_config, "intra_op_parallelism_threads", None),
            "inter_op_threads": getattr(session_config, "inter_op_parallelism_threads", None),
        },
        "variable_kind": variable_kind,
        "environment_variables": speed_variables(os.environ),
        "utc": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"),
    }


def speed_variables(variables):
    """Return those environment variables that change TensorFlow's speed, in alphabetical order.

    Args:
        variables: dictionary of all of them.

    >>> speed_variables({"TF_NUM_INTEROP_THREADS": "2", "TF_DUMP": "/some/folder", "LANG": "C"})
    {'TF_DUMP': '(set, not recorded)', 'TF_NUM_INTEROP_THREADS': '2'}
    """
    names = [name for name in variables if SPEED.fullmatch(name) and not NOT_OURS.fullmatch(name)]
    return {
        name: variables[name] if HARMLESS.fullmatch(variables[name]) else "(set, not recorded)"
        for name in sorted(names)
    }


def installed_version(name):
    """Return the version of a distribution by its metadata, or `None` where it is not installed.

    >>> installed_version("no-such-distribution") is None
    True
    """
    try:
        from importlib import metadata
    except ImportError:  # Python 3.7
        return _version_on_python37(name)
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def _version_on_python37(name):
    try:
        import pkg_resources
    except ImportError:  # without setuptools there may be what stands in for the newer module
        try:
            import importlib_metadata as metadata
        except ImportError:  # and without both there is no TensorFlow 1.15 either, which needs both
            return None
        return next((found.version for found in metadata.distributions(name=name)), None)
    found = pkg_resources.working_set.by_key.get(name)
    return found.version if found else None


def _cpu_model():
    try:
        with open("/proc/cpuinfo", encoding="utf-8", errors="replace") as lines:
            for line in lines:
                if line.startswith("model name"):
                    return line.split(":", 1)[1].strip()
    except OSError:  # no Linux
        pass
    return platform.processor() or platform.machine() or None


def _memory():
    try:
        import psutil
    except ImportError:  # which `tf1-updates doctor` is there to say
        return None, None
    memory = psutil.virtual_memory()
    return int(memory.total), int(memory.available)


def _usable_cpus():
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # macOS and Windows have none
        return None


def _load_average():
    try:
        return list(os.getloadavg())
    except (AttributeError, OSError):  # Windows
        return None
