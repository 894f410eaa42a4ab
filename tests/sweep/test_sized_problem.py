"""The sized problem against its NumPy gradient, and the head of a large variable against all."""

import numpy as np
import pytest
import tensorflow.compat.v1 as tf

from tf1_updates.agreement.judge import Judge
from tf1_updates.approaches import APPROACHES
from tf1_updates.problems.sized import Sized
from tf1_updates.rules import Momentum, WrappedNoisyDescent
from tf1_updates.sweep.checking import Checker
from tf1_updates.sweep.laboratory import problem_at
from tf1_updates.sweep.sizes import size_of

AGREEING = [name for name in APPROACHES if name != "process_gradients"]


@pytest.mark.parametrize("weights, variables", [(1, 1), (7, 3), (25000, 2)])
def test_weights_and_gradients_are_what_numpy_says(weights, variables, use_resource):
    problem = Sized(weights, variables, seed=3)
    with tf.Graph().as_default(), tf.Session() as session:
        model = problem.build(use_resource)
        gradients = tf.gradients(model.loss, model.variables)
        session.run(tf.global_variables_initializer())
        loss, found, slopes = session.run([model.loss, model.variables, gradients])
    right = problem.initial_weights()
    by_hand = problem.gradients(right, 0)
    assert [variable.op.name for variable in model.variables] == list(right)
    for start, slope, name in zip(found, slopes, right):
        assert np.array_equal(start, right[name]) and np.array_equal(slope, by_hand[name])
    expected = sum((by_hand[name] * right[name]).sum() for name in right)
    size = sum(np.abs(by_hand[name] * right[name]).sum() for name in right)
    assert abs(loss - expected) <= 1e-5 * size
    judge = Judge(problem, WrappedNoisyDescent(), use_resource)
    assert judge.gradient_error(right, 1) == 0
    judge.close()


@pytest.mark.parametrize("name", AGREEING)
def test_the_head_of_a_variable_is_what_a_short_variable_is(name, use_resource, lacks):
    if lacks(name, use_resource):
        pytest.skip(lacks(name, use_resource))
    rule = WrappedNoisyDescent()
    checker = Checker(Sized(30001), rule, 2, use_resource, judged=Sized(1001), head=1001)
    row = checker.row(name)
    checker.close()
    assert row.status == "ok" and row.reason is None and row.bit_equal_share > 0.5


def test_a_head_that_is_wrong_is_found(monkeypatch):
    from tf1_updates.approaches import constraint, group_assign

    def stronger_noise(loss, variables, rule):
        return group_assign.build(loss, variables, WrappedNoisyDescent(noise_stddev=0.02))

    monkeypatch.setattr(constraint, "build", stronger_noise)
    checker = Checker(Sized(30001), WrappedNoisyDescent(), 2, None, Sized(1001), 1001)
    row = checker.row("constraint")
    checker.close()
    assert row.status == "wrong" and "of 1001 weights" in row.reason


def test_an_approach_that_raises_is_wrong_and_the_next_is_checked(monkeypatch):
    from tf1_updates.approaches import constraint

    def breaks(loss, variables, rule):
        raise RuntimeError("no room\nat all")

    monkeypatch.setattr(constraint, "build", breaks)
    checker = Checker(Sized(10), WrappedNoisyDescent(), 2)
    rows = [checker.row(name) for name in ("constraint", "group_assign")]
    checker.close()
    assert [row.status for row in rows] == ["wrong", "ok"]
    assert rows[0].reason == "failed while it was checked: RuntimeError: no room at all"


def test_answers_are_shared_by_bits_and_never_where_slots_are_kept():
    calls = []
    for rule in (WrappedNoisyDescent(), Momentum()):
        checker = Checker(Sized(10), rule, 2)
        assert checker.row("group_assign").status == "ok"
        judge = checker._judges["rule"]._judge
        asked = []
        real = judge.expect
        judge.expect = lambda *given, real=real, asked=asked: asked.append(1) or real(*given)
        assert checker.row("optimizer_subclass").status == "ok"
        calls.append(len(asked))
        checker.close()
    assert calls == [0, 2]


def test_each_point_is_as_large_as_it_says():
    digits = np.ones([7, 784], np.float32), np.eye(10, dtype=np.float32)[:7]
    for over, value in (("weights", 30), ("variables", 3), ("batch", 20)):
        problem, size = problem_at(over, value, 0, digits), size_of(over, value)
        weights = problem.initial_weights()
        assert len(weights) == size.variables
        assert sum(array.size for array in weights.values()) == size.weights
        assert sum(array.nbytes for array in problem.batch(3)) == size.fed_bytes
