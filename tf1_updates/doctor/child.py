"""Imports TensorFlow in another process: a broken one may raise, hang, or take its process down."""

import json
import os
import signal
import subprocess
import sys
from typing import NamedTuple, Optional

# It takes some 10 s on a busy machine; one that has not come after this hangs.
PATIENCE = 120.0
NO_ANSWER = "no answer"

# A file of the folder where it is run is none of the installed ones, whatever its name.
_IMPORT = """
import sys
sys.path = [place for place in sys.path if place]
import json
import tensorflow.compat.v1 as tf
print(json.dumps(tf.__version__))
"""


class Child(NamedTuple):
    """What became of a child process.

    Attributes:
        answer: what the last line of its output holds as JSON, or `None`.
        error: why there is none, in one line, or `None`.
    """

    answer: Optional[object]
    error: Optional[str]


def import_tensorflow(python=(sys.executable,), patience=PATIENCE, environment=None):
    """Import TensorFlow in a child process; return its version as the answer.

    Args:
        python: the command of a Python, as a sequence.
        patience: seconds until a child that hangs is killed.
        environment: its environment variables; by default those of this process.

    >>> import_tensorflow((sys.executable, "-S", "-E")).error
    "ModuleNotFoundError: No module named 'tensorflow'"
    """
    return run(list(python) + ["-c", _IMPORT], patience, environment)


def run(command, patience=PATIENCE, environment=None):
    """Run a command and read the JSON in the last line of its output; see `import_tensorflow`.

    >>> run([sys.executable, "-c", "print([1, 2])"]).answer
    [1, 2]
    """
    environment = dict(os.environ if environment is None else environment)
    environment.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    try:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            timeout=patience,
            env=environment,
        )
    except subprocess.TimeoutExpired:
        return Child(None, "{} within {:g} s".format(NO_ANSWER, patience))
    except OSError as problem:
        return Child(None, "cannot be started: {}".format(problem.strerror))
    if done.returncode < 0:
        return Child(None, "ended by {}".format(_signal_name(-done.returncode)))
    if done.returncode:
        return Child(None, _last_line(done.stderr) or "status {}".format(done.returncode))
    try:
        return Child(json.loads(_last_line(done.stdout)), None)
    except ValueError:
        return Child(None, "an answer that cannot be read")


def _last_line(output):
    """The line that names the error; long advice of many lines follows some of them."""
    lines = [line.strip() for line in output.decode("utf-8", "replace").splitlines()]
    lines = [line for line in lines if line]
    errors = [line for line in lines if line.split(":")[0].endswith(("Error", "Exception"))]
    return (errors or lines or [""])[-1]


def _signal_name(number):
    try:
        return signal.Signals(number).name
    except ValueError:
        return "signal {}".format(number)
