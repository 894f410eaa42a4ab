"""The saver trial over two processes: nothing that a process holds helps the second half."""

import subprocess
import sys

from tf1_updates.approaches import APPROACHES
from tf1_updates.compose.checkpoints import STEPS, STOP_AFTER, run
from tf1_updates.compose.subjects import subject_of

PROGRAM = """
import os, sys
from tf1_updates.compose.checkpoints import STEPS, STOP_AFTER, run
from tf1_updates.compose.subjects import subject_of
for name in sys.argv[2:]:
    checkpoint = os.path.join(sys.argv[1], name)
    weights = run(subject_of(name), STEPS - STOP_AFTER, restore=checkpoint)
    print(name, b"".join(weights[key].tobytes() for key in sorted(weights)).hex())
"""


def test_each_approach_goes_on_in_a_new_process_to_the_same_bytes(tmp_path, lacks):
    uninterrupted = {}
    names = [name for name in APPROACHES if not lacks(name, None)]
    for name in names:
        run(subject_of(name), STOP_AFTER, save=str(tmp_path / name))
        weights = run(subject_of(name), STEPS)
        uninterrupted[name] = b"".join(weights[key].tobytes() for key in sorted(weights)).hex()
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(tmp_path)] + names, stdout=subprocess.PIPE
    )
    continued = dict(line.split() for line in done.stdout.decode().splitlines())
    assert done.returncode == 0 and continued == uninterrupted
