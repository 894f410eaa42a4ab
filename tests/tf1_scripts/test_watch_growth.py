"""What is growth, what was built once, and whose line it is when calls are nested."""

import collections
import contextlib
import gc
import os
import sys
import threading
import weakref

import numpy as np
import pytest
import tensorflow.compat.v1 as tf
from marked_lines import line_marked

import tf1_updates
from tf1_updates import graph_watch
from tf1_updates.approaches import APPROACHES
from tf1_updates.problems import Quadratic
from tf1_updates.rules import make_rule
from tf1_updates.session_stepper import SessionStepper
from tf1_updates.tf1_scripts.growth_report import FINALIZE


@pytest.fixture
def graph():
    with tf.Graph().as_default() as graph:
        yield graph


def count(graph):
    return len(graph.get_operations())


def where(mark):
    return __file__, line_marked(__file__, mark)


def places(watch):
    return [(line.file, line.line) for line in watch.lines]


def test_a_good_loop_is_no_growth(graph):
    total = tf.constant(1.0) + 2.0
    with tf.Session() as session, graph_watch(graph) as watch:
        for _ in range(5):
            session.run(total)
    assert str(watch) == "no growth: no op was added"
    assert watch.lines == [] and watch.ops_added == 0 and watch.steps_marked == 0


def test_a_good_loop_of_marked_steps_is_no_growth(graph):
    with graph_watch(graph) as watch:
        for _ in range(3):
            watch.step()
    assert str(watch) == "no growth: no op was added in 3 steps"


def test_steps_hands_on_what_it_is_given(graph):
    with graph_watch(graph) as watch:
        assert list(watch.steps("abc")) == ["a", "b", "c"]
    assert watch.steps_marked == 3


# The one that is left out refuses this rule.
@pytest.mark.parametrize("name", [name for name in APPROACHES if name != "process_gradients"])
def test_approaches_grow_or_not_as_their_graphs_say(name, lacks):
    if lacks(name, None):
        pytest.skip(lacks(name, None))
    stepper = SessionStepper(APPROACHES[name], Quadratic(), make_rule("wrapped_noisy_descent"))
    before = stepper.graph_ops()
    with graph_watch(stepper.graph) as watch:
        for number in watch.steps(range(3)):
            stepper.step(stepper.feed(number))  # approach
    added = count(stepper.graph) - before
    stepper.close()
    assert watch.ops_added == added == sum(line.ops for line in watch.lines)
    if not added:
        assert str(watch) == "no growth: no op was added in 3 steps"
        return
    assert set(places(watch)) == {where("approach")}  # the line that called the package
    (line,) = watch.lines
    assert line.ops == added and line.calls == 3 and line.growth == "grows"
    package = os.path.dirname(tf1_updates.__file__)
    assert sum(ops for _, ops in line.library_places) == added
    for place, ops in line.library_places:
        assert place.file.startswith(os.path.join(package, "")) and ops % 3 == 0
    assert " ops through " + str(line.library_places[0][0]) in str(watch)
    if name == "eval_after_step":
        assert {os.path.basename(place.file) for place, _ in line.library_places} >= {name + ".py"}


def q2_step(session, loss, scopes):
    """The thread's Q2, in one's own words."""
    for scope in scopes:
        with tf.variable_scope(scope, reuse=True):
            w = tf.get_variable("w", shape=[2])
        gradient = tf.gradients(loss, w)[0]  # q2 gradient
        noise = tf.random_normal([2], stddev=0.01)  # q2 noise
        new = tf.mod(w - 0.1 * gradient + noise, 20.0)  # q2 new
        write = w.assign(new)  # q2 assign
        session.run(write.op)


def q3_step(session, train, w):
    """The thread's Q3."""
    session.run(train)
    value = session.run(w)
    wrapped = tf.mod(value, 20.0).eval(session=session)  # q3 mod
    w.assign(wrapped).op.run(session=session)  # q3 assign


