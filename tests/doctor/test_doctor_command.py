"""`tf1-updates doctor` from end to end, on facts that are made up."""

import json
import os
import pathlib
import subprocess
import sys
import venv

import pytest
from doctor_facts import GOOD, facts

from tf1_updates.cli import main
from tf1_updates.doctor import examination
from tf1_updates.doctor.facts import PACKAGES
from tf1_updates.reports.doctor_text import render

ROOT = pathlib.Path(__file__).parent.parent.parent
MISSING = facts(
    "ModuleNotFoundError: No module named 'tensorflow'",
    dict(tensorflow=None, protobuf=None, keras=None),
)


@pytest.fixture
def on(monkeypatch):
    return lambda machine: monkeypatch.setattr("tf1_updates.doctor.facts.gather", lambda: machine)


def test_a_usable_machine_is_status_0(on, capsys, tmp_path):
    on(GOOD._replace(has_display=False))
    path = tmp_path / "doctor.json"
    assert main(["doctor", "--json", str(path)]) == 0
    printed = capsys.readouterr().out
    assert "ok    TensorFlow  2.21.0\n" in printed
    assert "warn  display     none\n                  -> save figures to files" in printed
    assert printed.endswith("\nusable, with 1 thing to know: see `warn`\n")
    document = json.loads(path.read_text(encoding="utf-8"))
    assert document["schema"] == "tf1-updates/doctor/1" and document["usable"] is True
    names = [finding["name"] for finding in document["findings"]]
    assert len(names) == len(set(names)) == len(examination.CHECKS)


def test_an_unusable_one_is_status_1_and_says_what_to_do(on, capsys, tmp_path):
    on(MISSING)
    path = tmp_path / "doctor.json"
    assert main(["doctor", "--measure", "--json", str(path)]) == 1  # nothing can be measured
    printed = capsys.readouterr().out
    assert "bad   TensorFlow  not installed\n                  -> pip install tensorflow" in printed
    assert printed.endswith("\nnot usable: do first what is said below `bad`\n")
    assert json.loads(path.read_text(encoding="utf-8"))["usable"] is False


def test_a_file_that_cannot_be_written_is_refused_first(on, capsys):
    on(None)
    assert main(["doctor", "--json", "no/such/folder/doctor.json"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_long_findings_are_wrapped_below_their_column():
    document = examination.examine(facts("ImportError: " + "word " * 40))
    lines = render(document, width=60).splitlines()
    assert max(map(len, lines)) <= 60
    place = next(index for index, line in enumerate(lines) if line.startswith("bad   TensorFlow"))
    assert lines[place + 1].startswith(" " * 18 + "word")


def test_the_command_line_starts_without_numpy_and_tensorflow(tmp_path):
    for name in ("numpy", "tensorflow"):
        (tmp_path / (name + ".py")).write_text("raise ImportError('broken')", encoding="utf-8")
    program = (
        "import sys; sys.path.insert(0, {!r})\n"
        "from tf1_updates.cli import main\n"
        "sys.exit(main(['doctor']))\n"
    )
    environment = dict(os.environ, PYTHONPATH=os.pathsep.join([str(tmp_path)] + sys.path[1:]))
    done = subprocess.run(
        [sys.executable, "-c", program.format(str(tmp_path))],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
        timeout=120,
    )
    printed = done.stdout.decode()
    assert done.returncode == 1, done.stderr.decode()
    assert "ImportError: broken" in printed and "not usable" in printed
    assert "Traceback" not in done.stderr.decode()


@pytest.mark.parametrize("options", [[], ["--measure", "--json", "doctor.json"]])
def test_it_answers_where_nothing_at_all_is_installed(options, tmp_path):
    bare = tmp_path / "bare"
    venv.create(str(bare), with_pip=False)
    python = str(bare / ("Scripts" if os.name == "nt" else "bin") / "python")
    done = subprocess.run(
        [python, "-m", "tf1_updates", "doctor"] + options,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=dict(os.environ, PYTHONPATH=str(ROOT)),
        cwd=str(tmp_path),
        timeout=120,
    )
    assert done.returncode == 1, done.stderr.decode()
    assert done.stderr.decode().splitlines() == ["importing TensorFlow in another process ..."]
    printed = done.stdout.decode()
    for name in ("TensorFlow", "NumPy"):
        assert "bad   {:<11} not installed\n".format(name) in printed
    assert "-> pip install " + " ".join(PACKAGES) in printed
    assert "memory      not known without psutil" in printed
    assert printed.endswith("\nnot usable: do first what is said below `bad`\n")
    assert sorted(os.listdir(str(tmp_path))) == ["bare"] + options[2:]


def test_a_file_of_the_current_folder_is_not_taken_for_tensorflow(tmp_path):
    (tmp_path / "tensorflow.py").write_text("raise RuntimeError('mine')", encoding="utf-8")
    program = "from tf1_updates.doctor.child import import_tensorflow as f; print(f(['{}', '-S']))"
    done = subprocess.run(
        [sys.executable, "-c", program.format(sys.executable)],
        stdout=subprocess.PIPE,
        env=dict(os.environ, PYTHONPATH=str(ROOT)),
        cwd=str(tmp_path),
        timeout=120,
    )
    assert b"No module named 'tensorflow'" in done.stdout
