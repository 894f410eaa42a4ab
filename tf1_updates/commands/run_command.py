"""`tf1-updates run`: a script of TensorFlow 1's time, as it is, on the TensorFlow that is here."""

import contextlib
import importlib.util
import os
import sys

from tf1_updates.commands.quiet_import import quiet_import
from tf1_updates.errors import InputError, whole_number
from tf1_updates.files import check_writable, write_atomically

SUMMARY = "run a TensorFlow 1 script, unmodified, with the rights of the user who runs it"


def add_options(parser):
    """Add the script and what to report of it; its own arguments come after `--`."""
    parser.description = (
        SUMMARY + ". The script is a program: it can read, write and delete whatever this user"
        " can, so run only what you would run with python. Nothing else is executed, unpickled"
        " or downloaded."
    )
    parser.usage = "tf1-updates run [options] SCRIPT.py [-- arguments of the script]"
    parser.add_argument("script", metavar="SCRIPT.py", help="the script")
    parser.add_argument(
        "--watch",
        action="store_true",
        help="report the lines that grow the graph while it runs; each session call, counted as"
        " for --time, is a step",
    )
    parser.add_argument(
        "--time",
        action="store_true",
        help="report the session calls and what they cost: each session.run, session.partial_run,"
        " and call of what session.make_callable returned",
    )
    parser.add_argument(
        "--seed",
        metavar="N",
        help="seed every graph, NumPy and random, to run it again the same; ops made before a"
        " graph's gradients draw the same on TensorFlow 2 and 1.15",
    )
    parser.add_argument(
        "--graph", metavar="FILE.pbtxt", help="write the default graph, as text, at the end"
    )


def run(options):
    """Run the script; return its exit status."""
    from tf1_updates.tf1_scripts import figures, script_source

    seed = _seed(options.seed)
    _check_graph_file(options.graph, options.script)
    code = script_source.compiled_script(options.script)
    if importlib.util.find_spec("tf_keras") is not None:
        os.environ.setdefault("TF_USE_LEGACY_KERAS", "1")  # read when TensorFlow is imported
    if not figures.has_display():
        figures.draw_without_display()
    with contextlib.ExitStack() as ends:
        return _run_script(options, seed, code, _once(lambda: _quiet_tensorflow(ends)))


def _run_script(options, seed, code, tensorflow):
    from tf1_updates.tf1_scripts import script_imports, script_run

    folder, name = os.path.split(os.path.abspath(options.script))
    imports = script_imports.ScriptImports(folder, os.path.splitext(name)[0], tensorflow)

    def execute():
        return script_run.run_script(code, options.script, options.arguments, imports)

    if seed is None and not (options.watch or options.time or options.graph):
        return execute()
    try:
        tensorflow()  # before its session calls are hooked, with v2 behaviour switched off
    except ImportError as problem:
        raise InputError("--watch, --time, --seed or --graph", str(problem), "nothing") from None
    return _reported(options, seed, execute)


def _reported(options, seed, execute):
    from tf1_updates.tf1_scripts import session_calls
    from tf1_updates.tf1_scripts.script_watch import ScriptWatch
    from tf1_updates.tf1_scripts.seeding import seed_all

    tf = sys.modules["tensorflow.compat.v1"]
    unseed = seed_all(tf, seed) if seed is not None else None
    watch = ScriptWatch() if options.watch else None
    with session_calls.SessionCalls(tf, watch and watch.before_call) as calls:
        try:
            status = execute()
        finally:
            if unseed:
                unseed()
    if watch:
        watch.stop()
        _say(watch.report())
    if options.time:
        _say(session_calls.report(calls.seconds))
    if options.graph:
        _write_graph(options.graph, tf, calls.graph)
    return status


def _write_graph(path, tf, last_graph):
    """Write the default graph, or where nothing is in that, the graph of the last session call."""
    graph = tf.get_default_graph()
    if not graph.get_operations() and last_graph is not None:
        graph = last_graph
    from google.protobuf import text_format

    try:
        write_atomically(path, text_format.MessageToString(graph.as_graph_def()))
    except (OSError, ValueError) as problem:  # the disk is full; a graph has over 2 GB
        _say("tf1-updates: --graph: nothing is written: {}".format(problem))
    else:
        _say("graph of {:,} ops: {}".format(len(graph.get_operations()), path))


def _say(text):
    """Print to stderr: stdout is the script's own."""
    print(text, file=sys.stderr)


def _seed(given):
    if given is None:
        return None
    allowed = "a whole number from 0 to 2147483647"
    if not (given.isascii() and given.isdigit()) or int(given) >= 2**31:
        raise InputError("--seed", given, allowed)
    return whole_number("--seed", int(given), least=0)


def _check_graph_file(path, script):
    if path is None:
        return
    check_writable("--graph", path)
    if os.path.realpath(path) == os.path.realpath(script):
        raise InputError("--graph", path, "another file than the script")


def _quiet_tensorflow(ends):
    """Import TensorFlow for the script; what is changed in it lasts until `ends` ends."""
    from tf1_updates.tf1_scripts.op_numbers import as_in_1_15
    from tf1_updates.tf1_scripts.script_imports import v1_tensorflow

    try:
        tf = quiet_import()
    except InputError as problem:  # to the script, this is an import like any other
        raise ImportError(str(problem)) from None
    if not tf.__version__.startswith("1."):
        ends.enter_context(as_in_1_15(tf))
    return v1_tensorflow()


def _once(make):
    """Return a function that calls `make` at its first call and then returns the same."""
    made = []

    def get():
        if not made:
            made.append(make())
        return made[0]

    return get