def test_the_question_s_two_hacks(graph, use_resource):
    scopes, variables = ("a", "b"), []
    for scope in scopes:
        with tf.variable_scope(scope, use_resource=use_resource):
            variables.append(tf.get_variable("w", initializer=np.ones(2, np.float32)))
    loss = tf.add_n([tf.reduce_sum(w * w) for w in variables])
    train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        before = count(graph)
        with graph_watch(graph) as watch:
            for _ in range(3):
                watch.step()
                q2_step(session, loss, scopes)  # q2 loop
                q3_step(session, train, variables[0])  # q3 loop
        added = count(graph) - before
    assert watch.ops_added == added == sum(line.ops for line in watch.lines)
    calls = {(line.file, line.line): line.calls for line in watch.lines}
    expected = {where("q2 " + mark): 3 * 2 for mark in ("gradient", "noise", "new", "assign")}
    expected.update({where("q3 " + mark): 3 for mark in ("mod", "assign")})
    assert calls == expected
    for line in watch.lines:
        own = line.function[:2]  # q2 or q3
        assert [(caller.file, caller.line) for caller in line.callers] == [where(own + " loop")]
        assert line.steps == 3 and line.ops % 3 == 0 and line.growth == "grows"
    assert str(watch).startswith(
        "growth: {:,} ops added in 3 steps, {} per step\n".format(added, added // 3)
    )
    assert str(watch).endswith("\n" + FINALIZE)


def inner():
    return tf.no_op()  # inner


def outer():
    return inner()  # outer


def test_the_chain_of_calls_is_named_from_the_inside_to_the_loop(graph):
    with graph_watch(graph) as watch:
        for _ in range(2):
            outer()  # chain
    (line,) = watch.lines
    assert (line.file, line.line) == where("inner") and line.function == "inner"
    assert [(place.file, place.line) for place in line.callers] == [where("outer"), where("chain")]
    text = str(watch)
    assert text.index("in inner") < text.index("in outer") < text.index("# chain")


def test_one_line_reached_from_two_lines_of_the_loop_is_told_apart(graph):
    with graph_watch(graph) as watch:
        for _ in range(2):
            inner()  # first way
            inner()  # second way
    assert places(watch) == [where("inner")] * 2
    ways = {line.callers[-1].line for line in watch.lines}
    assert ways == {where("first way")[1], where("second way")[1]}


def test_what_is_built_once_is_no_growth(graph):
    built = None
    with graph_watch(graph) as watch:
        for _ in watch.steps(range(50)):
            built = built or [tf.no_op() for _ in range(3)]  # lazy
    (line,) = watch.lines
    assert (line.growth, line.steps, line.ops) == ("once", 1, 3)
    assert (line.file, line.line) == where("lazy")
    assert str(watch).startswith("no growth in 50 steps: 3 ops built once\n")
    assert "3 ops in 1 of 50 steps: 3 NoOp" in str(watch)


def test_once_is_told_from_growth_by_the_other_lines_where_no_step_is_marked(graph):
    with graph_watch(graph) as watch:
        for number in range(3):
            tf.no_op()  # always
            if number == 1:
                tf.no_op()  # sometimes
    growth = {(line.file, line.line): (line.growth, line.calls) for line in watch.lines}
    assert growth == {where("always"): ("grows", 3), where("sometimes"): ("once", 1)}
    assert str(watch).startswith("growth: 3 ops added\n")
    assert "built once, in one pass of several:\n" in str(watch)


@pytest.mark.parametrize("marks", [0, 1])
def test_one_pass_cannot_tell(graph, marks):
    with graph_watch(graph) as watch:
        for _ in range(marks):
            watch.step()
        tf.no_op()
    assert watch.lines[0].growth == "unknown"
    assert str(watch).startswith("growth or built once? 1 op added, and no second pass was seen\n")


@pytest.mark.parametrize("at_start", [True, False])
def test_steps_may_be_marked_at_the_start_or_at_the_end(graph, at_start):
    with graph_watch(graph) as watch:
        for number in range(4):
            if at_start:
                watch.step()
            if number % 2:
                tf.group(tf.no_op(), tf.no_op())
            if not at_start:
                watch.step()
    (line,) = watch.lines
    assert (line.steps, watch.steps_marked, line.ops) == (2, 4, 2 * 3)
    assert "6 ops in 2 of 4 steps, 3 each: 6 NoOp" in str(watch)


def test_calls_of_a_line_count_once_however_many_are_on_it(graph):
    with graph_watch(graph) as watch:
        for _ in range(3):
            tf.group(tf.no_op(), tf.no_op(), tf.no_op())
    (line,) = watch.lines
    assert (line.calls, line.ops, line.ops_per_call) == (3, 3 * 4, 4)


def test_comprehensions_are_part_of_their_line(graph):
    with graph_watch(graph) as watch:
        for _ in watch.steps(range(2)):
            [[tf.no_op() for _ in range(2)] for _ in range(3)]  # comprehension
    (line,) = watch.lines
    assert (line.file, line.line) == where("comprehension") and line.ops == 2 * 2 * 3
    assert line.function == "test_comprehensions_are_part_of_their_line" and not line.callers


@pytest.fixture
def loops_in_the_graph_itself():
    """Control flow v1: bodies are part of the graph, not functions of their own."""
    was_on = tf.control_flow_v2_enabled()
    tf.disable_control_flow_v2()
    yield
    if was_on:
        tf.enable_control_flow_v2()


@pytest.mark.usefixtures("loops_in_the_graph_itself")
def test_a_function_that_is_called_back_is_the_user_s_line(graph):
    with graph_watch(graph) as watch:
        for _ in range(2):
            tf.while_loop(
                lambda number: number < 3,  # condition
                lambda number: number + 1,  # body
                [0],
            )
    calls = {(line.file, line.line): line.calls for line in watch.lines}
    assert calls[where("condition")] == calls[where("body")] == 2
    assert watch.ops_unseen == 0 and watch.ops_added == count(graph)


def test_how_often_tensorflow_calls_back_is_not_how_often_the_loop_ran(graph):
    with graph_watch(graph) as watch:
        tf.nest.map_structure(lambda number: tf.no_op(), [1, 2, 3])  # called back
    (line,) = watch.lines
    assert (line.function, line.calls, line.ops, line.growth) == ("<lambda>", 1, 3, "unknown")
    assert (line.file, line.line) == where("called back")


def test_a_recursion_s_calls_are_told_apart(graph):
    def nested(depth):
        return tf.group(tf.no_op(), *([nested(depth - 1)] if depth else []))  # recursion

    with graph_watch(graph) as watch:
        nested(2)
    (line,) = watch.lines
    assert (line.ops, line.calls) == (3 * 2, 3)


def test_no_line_of_the_watch_runs_in_a_step_that_adds_nothing(graph):
    total, files = tf.constant(1.0) + 2.0, set()
    with tf.Session() as session, graph_watch(graph):
        session.run(total)
        sys.setprofile(lambda frame, *_: files.add(frame.f_code.co_filename))
        try:
            session.run(total)
            seen = set(files)
            tf.no_op()
        finally:
            sys.setprofile(None)
    ours = os.path.dirname(tf1_updates.__file__)
    assert seen and not any(file.startswith(ours) for file in seen)
    assert any(file.startswith(ours) for file in files)  # such a line would have been noticed


def test_ops_that_pass_the_watch_by_are_not_kept_quiet(graph):
    with graph_watch(graph) as watch:
        hook = graph._create_op_helper
        del graph._create_op_helper
        tf.no_op()
        graph._create_op_helper = hook
    assert (watch.ops_added, watch.ops_unseen, watch.lines) == (1, 1, [])
    assert "no growth" not in str(watch) and "1 op of unknown lines" in str(watch)


def test_ops_within_functions_count_for_the_call_that_built_them(graph):
    squares = tf.function(lambda x: x * x + 1.0)
    with graph_watch(graph) as watch:
        for number in watch.steps(range(3)):
            squares(number)  # traced for each number anew
    (line,) = watch.lines
    functions = graph.as_graph_def().library.function
    assert len(functions) == 3
    assert line.inner_ops == sum(len(function.node_def) for function in functions) > 0
    assert line.ops == watch.ops_added
    assert "and {} ops in the bodies of functions".format(line.inner_ops) in str(watch)


def test_several_graphs(graph):
    other, third = tf.Graph(), tf.Graph()
    with graph_watch(graph, other, graph) as watch:
        for _ in watch.steps(range(2)):
            tf.no_op()  # to the first
            for each in (other, third):
                with each.as_default():
                    tf.group(tf.no_op())  # to the second, and to one that nobody watches
    found = {(line.file, line.line): (line.graph, line.ops) for line in watch.lines}
    second = "to the second, and to one that nobody watches"
    assert found == {where("to the first"): (1, 2), where(second): (2, 4)}
    assert watch.ops_added == count(graph) + count(other)
    assert "4 ops in 2 of 2 steps, 2 each, in graph 2 of 2: 4 NoOp" in str(watch)


@pytest.mark.parametrize("graphs", [(), (None,)])
def test_no_graph_is_the_default_one_at_the_start(graph, graphs):
    with graph_watch(*graphs) as watch:
        tf.no_op()
        with tf.Graph().as_default():
            tf.no_op()
    assert watch.ops_added == count(graph) == 1


def test_threads(graph):
    together = threading.Barrier(3)

    def work():
        with graph.as_default():
            for _ in range(20):
                together.wait(60)
                tf.no_op()  # thread

    threads = [threading.Thread(target=work) for _ in range(3)]
    with graph_watch(graph) as watch:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    (line,) = watch.lines
    assert (line.file, line.line) == where("thread")
    assert watch.ops_added == count(graph) == line.ops == line.calls == 3 * 20


def test_code_without_a_file(graph):
    code = compile("number = 1\ntf.no_op()", "<string>", "exec")
    with graph_watch(graph) as watch:
        for _ in range(2):
            exec(code, {"tf": tf})  # exec
    (line,) = watch.lines
    assert (line.file, line.line, line.text) == ("<string>", 2, "")
    assert [(place.file, place.line) for place in line.callers] == [where("exec")]
    assert "  <string>, line 2\n" in str(watch)


def test_a_watch_that_is_entered_for_someone_else(graph):
    with contextlib.ExitStack() as stack:
        watch = stack.enter_context(graph_watch(graph))
        tf.no_op()  # stack
    assert places(watch) == [where("stack")] and not watch.lines[0].callers


def test_the_report_can_be_read_while_the_loop_runs(graph):
    sizes = []
    with graph_watch(graph) as watch:
        assert str(watch) == "no growth: no op was added"
        for _ in range(3):
            tf.no_op()
            sizes.append((watch.ops_added, sum(line.ops for line in watch.lines)))
    assert sizes == [(1, 1), (2, 2), (3, 3)]


def test_nothing_of_the_loop_is_kept_alive(graph):
    Marker = type("Marker", (), {})
    alive = []

    def body():
        marker = Marker()
        alive.append(weakref.ref(marker))
        return tf.no_op()

    with graph_watch(graph) as watch:
        for _ in range(3):
            body()
        gc.collect()
        assert sum(reference() is not None for reference in alive) <= 1
    gc.collect()
    assert not any(reference() for reference in alive) and watch.ops_added == 3


def test_counts_are_what_the_graph_says(graph):
    with graph_watch(graph) as watch:
        for _ in range(2):
            x = tf.constant([1.0, 2.0])
            y = tf.unstack(x)
            tf.concat([y, y], 0)
            with pytest.raises(ValueError):
                tf.matmul(x, x)  # an op that fails is none
    types = collections.Counter(op.type for op in graph.get_operations())
    found = collections.Counter()
    for line in watch.lines:
        found.update(dict(line.op_types))
    assert found == types and watch.ops_unseen == 0
