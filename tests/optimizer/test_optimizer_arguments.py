"""Each argument of RuleOptimizer that is not allowed is refused in one line that names it."""

import numpy as np
import pytest
import tensorflow.compat.v1 as tf

from tf1_updates.errors import InputError
from tf1_updates.optimizer import RuleOptimizer
from tf1_updates.rules import Chain, FeedbackAlignment, GradientDescent, Oja, Rule, Wrap
from tf1_updates.rules.feedback_alignment import seen

DESCENT = GradientDescent(0.5)


def refused(call, *parts):
    with pytest.raises(InputError) as refusal:
        call()
    text = str(refusal.value)
    assert "\n" not in text
    for part in parts:
        assert part in text


def variable(name, shape=(2,), **more):
    return tf.get_variable(name, shape, initializer=tf.ones_initializer(), **more)


@pytest.mark.parametrize("name", ["", "a b", "a:b", "ä", "_w", "w\n", "a\\b", None, 3, b"w"])
def test_names(name):
    refused(lambda: RuleOptimizer(DESCENT, name=name), "name: {!r} was given".format(name))
    if name is None:  # of one op, it is the default
        return
    with tf.Graph().as_default():
        w = variable("w")
        optimizer = RuleOptimizer(DESCENT)
        refused(lambda: optimizer.minimize(tf.reduce_sum(w), name=name), "name: ")
        refused(lambda: optimizer.apply_gradients([(w * 1.0, w)], name=name), "name: ")


@pytest.mark.parametrize("name", ["Descent", "a/b", "a.b-c_d", "3"])
def test_names_that_are_allowed(name):
    with tf.Graph().as_default():
        w = variable("w")
        optimizer = RuleOptimizer(DESCENT, name=name)
        assert optimizer.minimize(tf.reduce_sum(w), name=name).name == name


@pytest.mark.parametrize("given", ["x", None, 1, 0, "True", np.True_])
@pytest.mark.parametrize("argument", ["use_locking", "compiled"])
def test_switches(argument, given):
    parts = (argument + ": ", "allowed is True or False")
    refused(lambda: RuleOptimizer(DESCENT, **{argument: given}), *parts)


@pytest.mark.parametrize("given", [3, None, "loss", 0.5, np.float32(1), [1.0]], ids=repr)
def test_what_is_no_loss(given):
    with tf.Graph().as_default():
        w = variable("w")
        parts = ("loss: ", "allowed is a scalar tensor of a floating-point dtype")
        refused(lambda: RuleOptimizer(DESCENT).minimize(given), *parts)
        refused(lambda: RuleOptimizer(DESCENT).compute_gradients(given, [w]), *parts)
        refused(lambda: RuleOptimizer(DESCENT).minimize(tf.constant(3)), *parts)


@pytest.mark.parametrize("given", [3, None, "pairs", [3], [None], [(1.0,)], [(1.0, 2.0, 3.0)]])
def test_what_are_no_pairs(given):
    with tf.Graph().as_default():
        parts = ("grads_and_vars: ", "a list of (gradient, variable) pairs")
        refused(lambda: RuleOptimizer(DESCENT).apply_gradients(given), *parts)


def test_what_is_no_variable():
    with tf.Graph().as_default():
        w, gradient = variable("w"), tf.ones([2])
        cut = variable("cut", (4, 2), partitioner=tf.fixed_size_partitioner(2))
        for given in (tf.constant([1.0, 2.0]), w * 1.0, 3, None, "w", np.zeros(2), [w], cut):
            for pairs in ([(gradient, given)], [(gradient, w), (None, given)]):
                parts = ("grads_and_vars: ", "a list of (gradient, variable) pairs of a graph")
                refused(lambda: RuleOptimizer(DESCENT).apply_gradients(pairs), *parts)  # noqa: B023
        for given in (3, "w", w * 1.0, [3], [w, "w"], []):
            call = lambda: RuleOptimizer(DESCENT).minimize(tf.reduce_sum(w), var_list=given)  # noqa: E731, B023
            refused(call, "variables: ", "a list of")


