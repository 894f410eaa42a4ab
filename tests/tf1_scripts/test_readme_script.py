"""The script of the README prints what the README shows, on TensorFlow 1.15 as on 2."""

import pathlib
import re
import subprocess
import sys

import pytest

pytestmark = pytest.mark.slow

FOLDER = pathlib.Path(__file__).resolve().parent / "on_the_page"
README = FOLDER.parents[2] / "README.md"
_TIME = re.compile(r"\d[\d.]*(?:e[+-]\d+)? (?:s in all|ms)")


def shown_in_the_readme():
    text = README.read_text(encoding="utf-8")
    return re.search(r"```\n\$ tf1-updates (run [^\n]*)\n(.*?)```", text, re.S).groups()


def test_the_readmes_run():
    command, shown = shown_in_the_readme()
    done = subprocess.run(
        [sys.executable, "-m", "tf1_updates"] + command.split(),
        cwd=str(FOLDER),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        timeout=240,
    )
    assert done.returncode == 0
    told = done.stderr.decode().splitlines()
    told = told[told.index("each session call counts as a step") :]  # 1.15 warns of old names
    lines = done.stdout.decode().splitlines() + told
    # All but the times, which are another machine's.
    assert _TIME.sub("#", "\n".join(lines)) == _TIME.sub("#", shown.rstrip())
    assert len(_TIME.findall(shown)) == 5
