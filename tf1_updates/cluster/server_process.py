"""The other end of `servers`: a process that is one TensorFlow server, and may run a program on it.

It is run as `python -m tf1_updates.cluster.server_process`. The first line of its standard input
says in JSON what it is to be, each line of its standard output says in JSON what became of it:

    {"addresses": {"ps": ["127.0.0.1:4000"], ...}, "job": "ps", "task": 0, "program": null}
        -> {"failed": null}

With a program, `["package.module:function", {arguments}]`, it goes on and calls
`function(target, **arguments)` with the address of its own server, and says what that returned:

        -> {"failed": null, "returned": ...}

It ends when its standard input does. So it ends with the process that started it, however that one
ended: the system closes the pipe of a process that is killed, too.
"""

import ctypes
import importlib
import json
import os
import signal
import sys
import threading

_PARENT_DEATH_SIGNAL = 1  # PR_SET_PDEATHSIG, see prctl(2)


def main():
    """Be the server until the standard input ends, which ends the process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the terminal's Ctrl-C is for the parent
    _end_with_parent()
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what libraries print must not get between the answers
    request = json.loads(sys.stdin.readline())
    # Before TensorFlow is loaded, which takes seconds in which the parent may end as well.
    threading.Thread(target=_end_with_input, daemon=True).start()

    def answer(**content):
        answers.write(json.dumps(content) + "\n")
        answers.flush()

    try:
        server = _server(request["addresses"], request["job"], request["task"])
        answer(failed=None)
        if request["program"]:
            answer(failed=None, returned=_run(server.target, *request["program"]))
    except Exception as problem:
        answer(failed=one_line(problem))
    threading.Event().wait()


def one_line(problem):
    """Return an exception's type and text as one line.

    >>> one_line(ValueError("no such\\n job"))
    'ValueError: no such job'
    """
    return " ".join("{}: {}".format(type(problem).__name__, problem).split())


def _end_with_parent():
    """Have the system kill this process with its parent: one that is frozen hears of no input."""
    if sys.platform.startswith("linux"):
        ctypes.CDLL(None).prctl(_PARENT_DEATH_SIGNAL, signal.SIGKILL)


def _end_with_input():
    while os.read(0, 4096):
        pass
    os._exit(0)  # a TensorFlow server cannot be shut down


def _server(addresses, job, task):
    import tensorflow.compat.v1 as tf

    tf.logging.set_verbosity(tf.logging.ERROR)
    return tf.train.Server(tf.train.ClusterSpec(addresses), job_name=job, task_index=task)


def _run(target, function, arguments):
    module, name = function.split(":")
    return getattr(importlib.import_module(module), name)(target, **arguments)


if __name__ == "__main__":
    main()