def test_a_variable_twice():
    with tf.Graph().as_default():
        w, gradient = variable("w"), tf.ones([2])
        optimizer = RuleOptimizer(DESCENT)
        parts = ("'w twice' was given", "each variable once")
        refused(lambda: optimizer.apply_gradients([(gradient, w), (gradient, w)]), *parts)
        refused(lambda: optimizer.minimize(tf.reduce_sum(w), var_list=[w, w]), *parts)
        optimizer.apply_gradients([(gradient, w), (None, w)])  # which is one update


@pytest.mark.parametrize("make", [lambda: 3, lambda: "step", lambda: tf.constant(3)])
def test_what_counts_no_steps(make):
    with tf.Graph().as_default():
        w = variable("w")
        wrong = [make(), tf.get_variable("f", []), tf.get_variable("n", [1], tf.int64)]
        for step in wrong:
            parts = ("global_step: ", "an integer variable of shape ()")
            optimizer = RuleOptimizer(DESCENT)
            refused(lambda: optimizer.minimize(tf.reduce_sum(w), step), *parts)  # noqa: B023
            refused(lambda: optimizer.apply_gradients([(w * 1.0, w)], step), *parts)  # noqa: B023


@pytest.mark.parametrize("dtype", [tf.int32, tf.int64])
def test_integers_count_steps(dtype, use_resource):
    with tf.Graph().as_default(), tf.Session() as session:
        w = variable("w")
        step = tf.get_variable("n", [], dtype, trainable=False, use_resource=use_resource)
        train_op = RuleOptimizer(DESCENT).minimize(tf.reduce_sum(w), step)
        session.run(tf.global_variables_initializer())
        before = session.run(step)
        session.run(train_op)
        assert session.run(step) == before + 1


def test_gradients_that_are_all_none_and_no_variables_at_all():
    with tf.Graph().as_default():
        x = tf.constant(3.0)
        refused(lambda: RuleOptimizer(DESCENT).minimize(x), "var_list: [] was given", "trainable")
        w = variable("w")
        for var_list in (None, [w], w):
            call = lambda: RuleOptimizer(DESCENT).minimize(x, var_list=var_list)  # noqa: E731, B023
            refused(call, "['w'] was given", "at least one variable with a gradient")


@pytest.mark.parametrize("shape", [(3,), (), (1,), (2, 1), (1, 2), (2, 2)])
def test_a_gradient_of_another_shape(shape):
    with tf.Graph().as_default():
        w, optimizer = variable("layer/w"), RuleOptimizer(DESCENT)
        parts = ("gradient of variable 'layer/w': ", str(tf.TensorShape(shape)), "(2,)", "`takes`")
        for given in (tf.ones(shape), np.ones(shape, np.float32), np.ones(shape).tolist()):
            refused(lambda: optimizer.apply_gradients([(given, w)]), *parts)  # noqa: B023


def test_a_sparse_gradient_of_another_width():
    with tf.Graph().as_default():
        w = variable("w", (4, 2))
        given = tf.IndexedSlices(tf.ones([3, 5]), tf.constant([0, 1, 1]))
        call = lambda: RuleOptimizer(DESCENT).apply_gradients([(given, w)])  # noqa: E731
        refused(call, "gradient of variable 'w'", "(5,)", "(2,)")


@pytest.mark.parametrize("given", ["g", True, b"g", {}, [None, 1.0], object(), 1j, ["a", "b"]])
def test_what_is_no_gradient(given):
    with tf.Graph().as_default():
        w, optimizer = variable("w"), RuleOptimizer(DESCENT)
        parts = ("gradient of variable 'w': ", "a float32 tensor, or numbers")
        refused(lambda: optimizer.apply_gradients([(given, w)]), *parts)
        tensors = (tf.constant("g"), tf.constant(True), tf.constant([1, 2]))
        for tensor in tensors + (np.float64([1, 2]), np.array([1, 2]), np.array([True, False])):
            call = lambda: optimizer.apply_gradients([(tensor, w)])  # noqa: E731, B023
            refused(call, "gradient of variable 'w': ", "float32, as the variable's")


