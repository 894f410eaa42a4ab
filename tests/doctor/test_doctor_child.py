"""A broken TensorFlow is found out in a child process, however it is broken."""

import os
import sys

import pytest

from tf1_updates.doctor.child import import_tensorflow, run
from tf1_updates.doctor.facts import has_python37, processor_flags

BARE = (sys.executable, "-S")  # without installed packages

FAKES = {
    "descriptors": (
        "raise TypeError('Descriptors cannot not be created directly.\\nMuch advice.\\n 1. x')",
        "TypeError: Descriptors cannot not be created directly.",
    ),
    "numpy": (
        "print('A module that was compiled using NumPy 1.x', flush=True)\n"
        "raise ImportError('numpy.core.multiarray failed to import')",
        "ImportError: numpy.core.multiarray failed to import",
    ),
    "illegal": ("import os, signal\nos.kill(os.getpid(), signal.SIGILL)", "ended by SIGILL"),
    "exits": ("import os\nos._exit(3)", "status 3"),
    "empty": ("", "No module named 'tensorflow.compat.v1'"),
}


@pytest.fixture
def fake(tmp_path):
    def write(source):
        package = tmp_path / "tensorflow" / "compat"
        package.mkdir(parents=True)
        (tmp_path / "tensorflow" / "__init__.py").write_text("", encoding="utf-8")
        (package / "__init__.py").write_text("", encoding="utf-8")
        if source:
            (package / "v1.py").write_text(source, encoding="utf-8")
        return dict(os.environ, PYTHONPATH=str(tmp_path))

    return write


def test_a_python_without_tensorflow():
    environment = {name: os.environ[name] for name in os.environ if name != "PYTHONPATH"}
    child = import_tensorflow(BARE, environment=environment)
    assert child == (None, "ModuleNotFoundError: No module named 'tensorflow'")


@pytest.mark.parametrize("name", FAKES)
def test_a_broken_tensorflow_is_told_in_one_line(name, fake):
    source, error = FAKES[name]
    child = import_tensorflow(BARE, patience=60, environment=fake(source))
    assert child.answer is None and error in child.error and "\n" not in child.error


def test_one_that_hangs_is_ended(fake):
    child = import_tensorflow(BARE, patience=1, environment=fake("import time; time.sleep(600)"))
    assert child == (None, "no answer within 1 s")


def test_a_whole_one_says_its_version(fake):
    environment = fake("print('a notice')\n__version__ = '9.8.7'")
    assert import_tensorflow(BARE, environment=environment) == ("9.8.7", None)


def test_a_python_that_is_not_there_or_says_something_else():
    assert "cannot be started" in import_tensorflow(("no-such-python",)).error
    assert "cannot be read" in run([sys.executable, "-c", "print('{')"]).error
    assert "cannot be read" in run([sys.executable, "-c", ""]).error


def test_features_of_the_processor(tmp_path):
    info = tmp_path / "cpuinfo"
    info.write_text("model name : x\nflags\t\t: fpu avx avx2\nflags : other\n", encoding="utf-8")
    assert processor_flags(str(info)) == {"fpu", "avx", "avx2"}
    info.write_text("processor : 0\nFeatures : asimd\n", encoding="utf-8")
    assert processor_flags(str(info)) == {"asimd"}
    info.write_text("", encoding="utf-8")
    assert processor_flags(str(info)) is None


@pytest.mark.skipif(os.name == "nt", reason="the stand-ins are shell scripts")
def test_a_python_37_counts_only_if_it_runs_and_is_one(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path / "pyenv"))
    assert not has_python37()
    shim = tmp_path / "python3.7"
    for status, is_there in (
        ("127", False),
        ("0", True),
    ):  # pyenv's shims fail where none is chosen
        shim.write_text("#!/bin/sh\nexit {}\n".format(status), encoding="utf-8")
        shim.chmod(0o755)
        assert has_python37() is is_there
    shim.unlink()
    under = tmp_path / "pyenv" / "versions" / "3.7.16" / "bin"
    under.mkdir(parents=True)
    (under / "python3.7").write_text("#!/bin/sh\nexit 0\n", encoding="utf-8")
    (under / "python3.7").chmod(0o755)
    assert has_python37()
