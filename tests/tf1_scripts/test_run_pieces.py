"""`tf1-updates run` piece by piece, on fakes: no TensorFlow is imported."""

import os
import random
import sys
import types

import numpy as np
import pytest

from tf1_updates.cli import main
from tf1_updates.errors import InputError
from tf1_updates.tf1_scripts import gone_names, moved_names, session_calls
from tf1_updates.tf1_scripts.script_imports import ScriptImports
from tf1_updates.tf1_scripts.script_run import run_script
from tf1_updates.tf1_scripts.script_source import compiled_script
from tf1_updates.tf1_scripts.seeding import seed_all
from tf1_updates.tf1_scripts.v1_module import V1Module
from tf1_updates.timing.clock import ManualClock


class Session:
    def __init__(self, graph=None):
        self.graph = graph

    def run(self, fetches):
        return fetches()

    def partial_run(self, handle, fetches):
        return fetches()

    def make_callable(self, fetches, feed_list=None):
        return lambda: self.run(fetches) if feed_list else fetches()


def fake_tensorflow():
    tf = types.ModuleType("tensorflow.compat.v1")
    tf.placeholder = lambda: "placeholder"
    tf.train = types.ModuleType("train")
    tf.train.Saver = "saver"
    tf.nn = types.ModuleType("nn")
    tf.nn.static_rnn = "static_rnn"
    tf.enable_eager_execution = "eager"
    tf.glorot_uniform_initializer = lambda seed: ("glorot", seed)
    tf.float32 = "float32"
    tf.Session = Session
    tf.executing_eagerly = lambda: True
    return tf


def run(folder, text, arguments=()):
    path = str(folder / "script.py")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    tensorflow = V1Module(fake_tensorflow())
    imports = ScriptImports(str(folder), "script", lambda: tensorflow)
    return run_script(compiled_script(path), path, arguments, imports)


def test_the_script_is_main_with_its_arguments_and_its_folder(tmp_path, capsys):
    before = sys.argv, sys.path[:], sys.modules["__main__"]
    (tmp_path / "beside_the_script.py").write_text("import tensorflow as tf\nkind = tf.train.Saver")
    text = (
        "import sys, os, beside_the_script\n"
        "import __main__\n"
        "here = 5\n"
        "print(__name__, sys.argv[1:], os.path.basename(__file__), __main__.here)\n"
        "print(beside_the_script.kind, sys.path[0] == os.path.dirname(__file__))\n"
        "print(list(xrange(2)), unicode('u'))\n"
    )
    try:
        assert run(tmp_path, text, ["--lr", "-1"]) == 0
    finally:
        sys.modules.pop("beside_the_script", None)
    assert capsys.readouterr().out == (
        "__main__ ['--lr', '-1'] script.py 5\nsaver True\n[0, 1] u\n"
    )
    assert before == (sys.argv, sys.path, sys.modules["__main__"])


@pytest.mark.parametrize(
    "last_line, status, shown",
    [
        ("pass", 0, ""),
        ("import sys; sys.exit()", 0, ""),
        ("raise SystemExit(7)", 7, ""),
        ("raise SystemExit('no data')", 1, "no data\n"),
        ("raise SystemExit(True)", 1, ""),
    ],
)
def test_the_exit_status_is_the_scripts(tmp_path, capsys, last_line, status, shown):
    assert run(tmp_path, last_line) == status
    assert capsys.readouterr().err == shown


def test_a_traceback_has_the_scripts_own_lines_only(tmp_path, capsys):
    text = "def inner():\n    raise KeyError('a')\ntry:\n    inner()\nexcept KeyError:\n    1 / 0\n"
    assert run(tmp_path, text) == 1
    shown = capsys.readouterr().err
    assert shown.startswith("Traceback (most recent call last):\n  File ")
    named = [line for line in shown.splitlines() if line.startswith("  File ")]
    assert len(named) == 3 and all("script.py" in line for line in named)
    assert shown.endswith("ZeroDivisionError: division by zero\n")


def test_an_interrupt_ends_the_script_with_130(tmp_path, capsys):
    assert run(tmp_path, "raise KeyboardInterrupt") == 130
    assert "KeyboardInterrupt" in capsys.readouterr().err


def test_the_ends_of_threads_are_awaited(tmp_path, capsys):
    text = (
        "import threading, time\n"
        "def late():\n    time.sleep(0.05)\n    print('late')\n"
        "threading.Thread(target=late).start()\n"
    )
    assert run(tmp_path, text) == 0
    assert capsys.readouterr().out == "late\n"


def test_moved_names_are_found_where_they_were(tmp_path, capsys):
    text = (
        "import tensorflow as tf\n"
        "import tensorflow.contrib.eager as tfe\n"
        "from tensorflow.contrib import rnn, layers\n"
        "print(tf.placeholder(), tfe.enable_eager_execution, rnn.static_rnn)\n"
        "print(layers.xavier_initializer(seed=3), tf.contrib.rnn.static_rnn)\n"
    )
    assert run(tmp_path, text) == 0
    assert capsys.readouterr().out == "placeholder eager static_rnn\n('glorot', 3) static_rnn\n"


