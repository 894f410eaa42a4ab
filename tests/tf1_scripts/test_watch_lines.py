"""Each kind of call that adds ops in a loop is found: its file and line, its ops, what to do."""

import linecache

import numpy as np
import pytest
import tensorflow.compat.v1 as tf
from marked_lines import line_marked

from tf1_updates import graph_watch
from tf1_updates.tf1_scripts.advice import ADVICE

STEPS = 4
ZEROS = np.zeros(3, np.float32)


def assigns_an_array(session, w):
    session.run(w.assign(ZEROS).op)  # assign_array


def assigns_a_tensor(session, w, ready=tf.zeros_like):
    session.run(w.assign(w * 2.0).op)  # assign


def takes_gradients(session, w):
    session.run(tf.gradients(tf.reduce_sum(w * w), [w]))  # gradients


def minimizes(session, w):
    session.run(tf.train.GradientDescentOptimizer(0.5).minimize(tf.reduce_sum(w * w)))  # minimize


def computes_gradients(session, w):
    tf.train.GradientDescentOptimizer(0.5).compute_gradients(tf.reduce_sum(w))  # compute_gradients


def evaluates_a_new_op(session, w):
    tf.mod(ZEROS, 20.0).eval(session=session)  # eval


def initializes(session, w):
    session.run(tf.global_variables_initializer())  # initializer


def saves(session, w):
    tf.train.Saver()  # saver


def summarizes(session, w):
    tf.summary.scalar("first", w[0])  # summary


def draws(session, w):
    session.run(tf.random_normal([3]))  # random


def draws_stateless(session, w):
    session.run(tf.random.stateless_normal([3], seed=[7, 3]))  # stateless


def measures(session, w):
    tf.metrics.mean(ZEROS)  # metric


def makes_a_variable(session, w):
    tf.Variable(1.0)  # variable


def makes_a_placeholder(session, w):
    tf.placeholder(tf.float32)  # placeholder


def takes_the_next(session, w):
    tf.data.make_one_shot_iterator(tf.data.Dataset.range(9)).get_next()  # data


def imports(session, w):
    tf.import_graph_def(OTHER, name="")  # import


def loops(session, w):
    tf.while_loop(lambda i: i < 3, lambda i: i + 1, [0])  # while


def branches(session, w):
    tf.cond(w[0] > 1.0, lambda: w[1], lambda: w[2])  # cond


def calls_a_function(session, w):
    tf.function(lambda x: x * x)(1.0)  # function


def uses_an_operator(session, w):
    session.run(w + 1.0)  # operator


OTHER = tf.GraphDef()
for _name in ("one", "two"):
    OTHER.node.add(op="NoOp", name=_name)

KINDS = [
    (assigns_an_array, "assign_array", "assign_array"),
    (assigns_a_tensor, "assign", "assign"),
    (takes_gradients, "gradients", "gradients"),
    (minimizes, "minimize", "minimize"),
    (computes_gradients, "compute_gradients", "gradients"),
    (evaluates_a_new_op, "eval", "other"),
    (initializes, "initializer", "initializer"),
    (saves, "saver", "saver"),
    (summarizes, "summary", "summary"),
    (draws, "random", "random"),
    (draws_stateless, "stateless", "random"),
    (measures, "metric", "metric"),
    (makes_a_variable, "variable", "variable"),
    (makes_a_placeholder, "placeholder", "placeholder"),
    (takes_the_next, "data", "data"),
    (imports, "import", "import"),
    (loops, "while", "other"),
    (branches, "cond", None),
    (calls_a_function, "function", "other"),
    (uses_an_operator, "operator", None),
]


@pytest.mark.parametrize("loop_body, mark, kind", KINDS, ids=[mark for _, mark, _ in KINDS])
def test_the_line_its_ops_and_what_to_do(loop_body, mark, kind, use_resource):
    with tf.Graph().as_default() as graph, tf.Session() as session:
        w = tf.get_variable("w", initializer=np.ones(3, np.float32), use_resource=use_resource)
        session.run(tf.global_variables_initializer())
        before = {op.name for op in graph.get_operations()}
        with graph_watch(graph) as watch:
            for _ in watch.steps(range(STEPS)):
                loop_body(session, w)  # the loop
        added = [op for op in graph.get_operations() if op.name not in before]

    here, number = __file__, line_marked(__file__, mark)
    assert added and watch.ops_added == len(added) and watch.ops_unseen == 0
    assert watch.steps_marked == STEPS
    lines = watch.lines
    assert sum(line.ops for line in lines) == len(added)
    assert {(line.file, line.line) for line in lines} == {(here, number)}
    for line in lines:  # a lambda on the line is a function of its own
        assert line.function in (loop_body.__name__, "<lambda>")
        assert line.text == linecache.getline(here, number).strip()
        assert line.calls == line.steps == STEPS and line.growth == "grows"
        assert line.ops_per_call == line.ops / STEPS
        assert line.callers[-1].line == line_marked(here, "the loop")
    types = {}
    for op in added:
        types[op.type] = types.get(op.type, 0) + 1
    found = {}
    for line in lines:
        for op_type, count in line.op_types:
            found[op_type] = found.get(op_type, 0) + count
    assert found == types
    main = next(line for line in lines if line.function == loop_body.__name__)
    if kind:
        assert main.advice == ADVICE[kind]
    assert main.advice in str(watch) and main.text in str(watch)
    assert not hasattr(graph._create_op_helper, "listeners")


def test_every_advice_is_given_for_some_call():
    seen = {kind for _, _, kind in KINDS if kind}
    assert seen == set(ADVICE) - {"read"}


def test_reading_a_resource_variable_through_a_new_op():
    with tf.Graph().as_default() as graph, graph_watch(graph) as watch:
        w = tf.get_variable("w", initializer=1.0, use_resource=True)
        w.read_value()
    assert [line.advice for line in watch.lines if "read_value" in line.text] == [ADVICE["read"]]
