"""Every new value is computed before any variable is written: by result and by graph."""

import numpy as np
import pytest
import tensorflow.compat.v1 as tf

from tf1_updates.approaches import APPROACHES
from tf1_updates.graph_walk import ancestors
from tf1_updates.problems import Coupled
from tf1_updates.rules import GradientDescent, Rule

ORDERED = [
    "eval_after_step",
    "prebuilt_session_run",
    "constraint",
    "rewritten_gradient",
    "group_assign",
    "group_assign_from_optimizer",
    "optimizer_subclass",
]
ONE_RUN = ORDERED[2:]


def product(use_resource, start_a=1.0, start_b=1.0):
    a = tf.get_variable("a", initializer=np.float32(start_a), use_resource=use_resource)
    b = tf.get_variable("b", initializer=np.float32(start_b), use_resource=use_resource)
    return a, b


@pytest.mark.parametrize("name", ONE_RUN)
def test_two_coupled_variables_are_never_wrong_in_300_steps(name, use_resource):
    rule, problem = GradientDescent(0.01), Coupled(seed=4)
    with tf.Graph().as_default(), tf.Session() as session:
        model = problem.build(use_resource)
        train_step = APPROACHES[name].build(model.loss, model.variables, rule)
        session.run(tf.global_variables_initializer())
        a, b = session.run(model.variables)
        wrong = 0
        for _ in range(300):
            train_step(session)
            rate = np.float32(0.01)
            right_a, right_b = a - rate * b, b - rate * a
            a, b = session.run(model.variables)
            near = np.allclose(a, right_a, rtol=1e-5, atol=1e-5)
            wrong += not (near and np.allclose(b, right_b, rtol=1e-5, atol=1e-5))
    assert wrong == 0


@pytest.mark.parametrize("name", ORDERED)
def test_one_step_from_equal_weights_has_one_outcome_in_many_repeats(name, use_resource):
    # Loss a*b from a = b = 1 at rate .5, then .4 by the step: (.5, .5) and nothing else.
    repeats = 300 if name in ONE_RUN else 10
    rule = GradientDescent(lambda step: 0.5 - 0.1 * step)
    outcomes = set()
    with tf.Graph().as_default(), tf.Session() as session:
        a, b = product(use_resource)
        train_step = APPROACHES[name].build(a * b, [a, b], rule)
        restart = tf.global_variables_initializer()
        for _ in range(repeats):
            session.run(restart)
            train_step(session)
            first = tuple(float(w) for w in session.run([a, b]))
            train_step(session)
            second = tuple(round(float(w), 6) for w in session.run([a, b]))
            outcomes.add((first, second))
    assert outcomes == {((1 - 0.5 * 1, 1 - 0.5 * 1), (round(0.5 - 0.4 * 0.5, 6),) * 2)}


class RememberingDescent(GradientDescent):
    """Keeps every new value that it hands out."""

    def __init__(self, learning_rate):
        super().__init__(learning_rate)
        self.handed_out = []

    def advance_variable(self, variable, gradient, slots, step):
        moved, new_slots = super().advance_variable(variable, gradient, slots, step)
        self.handed_out.append(moved)
        return moved, new_slots


def writes_of(graph, variable):
    kinds = ("Assign", "AssignVariableOp", "ApplyGradientDescent", "ResourceApplyGradientDescent")
    return [
        operation
        for operation in graph.get_operations()
        if operation.type in kinds
        and operation.inputs[0].op is variable.op
        and operation is not variable.initializer
    ]


@pytest.mark.parametrize("name", ONE_RUN)
def test_each_write_waits_for_every_new_value(name, use_resource):
    with tf.Graph().as_default() as graph:
        a, b = product(use_resource)
        rule = RememberingDescent(0.5)
        APPROACHES[name].build(a * b, [a, b], rule)
        assert len(rule.handed_out) == 2
        for variable in (a, b):
            writes = writes_of(graph, variable)
            assert writes
            for write in writes:
                assert {new.op for new in rule.handed_out} <= ancestors([write])


@pytest.mark.parametrize("name", ONE_RUN)
def test_the_step_is_counted_after_every_write(name, use_resource):
    with tf.Graph().as_default() as graph:
        a, b = product(use_resource)
        APPROACHES[name].build(a * b, [a, b], GradientDescent(0.5))
        counting = [op for op in graph.get_operations() if op.type.startswith("AssignAdd")]
        assert len(counting) == 1
        before = ancestors(counting)
        for variable in (a, b):
            writes = writes_of(graph, variable)
            assert writes and set(writes) <= before


def test_the_naive_group_has_no_edge_between_its_writes(use_resource):
    """Answer 2 as written (A2b): the race is in the graph, whoever wins it on a given day."""
    with tf.Graph().as_default():
        w, rate = product(use_resource, 1.0, 0.5)
        write_w = w.assign(w - rate * 1.0).op
        write_rate = rate.assign(rate - 0.1).op
        assert write_w not in ancestors([write_rate]) and write_rate not in ancestors([write_w])


@pytest.mark.parametrize("name", ORDERED)
def test_a_rule_that_swaps_two_variables_swaps_them(name, use_resource):
    """The new weight is the gradient itself: with reference variables, another one's memory."""

    class TakeTheGradient(Rule):
        def move(self, weights, gradient, step, name):
            return gradient

    with tf.Graph().as_default(), tf.Session() as session:
        start_a, start_b = np.arange(50000.0), -np.arange(50000.0)
        a, b = product(use_resource, start_a, start_b)
        train_step = APPROACHES[name].build(tf.reduce_sum(a * b), [a, b], TakeTheGradient())
        session.run(tf.global_variables_initializer())
        for number in range(10):
            train_step(session)
            now_a, now_b = session.run([a, b])
            right_a, right_b = (start_b, start_a) if number % 2 == 0 else (start_a, start_b)
            assert (now_a == right_a).all() and (now_b == right_b).all()