@pytest.mark.parametrize(
    "expression",
    [
        "importlib.import_module('tensorflow')",
        "import_module('tensorflow')",
        "importlib.import_module('.train', 'tensorflow').Saver and __import__('tensorflow')",
        "__import__('tensorflow')",
        "__import__('tensorflow.train')",
        "beside_imports.tf",
    ],
)
def test_every_way_of_importing_gives_the_same(tmp_path, capsys, expression):
    (tmp_path / "beside_imports.py").write_text(
        "import importlib\ntf = importlib.import_module('tensorflow')\n"
    )
    text = (
        "import importlib, importlib.util, beside_imports\n"
        "from importlib import import_module, util\n"
        "from importlib.util import find_spec\n"
        "import tensorflow\n"
        "tf = {}\n"
        "print(tf is tensorflow, tf.placeholder(), importlib.import_module('json').__name__)\n"
        "print(util is importlib.util, import_module('tensorflow.contrib.layers').__name__)\n"
    )
    try:
        assert run(tmp_path, text.format(expression)) == 0
    finally:
        sys.modules.pop("beside_imports", None)
    shown = capsys.readouterr().out
    assert shown == "True placeholder json\nTrue tensorflow.contrib.layers\n"


def test_installed_packages_import_what_is_there(tmp_path, capsys, monkeypatch):
    installed = tmp_path / "site"
    installed.mkdir()
    (installed / "installed_package.py").write_text(
        "import importlib, tensorflow\n"
        "is_v1 = hasattr(tensorflow, 'placeholder')\n"
        "agree = importlib.import_module('tensorflow') is tensorflow\n"
    )
    (tmp_path / "script").mkdir()
    monkeypatch.setattr(sys, "path", sys.path + [str(installed)])
    monkeypatch.setitem(sys.modules, "tensorflow", types.ModuleType("tensorflow"))
    text = "import tensorflow, installed_package as it\nprint(it.is_v1, it.agree, tensorflow.nn)\n"
    try:
        assert run(tmp_path / "script", text) == 0
    finally:
        sys.modules.pop("installed_package", None)
    assert capsys.readouterr().out.startswith("False True <module")


@pytest.mark.parametrize(
    "line, told",
    [
        ("tf.contrib.slim.conv2d", "tf.contrib.slim is not in this TensorFlow; instead: install"),
        ("tf.mul(1, 2)", "tf.mul is not in this TensorFlow; instead: use tf.multiply"),
        ("tf.train.SummaryWriter('a')", "instead: use tf.summary.FileWriter"),
        ("import tensorflow.contrib.slim", "tf.contrib.slim is not"),
        ("from tensorflow.contrib.layers import conv2d", "tf.contrib.layers.conv2d is not"),
        ("tf.contrib.layers.xavier_initializer(uniform=False)", "tf.glorot_normal_initializer"),
    ],
)
def test_a_name_that_is_gone_is_one_line(tmp_path, capsys, line, told):
    assert run(tmp_path, "import tensorflow as tf\n\n" + line) == 1
    shown = capsys.readouterr().err
    assert shown.startswith("tf1-updates: ") and shown.count("\n") == 1
    assert "script.py, line 3: " in shown and told in shown


def test_a_script_can_do_without_what_is_gone(tmp_path, capsys):
    text = (
        "import tensorflow as tf\n"
        "print(hasattr(tf, 'mul'), hasattr(tf.contrib, 'slim'))\n"
        "try:\n    import tensorflow.contrib.slim\n"
        "except ImportError:\n    print('without')\n"
    )
    assert run(tmp_path, text) == 0
    assert capsys.readouterr().out == "False False\nwithout\n"


