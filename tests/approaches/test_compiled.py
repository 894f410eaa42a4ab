"""The compiled approach: refusals everywhere, and where TensorFlow compiles, one call per step."""

import numpy as np
import pytest
import tensorflow.compat.v1 as tf
from lacking import ON_TF1, needs_compiling

from tf1_updates.agreement.counting_session import CountingSession
from tf1_updates.approaches import APPROACHES
from tf1_updates.errors import UnsupportedError
from tf1_updates.problems import Coupled
from tf1_updates.rules import Adam, GradientDescent, Momentum, Noise, Rule, WrappedNoisyDescent

BUILD = APPROACHES["compiled"].build


def variable(name, start, use_resource=True):
    return tf.get_variable(name, initializer=np.float32(start), use_resource=use_resource)


def refused(*arguments):
    before = len(tf.global_variables())
    with pytest.raises(UnsupportedError) as refusal:
        BUILD(*arguments)
    text = str(refusal.value)
    assert text.startswith("compiled: ") and "\n" not in text
    assert len(tf.global_variables()) == before
    return text


def test_tensorflow_1_15_is_refused_in_one_line():
    if not ON_TF1:
        pytest.skip("this TensorFlow compiles")
    with tf.Graph().as_default():
        w = variable("w", 1.0)
        text = refused(w * w, [w], GradientDescent(0.1))
    assert "TensorFlow {} compiles no update in place".format(tf.__version__) in text


@needs_compiling
def test_what_xla_cannot_write_is_refused_by_name():
    with tf.Graph().as_default():
        w, old = variable("w", 1.0), variable("layer/old", 1.0, use_resource=False)
        vague = tf.Variable(tf.placeholder(tf.float32, [None]), use_resource=True, name="vague")
        rule = GradientDescent(0.1)
        assert "reference variable 'layer/old'" in refused(w * old, [w, old], rule)
        assert "'vague' is not known" in refused(tf.reduce_sum(vague), [vague], rule)
        rows = variable("rows", np.ones([4, 2]))
        looked_up = tf.reduce_sum(tf.gather(rows, [1, 3]))
        assert "the gradient of 'rows' is sparse" in refused(looked_up, [rows], rule)


@needs_compiling
@pytest.mark.parametrize(
    "rule",
    [
        WrappedNoisyDescent(lambda step: 0.1 - 0.01 * step, 20, 0.01, seed=3),
        Momentum(0.1, 0.9, use_nesterov=True),
        Adam(0.1),
    ],
    ids=["wrapped", "nesterov", "adam"],
)
def test_it_gives_the_weights_of_group_assign(rule):
    results = []
    for name in ("group_assign", "compiled"):
        with tf.Graph().as_default(), tf.Session() as session:
            w, v = variable("w", [1.0, -3.0]), variable("v", [[2.0], [-0.5]])
            loss = 0.5 * (tf.reduce_sum(w * w) + tf.reduce_sum(v * v))
            train_step = APPROACHES[name].build(loss, [w, v], rule)
            session.run(tf.global_variables_initializer())
            for _ in range(6):
                train_step(session)
            results.append(np.concatenate([each.ravel() for each in session.run([w, v])]))
    apart = np.mod(np.abs(results[0].astype(float) - results[1]), 20.0)
    assert (np.minimum(apart, 20.0 - apart) <= 4 * 2.0**-19).all()  # units of numbers below 20


@needs_compiling
def test_two_coupled_variables_are_never_wrong_in_300_steps():
    with tf.Graph().as_default(), tf.Session() as session:
        model = Coupled(seed=4).build(True)
        train_step = BUILD(model.loss, model.variables, GradientDescent(0.01))
        session.run(tf.global_variables_initializer())
        wrong = 0
        a, b = session.run(model.variables)
        for _ in range(300):
            train_step(session)
            right = a - 0.01 * b, b - 0.01 * a
            a, b = session.run(model.variables)
            wrong += not np.allclose([a, b], right, rtol=1e-5, atol=1e-5)
    assert wrong == 0


@needs_compiling
def test_one_call_a_step_adds_no_op_and_counts_its_steps():
    with tf.Graph().as_default() as graph, tf.Session() as plain:
        session = CountingSession(plain)
        w = variable("w", [1.0, -3.0])
        train_step = BUILD(0.5 * tf.reduce_sum(w * w), [w], WrappedNoisyDescent(0.1, 20, 0.01))
        session.run(tf.global_variables_initializer())
        (counter,) = [each for each in tf.global_variables() if each.op.name == "step"]
        graph.finalize()
        count, runs = len(graph.get_operations()), session.runs
        for _ in range(5):
            train_step(session)
        assert session.runs == runs + 5 and len(graph.get_operations()) == count
        assert session.run(counter) == 5


@needs_compiling
def test_feeds_reach_the_gradients_and_a_partitioned_variable_is_its_slices():
    with tf.Graph().as_default(), tf.Session() as session:
        cut = tf.fixed_size_partitioner(2)
        w = tf.get_variable(
            "w", [4], initializer=tf.ones_initializer(), partitioner=cut, use_resource=True
        )
        fed, whole = tf.placeholder(tf.float32, [4]), tf.convert_to_tensor(w)
        train_step = BUILD(tf.reduce_sum(fed * whole), [w], GradientDescent(0.5))
        session.run(tf.global_variables_initializer())
        train_step(session, {fed: [1.0, 2.0, 3.0, 4.0]})
        assert session.run(whole).tolist() == [1.0 - 0.5 * each for each in (1, 2, 3, 4)]


@needs_compiling
def test_the_noise_has_the_bits_of_group_assign():
    class Noisy(Rule):
        def move(self, weights, gradient, step, name):
            return Noise(1.0, seed=3).move(tf.zeros_like(weights), gradient, step, name)

    results = []
    for name in ("group_assign", "compiled"):
        with tf.Graph().as_default(), tf.Session() as session:
            w = variable("w", np.zeros(1000))
            train_step = APPROACHES[name].build(tf.reduce_sum(w * w), [w], Noisy())
            session.run(tf.global_variables_initializer())
            for _ in range(2):
                train_step(session)
                results.append(session.run(w).tobytes())
    assert results[:2] == results[2:] and results[0] != results[1]


@needs_compiling
def test_a_bad_bound_in_a_variable_is_caught_and_nothing_is_written_or_counted():
    with tf.Graph().as_default(), tf.Session() as session:
        w, bound = variable("w", [1.0, -3.0]), tf.Variable(-20.0, trainable=False)
        train_step = BUILD(tf.reduce_sum(w * w), [w], WrappedNoisyDescent(0.1, bound))
        session.run(tf.global_variables_initializer())
        (counter,) = [each for each in tf.global_variables() if each.op.name == "step"]
        with pytest.raises(tf.errors.InvalidArgumentError, match="WrappedNoisyDescent: bound"):
            train_step(session)
        assert session.run(w).tolist() == [1.0, -3.0] and session.run(counter) == 0
