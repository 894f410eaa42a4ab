"""Lines in the cells of a notebook are named as the reader of a notebook knows them."""

import os

import pytest
import tensorflow.compat.v1 as tf
from lacking import LACKING

from tf1_updates import graph_watch
from tf1_updates.tf1_scripts.places import file_text

KERNEL_FOLDER = os.path.join(os.sep, "tmp", "ipykernel_12")

SETUP = "def build():\n    return tf.no_op()"
LOOP = """with graph_watch(graph) as watch, graph.as_default():
    for _ in range(3):
        tf.no_op()
        build()"""


@pytest.fixture
def shell():
    reason = "IPython is not installed; it comes with the extra `test`"
    interactiveshell = pytest.importorskip("IPython.core.interactiveshell", reason=reason)
    interactiveshell.InteractiveShell.clear_instance()
    shell = interactiveshell.InteractiveShell.instance()
    shell.user_ns.update(tf=tf, graph=tf.Graph(), graph_watch=graph_watch)
    yield shell
    interactiveshell.InteractiveShell.clear_instance()


def run_cells(shell, *cells):
    for cell in cells:
        shell.run_cell(cell, store_history=True).raise_error()
    return shell.user_ns["watch"]


def check(watch):
    found = {(line.text, line.line): line for line in watch.lines}
    assert set(found) == {("tf.no_op()", 3), ("return tf.no_op()", 2)}
    own, helper = found["tf.no_op()", 3], found["return tf.no_op()", 2]
    assert str(own.place) == "cell In [2], line 3: tf.no_op()"
    assert str(helper.place) == "cell In [1], line 2, in build: return tf.no_op()"
    assert [str(place) for place in helper.callers] == ["cell In [2], line 4: build()"]
    assert own.calls == helper.calls == 3 and watch.ops_added == 6


def test_cells_of_a_terminal(shell):
    check(run_cells(shell, SETUP, LOOP))


def test_cells_of_a_kernel_are_files_with_names_of_their_own(shell, monkeypatch):
    if not hasattr(shell.compile, "_filename_map"):
        pytest.skip(LACKING["cell numbers"])

    # What ipykernel does: each cell has a path that says nothing to the reader.
    def get_code_name(self, raw_code, transformed_code, number):
        return os.path.join(KERNEL_FOLDER, "{}.py".format(abs(hash(raw_code))))

    monkeypatch.setattr(type(shell.compile), "get_code_name", get_code_name)
    watch = run_cells(shell, SETUP, LOOP)
    assert all(line.file.startswith(KERNEL_FOLDER) for line in watch.lines)
    check(watch)


def test_a_path_that_no_kernel_knows_stays_a_path():
    path = os.path.join(KERNEL_FOLDER, "34.py")
    assert file_text(path) == path