def test_without_tf_keras_its_names_say_what_to_install(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(moved_names.importlib.util, "find_spec", lambda name: None)
    assert run(tmp_path, "import tensorflow as tf\ntf.layers.dense") == 1
    assert "line 2: tf.layers is not" in capsys.readouterr().err


def test_every_moved_name_is_told_apart_from_those_that_are_gone():
    assert not set(moved_names.MOVED) & set(gone_names.ADVICE)


def test_python_2_modules_are_found(tmp_path, capsys):
    text = (
        "import cPickle, urllib, Queue\nfrom urllib2 import urlopen\n"
        "print(cPickle.__name__, urllib.quote('a b'), Queue.__name__, urllib.urlopen is urlopen)\n"
    )
    assert run(tmp_path, text) == 0
    assert capsys.readouterr().out == "pickle a%20b queue True\n"


@pytest.mark.parametrize(
    "content, reason",
    [
        (b"x = 1\nprint 'loss', x\n", "line 2: print is a function in Python 3"),
        (b"x = 1\nprint '%d' % x\n", "line 2: print is a function in Python 3"),
        (b"try:\n    pass\nexcept OSError, e:\n    pass\n", "line 3: in Python 3 write except"),
        (b"x = (\n", "line 1: "),
        (b"x = '\xff'\n", "it is no UTF-8 text"),
        (b"x = 1\x00", "null bytes"),
    ],
)
def test_what_is_no_python_3_is_one_line(tmp_path, capsys, content, reason):
    path = tmp_path / "old.py"
    path.write_bytes(content)
    assert main(["run", str(path)]) == 2
    shown = capsys.readouterr().err
    assert shown.count("\n") == 1
    if sys.version_info >= (3, 11):  # older ones word some of it otherwise
        assert reason in shown


@pytest.mark.parametrize(
    "arguments, named",
    [
        (["no_such.py"], "SCRIPT"),
        (["."], "SCRIPT"),
        ([], "SCRIPT.py"),
        (["--seed", "-1", "no_such.py"], "--seed"),
        (["--seed", "1.5", "no_such.py"], "--seed"),
        (["--seed", str(2**31), "no_such.py"], "--seed"),
        (["--graph", "no/such/folder/g.pbtxt", "no_such.py"], "--graph"),
        (["no_such.py", "--lr"], "--lr"),
        (["--wach", "no_such.py"], "--wach"),
    ],
)
def test_bad_input_is_one_line(capsys, arguments, named):
    assert main(["run"] + arguments) == 2
    shown = capsys.readouterr().err
    assert shown.count("\n") == 1 and named in shown


def test_the_graph_does_not_replace_the_script(tmp_path, capsys):
    path = tmp_path / "script.py"
    path.write_text("pass\n")
    assert main(["run", "--graph", str(path), str(path)]) == 2
    assert path.read_text() == "pass\n"


def test_compiling_runs_nothing(tmp_path):
    path = tmp_path / "script.py"
    path.write_text("1 / 0")
    compiled_script(str(path))
    with pytest.raises(InputError):
        compiled_script(str(tmp_path))


def test_session_calls_are_timed_and_the_class_gets_its_own_back():
    clock, graphs, tf = ManualClock(), [], fake_tensorflow()
    original = Session.run
    with session_calls.SessionCalls(tf, graphs.append, clock) as calls:
        assert Session("g").run(lambda: clock.advance(0.25) or 5) == 5
        with pytest.raises(ZeroDivisionError):
            Session("h").run(lambda: 1 / 0)
    assert Session.run is original
    assert (calls.seconds, graphs, calls.graph) == ([0.25, 0.0], ["g", "h"], "h")
    assert session_calls.report(calls.seconds) == "session calls: 2, 0.25 s in all"


@pytest.mark.parametrize("feed_list", [None, ["x"]])  # with one, the fake's callable calls run
def test_callables_and_partial_runs_count_once_each(feed_list):
    clock, graphs, tf = ManualClock(), [], fake_tensorflow()
    before = dict(vars(Session))
    with session_calls.SessionCalls(tf, graphs.append, clock) as calls:
        call = Session("g").make_callable(lambda: clock.advance(0.5) or 7, feed_list)
        assert calls.seconds == [] and [call(), call()] == [7, 7]
        assert Session("h").partial_run("handle", lambda: clock.advance(0.25) or 8) == 8
    assert (calls.seconds, graphs) == ([0.5, 0.5, 0.25], ["g", "g", "h"])
    assert dict(vars(Session)) == before


def test_a_seed_reaches_every_graph_python_and_numpy():
    tf = fake_tensorflow()
    tf.Graph = type("Graph", (), {"seed": None})
    stop = seed_all(tf, 7)
    assert tf.Graph().seed == 7
    assert random.random() == random.Random(7).random()
    assert np.random.rand() == np.random.RandomState(7).rand()
    stop()
    assert tf.Graph().seed is None


def test_without_a_display_figures_are_files(tmp_path, monkeypatch, capsys):
    pytest.importorskip("matplotlib")
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "MPLBACKEND"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("MPLBACKEND", "Agg")
    monkeypatch.setenv("TF1_UPDATES_SAVES_FIGURES", "1")
    monkeypatch.chdir(tmp_path)
    import matplotlib.pyplot as plt

    monkeypatch.setattr(plt, "show", lambda: None)
    text = "import matplotlib.pyplot as plt\nplt.plot([1, 2])\nplt.show()\nplt.figure()\nplt.show()"
    assert run(tmp_path, text) == 0
    assert sorted(os.listdir(str(tmp_path)))[-2:] == ["script_figure_1.png", "script_figure_2.png"]
    assert capsys.readouterr().err == (
        "tf1-updates: no display; saved script_figure_1.png\n"
        "tf1-updates: no display; saved script_figure_2.png\n"
    )
