"""Runs a script as Python would: its `__main__`, arguments, folder, exit status and tracebacks."""

import os
import signal
import sys
import threading
import traceback
import types

from tf1_updates.tf1_scripts.gone_names import GoneImport, GoneName

INTERRUPTED = 130  # 128 + SIGINT, as a shell has it
_OWN_FOLDER = os.path.dirname(os.path.abspath(__file__))


def run_script(code, path, arguments, imports):
    """Run a compiled script to its end, with its threads; return its exit status.

    Args:
        code: what `compiled_script` returned.
        path: the script's file, as the user has given it.
        arguments: list of str, the script's own.
        imports: `ScriptImports`.

    Returns:
        0, or the status that the script exits with; 1 after an exception; 130 after Ctrl-C.
    """
    module = types.ModuleType("__main__")
    module.__file__, module.__builtins__ = path, imports.builtins
    before = sys.argv, sys.path[:], sys.modules["__main__"]
    sys.argv = [path] + list(arguments)
    sys.path[0] = os.path.dirname(os.path.abspath(path))
    sys.modules["__main__"] = module
    sys.meta_path.insert(0, imports)
    # A script that is sent SIGTERM ends by it, as under `python`, unless it says otherwise itself.
    told_to_end = signal.signal(signal.SIGTERM, signal.SIG_DFL)
    try:
        exec(code, module.__dict__)
        _wait_for_threads()
        return 0
    except SystemExit as end:
        return _status(end.code)
    except KeyboardInterrupt as interrupt:
        print_traceback(interrupt)
        return INTERRUPTED
    except BaseException as error:
        print_traceback(error)
        return 1
    finally:
        sys.stdout.flush()
        signal.signal(signal.SIGTERM, told_to_end)
        sys.meta_path.remove(imports)
        sys.argv, sys.path[:], sys.modules["__main__"] = before


def _wait_for_threads():
    """Python ends when the last thread that is no daemon does, and so do we."""
    for thread in threading.enumerate():
        if thread is not threading.current_thread() and not thread.daemon:
            if thread is not threading.main_thread():
                thread.join()


def _status(code):
    """Return the exit status for what was given to `sys.exit`.

    >>> _status(None), _status(3), _status(True)
    (0, 3, 1)
    """
    if code is None:
        return 0
    if isinstance(code, int):
        return int(code)
    print(code, file=sys.stderr)
    return 1


def print_traceback(error):
    """Print an error as Python does for the script, which does not know that we run it.

    A name that has left TensorFlow is one line: the script's line, the name, what replaced it.
    """
    if isinstance(error, (GoneName, GoneImport)):
        frames = _script_frames(traceback.extract_tb(error.__traceback__))
        text = "tf1-updates: {}, line {}: {}"
        print(text.format(frames[-1].filename, frames[-1].lineno, error), file=sys.stderr)
        return
    shown = traceback.TracebackException(type(error), error, error.__traceback__)
    _leave_out_own_frames(shown)
    print("".join(shown.format()), end="", file=sys.stderr)


def _leave_out_own_frames(shown):
    while shown is not None:
        shown.stack[:] = _script_frames(shown.stack)
        if shown.__cause__ is not None:
            _leave_out_own_frames(shown.__cause__)
        shown = shown.__context__


def _script_frames(frames):
    return [frame for frame in frames if os.path.dirname(frame.filename) != _OWN_FOLDER]
