"""How the process ends: with the command's status, also where a thread was left behind."""

import signal
import subprocess
import sys

import pytest

# The command prints without flushing; at exit Python would wait for nothing, but tear itself down.
PROGRAM = """
import atexit, os, signal, sys, threading, time, types
from tf1_updates import cli

def run(options):
    if {left_behind}:
        threading.Thread(target=threading.Event().wait, daemon=True).start()
    print("the report")
    {ending}

atexit.register(print, "torn down")
command = types.SimpleNamespace(SUMMARY="", add_options=lambda parser: None, run=run)
cli._command = lambda name: command
sys.argv[1:] = ["list"]
cli.program()
"""


@pytest.mark.parametrize("left_behind", [False, True])
@pytest.mark.parametrize(
    "ending, status", [("return 0", 0), ("return 1", 1), ("raise KeyboardInterrupt", 130)]
)
def test_the_status_and_the_report_survive_a_thread_in_a_blocking_call(ending, status, left_behind):
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(ending=ending, left_behind=left_behind)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert done.returncode == status
    # What a script wants done at its end is done, also where Python itself is not taken down.
    assert done.stdout.decode().splitlines() == ["the report", "torn down"]
    assert b"Traceback" not in done.stderr


# As a shell starts the background jobs of a script.
IN_THE_BACKGROUND = ["sh", "-c", 'trap "" INT; exec "$@"', "sh"]
# It takes its signals itself, so that nothing depends on when they come.
TO_ITSELF = "os.kill(os.getpid(), signal.{}); time.sleep({}); print('goes on')"


@pytest.mark.parametrize(
    "start, number, told",
    [
        ([], "SIGINT", ["the report"]),
        ([], "SIGTERM", ["the report"]),
        (IN_THE_BACKGROUND, "SIGTERM", ["the report"]),
        (IN_THE_BACKGROUND, "SIGINT", ["the report", "goes on"]),
    ],
)
def test_what_a_script_puts_in_the_background_is_stopped_by_kill_only(start, number, told):
    ending = TO_ITSELF.format(number, 0.1 if "goes on" in told else 60) + "; return 0"
    done = subprocess.run(
        start + [sys.executable, "-c", PROGRAM.format(ending=ending, left_behind=False)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert done.stdout.decode().splitlines() == told + ["torn down"]
    assert done.returncode == (0 if "goes on" in told else 130), done.stderr


# What a script sees of SIGTERM is what it would see without us.
SCRIPTS = {
    "by the signal": ("", -signal.SIGTERM, []),
    "no interrupt of ours": ("except KeyboardInterrupt:\n    print('caught')\n", -15, []),
    "its own way": ("", 7, ["its own"]),
}


@pytest.mark.parametrize("name", list(SCRIPTS))
def test_a_script_that_is_sent_sigterm_ends_as_under_python(name, tmp_path):
    caught, status, printed = SCRIPTS[name]
    own = "signal.signal(signal.SIGTERM, lambda *given: (print('its own'), sys.exit(7)))\n"
    path = tmp_path / "told.py"
    path.write_text(
        "import os, signal, sys, time\n"
        + (own if printed else "")
        + "try:\n    os.kill(os.getpid(), signal.SIGTERM)\n    time.sleep(60)\n"
        + (caught or "finally:\n    pass\n"),
        "utf-8",
    )
    for command in ([str(path)], ["-m", "tf1_updates", "run", str(path)]):
        done = subprocess.run(
            [sys.executable] + command, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        assert done.returncode == status, done.stderr
        assert done.stdout.decode().splitlines() == printed and b"Traceback" not in done.stderr
