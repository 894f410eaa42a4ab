"""Answers of any kind are judged in one line, and graphs are judged by what they would do."""

import numpy as np
import pytest
import tensorflow.compat.v1 as tf

from tf1_updates.teaching.exercise import check_answer
from tf1_updates.teaching.order import unordered_writes
from tf1_updates.teaching.readers_graph import ops_in, value_of

OTHERS = [
    "x",
    ["1", "2"],
    {1, 2},
    {"a": 1},
    object(),
    1j,
    float("nan"),
    [[1], [2, 3]],
    (),
    True,
    b"1",
]


def told(capsys, *arguments, **options):
    answer = check_answer(*arguments, **options)
    [line] = capsys.readouterr().out.splitlines()
    assert answer == (line == "Right.")
    return line


@pytest.mark.parametrize("right", [1.0, [1.0, 2.0], "a text", False])
@pytest.mark.parametrize("given", OTHERS, ids=repr)
def test_what_is_of_another_kind_is_off_and_no_error(given, right, capsys):
    assert told(capsys, given, right).startswith("Not yet: ")


def test_a_tensor_that_was_not_run_is_off(capsys):
    with tf.Graph().as_default():
        assert "Expected is a number." in told(capsys, tf.constant(1.0), 1.0)


@pytest.mark.parametrize("given", [np.zeros([40, 40]), "line\nline", "x" * 500, list(range(999))])
def test_long_answers_are_told_in_one_line(given, capsys):
    assert len(told(capsys, given, 1.0)) < 200


@pytest.mark.parametrize("given", [2, 2.0, np.float32(2), np.array(2)])
def test_a_number_is_right_in_any_form(given, capsys):
    assert told(capsys, given, 2.0) == "Right."
    assert told(capsys, [given, given], (2, 2)) == "Right."


def test_hints_come_before_what_is_said_otherwise(capsys):
    given = {"hints": [(3, "Three is a crowd.")], "otherwise": "It is two."}
    assert told(capsys, 3, 2, **given).endswith("Three is a crowd.")
    assert told(capsys, 4, 2, **given).endswith("It is two.")
    assert told(capsys, np.float32(0.9), 0.0) == "Not yet: 0.9 is off. It is too large."


@pytest.mark.parametrize("use_resource", [True, False])
@pytest.mark.parametrize("kind", ["assign", "assign_sub", "assign_add"])
def test_writes_of_each_kind_are_found_unordered_or_gated(kind, use_resource):
    with tf.Graph().as_default():
        a, b = [tf.get_variable(name, initializer=1.0, use_resource=use_resource) for name in "ab"]
        new = [0.5 * b, 0.5 * a]
        racing = [getattr(w, kind)(value) for w, value in zip((a, b), new)]
        with tf.control_dependencies(new):
            gated = [getattr(w, kind)(value) for w, value in zip((a, b), new)]
        assert len(unordered_writes(tf.group(*ops_in(racing)), [a, b])) == 2
        assert unordered_writes(tf.group(*ops_in(gated)), [a, b]) == []


def test_what_is_no_part_of_a_graph_is_left_out_or_as_it_was():
    for given in OTHERS:
        assert ops_in(given) == []
    with tf.Graph().as_default(), tf.Session() as session:
        assert value_of(session, tf.constant(2.0)) == 2.0
        assert value_of(session, "text") == "text" and value_of(session, ...) is ...
