"""`make` never uses a virtual environment of another Python than the one that was asked for."""

import os
import pathlib
import shutil
import subprocess

import pytest

ROOT = pathlib.Path(__file__).parent.parent

# Answers as a Python does: to `-m venv` it copies itself, and to `-c` it tells who it is, or
# whether its version is one that the Makefile allows.
STAND_IN = """#!/bin/sh
echo "$*" >> {calls}
case "$1 $2" in
"-m venv") for folder; do :; done
    mkdir -p "$folder/bin" && rm -f "$folder"/.installed* && touch "$folder/pyvenv.cfg"
    cp {itself} "$folder/bin/python" ;;
"-c "*print*) echo "{version}" ;;
"-c "*exit*) exit {status} ;;
esac
"""
pytestmark = pytest.mark.skipif(
    shutil.which("make") is None, reason="make is not installed on this machine"
)


@pytest.fixture(params=[("VENV", "PYTHON"), ("VENV_TF1", "PYTHON37")])
def made(request, tmp_path):
    """A function from a Python and whether to name it to what `make` did: (status, calls, text)."""
    folder, argument = request.param
    venv = tmp_path / "venv"
    # What an outer `make test PYTHON=...` hands down.
    handed_down = ("MAKELEVEL", "MAKEFLAGS", "MFLAGS", "MAKEOVERRIDES", "PYTHON", "PYTHON37")
    surroundings = {name: value for name, value in os.environ.items() if name not in handed_down}

    def run(python, name_it=True):
        calls = tmp_path / "calls"
        calls.write_text("", encoding="utf-8")
        command = ["make", "--no-print-directory", "{}={}".format(folder, venv)]
        command += ["{}={}".format(argument, python)] if name_it else []
        done = subprocess.run(
            command + [str(venv / ".installed")],
            cwd=str(ROOT),
            env=surroundings,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=60,
        )
        lines = calls.read_text(encoding="utf-8").splitlines()
        lines = [line for line in lines if line.startswith("-m")]
        return done.returncode, lines, done.stdout.decode()

    run.venv = venv
    return run


@pytest.fixture
def python(tmp_path):
    """A function that makes a stand-in for a Python; `fits` is whether its version is allowed."""

    def write(version, fits=True):
        path = tmp_path / ("python" + version)
        text = STAND_IN.format(
            calls=tmp_path / "calls", itself=path, version=version, status=0 if fits else 1
        )
        path.write_text(text, encoding="utf-8")
        path.chmod(0o755)
        return path

    return write


def new(calls, made):
    return calls[0] == "-m venv --clear {}".format(made.venv) and "pip install" in calls[1]


def test_it_is_made_once_and_kept_for_the_same_python(made, python):
    status, calls, _ = made(python("one"))
    assert status == 0 and len(calls) == 2 and new(calls, made)
    status, calls, _ = made(python("one"))
    assert status == 0 and calls == []


def test_it_is_kept_if_no_python_is_named(made, python):
    made(python("one"))
    status, calls, _ = made(None, name_it=False)
    assert status == 0 and calls == []


def test_for_another_python_it_is_made_anew_and_make_says_so(made, python):
    made(python("one"))
    (made.venv / ".installed-tools").touch()
    other = python("two")
    status, calls, text = made(other)
    assert status == 0 and new(calls, made)
    said = "make: {} is not of {}; it is made anew".format(made.venv, other)
    assert said in text
    assert not (made.venv / ".installed-tools").exists()
    assert made(other)[1] == []


def test_one_whose_python_is_gone_is_made_anew(made, python):
    made(python("one"))
    (made.venv / "bin" / "python").unlink()
    status, calls, _ = made(python("one"))
    assert status == 0 and new(calls, made)


@pytest.mark.parametrize("kind", ["too old", "no file", "no program"])
def test_an_unusable_python_is_one_line_and_nothing_is_lost(made, python, tmp_path, kind):
    made(python("one"))
    wrong = python("wrong", fits=False) if kind == "too old" else tmp_path / "wrong"
    if kind == "no program":
        wrong.write_text("nothing", encoding="utf-8")
    status, calls, text = made(wrong)
    assert status == 2 and calls == []
    lines = [line for line in text.splitlines() if not line.startswith("make: ***")]
    assert len(lines) == 1 and str(wrong) in lines[0] and "is no Python 3." in lines[0]
    assert (made.venv / "bin" / "python").exists() and (made.venv / ".installed").exists()
    assert made(python("one"))[1] == []
