"""Growth can be an error or a warning; and a watch ends without a trace, however it ends."""

import itertools
import warnings

import numpy as np
import pytest
import tensorflow.compat.v1 as tf
from marked_lines import line_marked

from tf1_updates import graph_watch
from tf1_updates.errors import InputError
from tf1_updates.tf1_scripts.advice import ADVICE

METHODS = ("_create_op_helper", "_create_op_internal", "_add_new_tf_operations")


@pytest.fixture
def graph():
    with tf.Graph().as_default() as graph:
        yield graph
        assert no_hook_is_left(graph)


def no_hook_is_left(graph):
    return all(getattr(graph, name).__func__ is getattr(tf.Graph, name) for name in METHODS)


def count(graph):
    return len(graph.get_operations())


def test_raise_stops_before_the_first_op_is_added(graph, use_resource):
    w = tf.get_variable("w", initializer=np.ones(2, np.float32), use_resource=use_resource)
    initialize = tf.global_variables_initializer()
    before, passes = count(graph), 0
    with tf.Session() as session:
        session.run(initialize)
        with pytest.raises(RuntimeError) as caught:
            with graph_watch(graph, on_growth="raise") as watch:
                for _ in range(5):
                    passes += 1
                    session.run(w.assign(np.zeros(2)).op)  # raise
        assert count(graph) == before and passes == 1
        line = line_marked(__file__, "raise")
        message = str(caught.value)
        assert message.startswith("the graph grows by a Const op: ")
        assert "test_watch_stops.py, line {}, in test_raise_stops".format(line) in message
        assert message.endswith("instead: " + ADVICE["assign_array"]) and "\n" not in message
        assert str(watch) == "stopped: " + message
        assert watch.ops_added == 0 and watch.lines == []
        # The graph is usable afterwards.
        session.run(w.assign(np.zeros(2)).op)
        assert session.run(w + 1.0).tolist() == [1.0, 1.0]


def test_raise_names_the_way_from_the_loop(graph):
    def build():
        return tf.no_op()  # deep

    with pytest.raises(RuntimeError) as caught:
        with graph_watch(on_growth="raise"):
            build()  # shallow
    message = str(caught.value)
    assert message.index("# deep") < message.index("called from") < message.index("# shallow")


@pytest.mark.parametrize(
    "build",
    [
        lambda x: tf.gradients(x * x, x),
        lambda x: tf.train.Saver({"x": tf.Variable(1.0)}),
        lambda x: tf.while_loop(lambda i: i < 3.0, lambda i: i + 1.0, [x]),
        lambda x: tf.cond(x > 1.0, lambda: x, lambda: -x),
        lambda x: tf.function(lambda y: y * y)(x),
        lambda x: tf.Variable(x),
    ],
    ids=["gradients", "saver", "while", "cond", "function", "variable"],
)
def test_whatever_would_be_added_first_is_not_and_the_graph_stays_usable(graph, build):
    x = tf.constant(3.0)
    with pytest.raises(RuntimeError, match="^the graph grows by a "):
        with graph_watch(on_growth="raise"):
            build(x)
    assert count(graph) == 1
    build(x)
    with tf.Session() as session:
        assert session.run(x + 1.0) == 4.0


def test_an_imported_graph_is_whole_when_the_watch_stops(graph):
    other = tf.GraphDef()
    for name in ("one", "two", "three"):
        other.node.add(op="NoOp", name=name)
    with pytest.raises(RuntimeError, match="grows by a NoOp op"):
        with graph_watch(on_growth="raise") as watch:
            tf.import_graph_def(other, name="")
            pytest.fail("the loop went on")
    assert watch.ops_added == count(graph) == 3
    with tf.Session() as session:
        session.run([operation for operation in graph.get_operations()])