@pytest.mark.parametrize("given", [[1.0, 3.0], [1, 3], (1, 3), np.float32([1, 3])])
def test_numbers_become_a_gradient(given):
    with tf.Graph().as_default(), tf.Session() as session:
        w = variable("w")
        train_op = RuleOptimizer(DESCENT).apply_gradients([(given, w)])
        session.run(tf.global_variables_initializer())
        session.run(train_op)
        assert session.run(w).tolist() == [1.0 - 0.5 * 1.0, 1.0 - 0.5 * 3.0]


def test_a_rule_that_takes_something_else_is_given_any_shape():
    class Hebb(Rule):
        takes = "inputs x"

        def move(self, weights, gradient, step, name):
            return weights + tf.reduce_sum(gradient, 0)

    with tf.Graph().as_default():
        w, square = variable("w"), variable("square", (2, 1))
        inputs = tf.ones([5, 2])
        for rule in (Hebb(), Oja(0.1), Chain(Oja(0.1), Wrap(20))):
            RuleOptimizer(rule).apply_gradients([(inputs, w)])
        pairs = [(seen(inputs, tf.ones([5, 1])), square)]
        RuleOptimizer(FeedbackAlignment(0.1)).apply_gradients(pairs)


def test_minimize_honours_all_its_arguments():
    with tf.Graph().as_default() as graph, tf.Session() as session:
        with tf.device("/cpu:0"):
            a, b = variable("a"), variable("b")
        loss = tf.reduce_sum(a * b)
        step = tf.train.get_or_create_global_step()
        optimizer = RuleOptimizer(DESCENT)
        asked = {}
        compute = optimizer.compute_gradients

        def spy(loss, var_list, gate, aggregation, colocate, grad_loss):
            asked.update(gate=gate, aggregation=aggregation, colocate=colocate)
            return compute(loss, var_list, gate, aggregation, colocate, grad_loss)

        optimizer.compute_gradients = spy
        train_op = optimizer.minimize(
            loss,
            step,
            [a],
            tf.train.Optimizer.GATE_GRAPH,
            tf.AggregationMethod.ADD_N,
            True,
            "train",
            tf.constant(3.0),
        )
        session.run(tf.global_variables_initializer())
        session.run(train_op)
        now_a, now_b, count = session.run([a, b, step])
    assert now_a.tolist() == [1.0 - 0.5 * 3.0 * 1.0] * 2 and now_b.tolist() == [1.0, 1.0]
    assert count == 1 and train_op.name == "train" and train_op.graph is graph
    assert asked == dict(
        gate=tf.train.Optimizer.GATE_GRAPH,
        aggregation=tf.AggregationMethod.ADD_N,
        colocate=True,
    )


def test_a_loss_that_is_a_function_is_trained_as_before():
    with tf.Graph().as_default(), tf.Session() as session:
        w = variable("w", use_resource=True)
        train_op = RuleOptimizer(DESCENT).minimize(lambda: tf.reduce_sum(w * w))
        session.run(tf.global_variables_initializer())
        session.run(train_op)
        assert session.run(w).tolist() == [1.0 - 0.5 * 2.0 * 1.0] * 2


@pytest.mark.parametrize("cut", [True, False], ids=["partitioned", "bare"])
def test_var_list_may_be_a_variable(cut, use_resource):
    with tf.Graph().as_default(), tf.Session() as session:
        partitioner = tf.fixed_size_partitioner(2) if cut else None
        w = variable("w", (4, 2), use_resource=use_resource, partitioner=partitioner)
        tensor = tf.convert_to_tensor(w)
        for var_list in (w, [w], ([w],)):
            train_op = RuleOptimizer(DESCENT).minimize(tf.reduce_sum(tensor), var_list=var_list)
            session.run(tf.global_variables_initializer())
            session.run(train_op)
            assert (session.run(tensor) == 1.0 - 0.5 * 1.0).all()
