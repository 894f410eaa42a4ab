"""How the process ends: with the command's status, also where a thread was left behind."""

import subprocess
import sys

import pytest

# The command prints without flushing; at exit Python would wait for nothing, but tear itself down.
PROGRAM = """
import atexit, sys, threading, types
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