def test_an_error_that_the_loop_has_caught_is_raised_at_the_end(graph):
    with pytest.raises(RuntimeError, match="^the graph grows by a NoOp op"):
        with graph_watch(on_growth="raise"):
            try:
                tf.no_op()
            except RuntimeError:
                pass


def test_raise_lets_a_good_loop_pass(graph):
    total = tf.constant(1.0) + 2.0
    with tf.Session() as session, graph_watch(on_growth="raise") as watch:
        for _ in watch.steps(range(3)):
            session.run(total)
    assert str(watch) == "no growth: no op was added in 3 steps"


def test_warn_gives_one_warning_for_each_line(graph):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        with graph_watch(on_growth="warn") as watch:
            for _ in range(3):
                tf.no_op()  # first
                tf.no_op()  # second
    ours = [warning for warning in caught if "the graph grows" in str(warning.message)]
    lines = [line_marked(__file__, mark) for mark in ("first", "second")]
    assert [(warning.filename, warning.lineno) for warning in ours] == [
        (__file__, line) for line in lines
    ]
    assert watch.ops_added == count(graph) == 6


@pytest.mark.parametrize("on_growth", ["report", "warn", "raise"])
@pytest.mark.parametrize("error", [ZeroDivisionError("own"), KeyboardInterrupt()])
def test_the_loop_s_own_exception_passes_unchanged(graph, on_growth, error):
    with pytest.raises(type(error)) as caught:
        with graph_watch(on_growth=on_growth):
            raise error
    assert caught.value is error


@pytest.mark.parametrize("order", list(itertools.permutations(range(3))))
def test_watches_of_one_graph_end_in_any_order(graph, order):
    watches = [graph_watch(graph) for _ in range(3)]
    expected = [0, 0, 0]
    for number, watch in enumerate(watches):
        watch.__enter__()
        tf.no_op()
        expected[: number + 1] = [seen + 1 for seen in expected[: number + 1]]
    open_watches = {0, 1, 2}
    for number in order:
        watches[number].__exit__(None, None, None)
        open_watches.remove(number)
        tf.no_op()
        for each in open_watches:
            expected[each] += 1
    assert [watch.ops_added for watch in watches] == expected
    assert [sum(line.ops for line in watch.lines) for watch in watches] == expected


def test_a_finalized_graph_says_what_it_always_says(graph):
    total = tf.constant(1.0) + 2.0
    graph.finalize()
    with graph_watch(graph) as watch:
        with pytest.raises(RuntimeError, match="Graph is finalized and cannot be modified"):
            tf.no_op()
        with tf.Session(graph=graph) as session:
            assert session.run(total) == 3.0
    assert str(watch) == "no growth: no op was added"


def test_a_watch_is_used_once(graph):
    with graph_watch(graph) as watch:
        pass
    with pytest.raises(RuntimeError, match="used once"):
        with watch:
            pass
    assert str(graph_watch(graph)) == "no growth: no op was added"


@pytest.mark.parametrize("given", ["graph", 0, tf.Graph, [tf.Graph()], tf.GraphDef(), False, b""])
def test_what_is_no_graph_is_refused(graph, given):
    with pytest.raises(InputError, match="^graph: .* was given; allowed is a tf.Graph"):
        graph_watch(graph, given)


def test_ops_that_run_eagerly_cannot_be_watched(eagerly):
    with pytest.raises(InputError, match="run eagerly"):
        graph_watch()


@pytest.mark.parametrize("given", ["Raise", "", None, True, 1, ["raise"], np.array(["a", "b"])])
def test_an_unknown_reaction_is_refused(graph, given):
    with pytest.raises(InputError, match="^on_growth: .* report, warn, raise"):
        graph_watch(graph, on_growth=given)


@pytest.mark.parametrize("given", [3, None, tf.no_op])
def test_steps_of_what_is_no_loop_are_refused(graph, given):
    with graph_watch(graph) as watch:
        with pytest.raises(InputError, match="^iterable: "):
            watch.steps(given)
