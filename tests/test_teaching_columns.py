"""Code in columns, trajectories and sliders of the notebooks."""

import sys

import numpy as np
import pytest

from tf1_updates.errors import InputError
from tf1_updates.teaching.code_columns import code_columns, marked_lines
from tf1_updates.teaching.explorer import explore
from tf1_updates.teaching.trajectories import trajectories, trajectory


def test_a_line_that_all_have_is_not_marked_whatever_its_indent():
    marked = marked_lines(["x = 1\nreturn x", "if y:\n    x = 1\nreturn x"])
    assert [line.strip() for lines in marked for line, differs in lines if differs] == ["if y:"]


def test_columns_escape_code_and_mark_differences_without_colour():
    page = code_columns(["group_assign", "optimizer_subclass"])
    assert page.count("<td") == 2 and "colour" not in page
    assert "<b>\u25b8     train_op = optimizer.apply_gradients(pairs)</b>" in page


def test_approaches_walk_the_same_path():
    names = ["group_assign", "optimizer_subclass", "session_run_in_update", "process_gradients"]
    found, refused = trajectories(names, steps=4)
    # Where sums are ordered otherwise, as on TensorFlow 1.15, by one rounding of B a step at most.
    steps, bound = 4, 20
    for name in names[1:3]:
        apart = np.abs(np.asarray(found[name]) - np.asarray(found["group_assign"]))
        assert np.minimum(apart, bound - apart).max() <= steps * 2**-23 * bound
    assert "cannot see w" in refused["process_gradients"]


@pytest.mark.parametrize("bad", [{"approach": "x"}, {"bound": 0}, {"noise_stddev": -1}])
def test_bad_settings_are_named(bad):
    with pytest.raises(InputError):
        trajectory(**bad)


def test_without_widgets_the_function_is_called_once_with_the_starts(monkeypatch):
    monkeypatch.setitem(sys.modules, "ipywidgets", None)
    calls = []
    explore(lambda **given: calls.append(given), rate=(0, 1, 0.1, 0.5), name=["a", "b"])
    assert calls == [{"rate": 0.5, "name": "a"}]
