"""Edges of the ball and of Adam: nan and inf, extreme sizes, half precision, refusals."""

import numpy as np
import pytest
import tensorflow.compat.v1 as tf

from tf1_updates.errors import InputError
from tf1_updates.optimizer import RuleOptimizer
from tf1_updates.rules import RULES, Adam, Ball, ProjectedDescent, make_rule

DTYPES = [tf.float16, tf.bfloat16, tf.float32, tf.float64]


def projected(radius, weights, dtype=tf.float32):
    with tf.Graph().as_default(), tf.Session() as session:
        fed = tf.placeholder(dtype, np.shape(weights))
        feed = {fed: np.asarray(weights).astype(dtype.as_numpy_dtype)}
        return np.asarray(session.run(Ball(radius).project(fed), feed)).astype(np.float64)


@pytest.mark.parametrize("dtype", DTYPES, ids=lambda dtype: dtype.name)
def test_the_ball_shortens_what_is_longer_and_leaves_the_rest(dtype):
    assert projected(5.0, [3.0, -4.0], dtype).tolist() == [3.0, -4.0]
    assert projected(2.5, [3.0, -4.0], dtype).tolist() == [3.0 * 2.5 / 5, -4.0 * 2.5 / 5]
    assert projected(2.5, [[3.0], [-4.0]], dtype).tolist() == [[3.0 / 2], [-4.0 / 2]]
    assert projected(1.0, [0.0, -0.0], dtype).tolist() == [0.0, 0.0]
    assert projected(0.5, -2.0, dtype).tolist() == -0.5


@pytest.mark.parametrize("size", [1e-30, 1e-20, 1.0, 1e20, 1e30])
def test_no_square_overflows_or_is_lost(size):
    shortened = projected(size, [3.0 * size, -4.0 * size])
    assert np.allclose(shortened, [0.6 * size, -0.8 * size], rtol=4 * 2.0**-23)
    assert np.allclose(projected(10 * size, [3.0 * size, -4.0 * size]) / size, [3.0, -4.0])


@pytest.mark.parametrize("spoiled", [np.nan, np.inf, -np.inf])
def test_what_has_no_norm_stays_visible_and_spoils_nothing_else(spoiled):
    result = projected(1.0, [spoiled, 3.0, -4.0])
    assert not np.isfinite(result[0]) and result[1:].tolist() == [3.0, -4.0]


@pytest.mark.parametrize("radius", [0, -1.0, float("nan"), float("inf"), True, "1"])
def test_a_radius_that_is_none_is_refused(radius):
    with pytest.raises(InputError, match="radius: .* allowed is a finite number above 0"):
        ProjectedDescent(0.1, radius=radius)


@pytest.mark.parametrize("box", [{"low": -1}, {"high": 1}, {"low": -1, "high": 1}], ids=str)
def test_a_ball_and_a_box_at_once_are_refused(box):
    with pytest.raises(InputError, match="radius: 2 was given; allowed is a ball or a box"):
        ProjectedDescent(0.1, radius=2, **box)


def test_settings_show_the_region_that_there_is():
    box, ball = ProjectedDescent(0.5), ProjectedDescent(0.5, radius=2)
    assert box.settings() == {"learning_rate": 0.5, "low": -1.0, "high": 1.0}
    assert ball.settings() == {"learning_rate": 0.5, "radius": 2.0}
    assert repr(ball) == "ProjectedDescent(learning_rate=0.5, radius=2.0)"


def test_a_ball_takes_in_every_row_of_a_sparse_gradient(use_resource):
    with tf.Graph().as_default(), tf.Session() as session:
        start = np.float32([[3.0], [0.0], [0.0]])
        rows = tf.get_variable("rows", initializer=start, use_resource=use_resource)
        rule = ProjectedDescent(1.0, radius=2.5)
        train = RuleOptimizer(rule).minimize(4.0 * tf.reduce_sum(tf.gather(rows, [1])))
        session.run(tf.global_variables_initializer())
        session.run(train)
        assert session.run(rows)[:, 0].tolist() == [3.0 / 2, -4.0 / 2, 0.0]


@pytest.mark.parametrize("dtype", DTYPES, ids=lambda dtype: dtype.name)
def test_adam_moves_by_its_rate_in_every_dtype(dtype, use_resource):
    with tf.Graph().as_default(), tf.Session() as session:
        start = np.zeros(3).astype(dtype.as_numpy_dtype)
        w = tf.get_variable("w", initializer=start, use_resource=use_resource)
        gradient = tf.cast(tf.constant([5.0, -0.5, 0.0]), dtype)
        train = RuleOptimizer(Adam(0.25)).apply_gradients([(gradient, w)])
        session.run(tf.global_variables_initializer())
        session.run(train)
        after = np.float64(session.run(tf.cast(w, tf.float64)))
    assert np.allclose(after, [-0.25, 0.25, 0.0], rtol=0.01)


@pytest.mark.parametrize("factor", [1.0, 0.0])
def test_adam_goes_on_in_rows_that_are_not_looked_up_as_tensorflows_does(factor, use_resource):
    runs = []
    for optimizer in (RuleOptimizer(Adam(0.1)), tf.train.AdamOptimizer(0.1)):
        with tf.Graph().as_default(), tf.Session() as session:
            start = np.ones([4, 1], np.float32)
            rows = tf.get_variable("rows", initializer=start, use_resource=use_resource)
            chosen = tf.placeholder(tf.int32, [None])
            loss = tf.reduce_sum(tf.gather(rows, chosen) ** 2) * (1.0 + factor)
            train = optimizer.minimize(loss)
            session.run(tf.global_variables_initializer())
            for indices in ([0, 0, 1], [1], [3], [0, 3]):
                session.run(train, {chosen: indices})
            runs.append(session.run(rows)[:, 0])
    # Theirs rounds beta2^t to float32: an error of half a unit in 1 - beta2^t, which is 0.002 at
    # the second step, halved by the root; times the 4 moves of at most 0.1.
    assert np.abs(runs[0] - runs[1]).max() <= 4 * 0.1 * 2.0**-24 / 0.002 / 2
    assert runs[0][2] == 1.0


@pytest.mark.parametrize(
    "arguments",
    [{"beta1": 1.0}, {"beta2": -0.1}, {"beta2": True}, {"epsilon": 0}, {"learning_rate": "1"}],
    ids=str,
)
def test_adams_hyper_parameters_are_checked(arguments):
    with pytest.raises(InputError) as refusal:
        Adam(**arguments)
    assert str(refusal.value).startswith(list(arguments)[0] + ": ")


@pytest.mark.parametrize("name", list(RULES))
def test_the_table_names_what_each_class_takes(name):
    entry = RULES[name]
    assert entry.load().hyper_parameters == entry.hyper_parameters
    made = make_rule(name)
    assert set(made.settings()) <= set(entry.hyper_parameters)
    assert repr(make_rule(name, **made.settings())) == repr(made)
