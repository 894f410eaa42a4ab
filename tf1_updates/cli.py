"""The command line: finds the subcommand, and turns every refusal into one line and a status."""

import argparse
import atexit
import importlib
import os
import signal
import sys
import threading

from tf1_updates import __version__
from tf1_updates.errors import InputError, UnsupportedError, known_name

COMMANDS = (
    "compare",
    "explain",
    "sweep",
    "compose",
    "selfcheck",
    "show",
    "diff",
    "list",
    "data",
    "doctor",
    "run",
)

# Exit statuses: 0 done, 1 an approach is wrong, 2 bad input, 130 interrupted (128 + SIGINT).
BAD_INPUT, INTERRUPTED = 2, 130


class _OneLineParser(argparse.ArgumentParser):
    """A parser whose refusals are one line, without the usage text."""

    def error(self, message):
        raise UsageError(message)


class UsageError(Exception):
    """The command line cannot be read; the text says why, in one line."""


def _command(name):
    return importlib.import_module("tf1_updates.commands.{}_command".format(name))


def _parser(names=COMMANDS):
    parser = _OneLineParser(
        prog="tf1-updates",
        description="How a custom weight-update rule reaches a variable in TensorFlow's graph "
        "mode, what each way costs, and why.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version="tf1-updates " + __version__)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=_OneLineParser)
    for name in names:
        command = _command(name)
        one = commands.add_parser(
            name, help=command.SUMMARY, description=command.SUMMARY, allow_abbrev=False
        )
        command.add_options(one)
    return parser, commands


def _join_negative_numbers(arguments):
    """Write `--bound -1e-3` as `--bound=-1e-3`, since argparse takes `-1e-3` for an option."""
    joined = []
    for argument in arguments:
        if joined and joined[-1].startswith("--") and "=" not in joined[-1]:
            if argument.startswith("-") and _is_number(argument):
                joined[-1] += "=" + argument
                continue
        joined.append(argument)
    return joined


def _is_number(text):
    try:
        float(text)
    except ValueError:
        return False
    return True


def _parse(arguments):
    # Of one command no other's modules are loaded: `doctor` has to work where they would not.
    is_first = bool(arguments) and arguments[0] in COMMANDS
    parser, commands = _parser(arguments[:1] if is_first else COMMANDS)
    arguments, of_the_script = _split_at_dashes(arguments)
    named = [argument for argument in arguments if not argument.startswith("-")]
    if named:
        known_name("command", named[0], COMMANDS)
    options, unknown = parser.parse_known_args(_join_negative_numbers(arguments))
    if options.command is None:
        raise InputError("command", None, "one of " + ", ".join(COMMANDS))
    if unknown:
        given = unknown[0].split("=")[0]
        actions = commands.choices[options.command]._actions
        known = [string for action in actions for string in action.option_strings]
        known_name("option of " + options.command, given, known)
    options.arguments = of_the_script
    return options


def _split_at_dashes(arguments):
    """Split what `run` is given at the first `--`: what follows belongs to the script."""
    if arguments[:1] != ["run"] or "--" not in arguments:
        return arguments, []
    at = arguments.index("--")
    return arguments[:at], arguments[at + 1 :]


def _interrupt(signal_number, frame):
    raise KeyboardInterrupt


def program():
    """Run the command line of this process, and end the process with the exit status.

    A thread that was left behind in a call of TensorFlow, because nothing else can leave one that
    blocks, would come back while Python is being taken down, and the process would end in a crash.
    So where there is one, the process ends at once, after what was registered with `atexit`.

    Ctrl-C and `kill` both interrupt. A script's background job (`tf1-updates compare &`) is started
    with Ctrl-C ignored, as that is meant for the script, and it stays so: `kill` stops it.
    """
    signal.signal(signal.SIGTERM, _interrupt)  # a polite kill keeps what was measured, too
    status = main(sys.argv[1:])
    if threading.active_count() > 1:
        atexit._run_exitfuncs()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)
    sys.exit(status)


def main(arguments):
    """Run a command line; return the exit status.

    Args:
        arguments: list of str, without the program's name.

    >>> main(["list"]) == 0  # doctest: +ELLIPSIS
    approaches, from the slowest to the floor (thread row in brackets)
    ...
    True
    """
    # TensorFlow's own notices would bury the report; who wants them sets the variable.
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    if hasattr(sys.stdout, "reconfigure"):
        # A path may hold letters that the terminal's encoding lacks.
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        options = _parse(arguments)
        return _command(options.command).run(options)
    except (InputError, UnsupportedError, UsageError) as refusal:
        print("tf1-updates: {}".format(refusal), file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        print("tf1-updates: interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        # The reader has gone; nothing more can be said, also not when Python flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
