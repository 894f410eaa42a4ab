"""What a hyper-parameter may be, in which dtype it arrives, and what is refused, in one line."""

import numpy as np
import pytest
import tensorflow.compat.v1 as tf

from tf1_updates.errors import InputError
from tf1_updates.rules import (
    GradientDescent,
    ProjectedDescent,
    Rule,
    WrappedNoisyDescent,
    make_rule,
)

DTYPES = [tf.float16, tf.bfloat16, tf.float32, tf.float64]


def moved_once(rule, weights, gradient, dtype=tf.float32, step=0):
    """Return project(move(w, g, step)) for fed weights and gradient."""
    with tf.Graph().as_default(), tf.Session() as session:
        return evaluate(session, rule, weights, gradient, dtype, step)


def evaluate(session, rule, weights, gradient, dtype=tf.float32, step=0):
    fed_weights, fed_gradient = tf.placeholder(dtype, [None]), tf.placeholder(dtype, [None])
    moved = rule.project(rule.move(fed_weights, fed_gradient, tf.constant(step, tf.int64), "w"))
    session.run(tf.global_variables_initializer())
    feed = {
        fed_weights: np.asarray(weights).astype(dtype.as_numpy_dtype),
        fed_gradient: np.asarray(gradient).astype(dtype.as_numpy_dtype),
    }
    return np.asarray(session.run(moved, feed)).astype(np.float64)


@pytest.mark.parametrize("bound", [0, 0.0, -20, float("inf"), float("nan"), True, "20", None])
def test_a_bound_that_is_no_bound_is_refused_at_construction(bound):
    with pytest.raises(InputError) as refusal:
        WrappedNoisyDescent(0.1, bound)
    assert str(refusal.value) == "bound: {!r} was given; allowed is a finite number above 0".format(
        bound
    )


@pytest.mark.parametrize("bound", [np.bool_(True), np.float32(-1), np.array(0.0), np.array([20.0])])
def test_numpy_values_are_no_way_around(bound):
    with pytest.raises(InputError):
        WrappedNoisyDescent(0.1, bound)


@pytest.mark.parametrize(
    "arguments",
    [
        {"learning_rate": "0.1"},
        {"learning_rate": None},
        {"learning_rate": True},
        {"learning_rate": float("nan")},
        {"learning_rate": [0.1, 0.2]},
        {"learning_rate": 1j},
        {"noise_stddev": -0.01},
        {"noise_stddev": float("inf")},
        {"noise_mean": float("nan")},
        {"seed": -1},
        {"seed": 1.5},
        {"seed": True},
        {"seed": 2**63},
        {"centred": 1},
        {"centred": "no"},
        {"bound": lambda step: 20.0},
    ],
    ids=lambda arguments: "{}={!r}".format(*list(arguments.items())[0])[:40],
)
def test_other_values_that_cannot_be_meant_are_refused_in_one_line(arguments):
    with pytest.raises(InputError) as refusal:
        WrappedNoisyDescent(**arguments)
    text = str(refusal.value)
    assert text.startswith(list(arguments)[0] + ": ") and "\n" not in text


def test_a_box_without_inside_is_refused():
    with pytest.raises(InputError, match="above low, which is 1.0"):
        ProjectedDescent(0.1, low=1, high=1)


def test_unknown_rules_and_hyper_parameters_are_refused_with_the_nearest_name():
    with pytest.raises(InputError, match="did you mean gradient_descent"):
        make_rule("gradient_decent")
    with pytest.raises(InputError, match="did you mean learning_rate"):
        make_rule("gradient_descent", learning_rat=0.1)


@pytest.mark.parametrize("dtype", DTYPES, ids=lambda dtype: dtype.name)
@pytest.mark.parametrize("kind", ["float", "numpy", "tensor", "variable", "eager"])
def test_any_kind_of_number_is_cast_to_the_variables_dtype(dtype, kind, eagerly):
    eager = [tf.constant(number) for number in (0.5, 16.0, 0.0)]
    with tf.Graph().as_default(), tf.Session() as session:
        make = {
            "float": float,
            "numpy": np.float64,
            # Of a dtype that is not the weights': each has to be cast.
            "tensor": lambda number: tf.constant(
                number, tf.float64 if dtype != tf.float64 else tf.float32
            ),
            "variable": lambda number: tf.Variable(
                number, dtype=tf.float64 if dtype != tf.float64 else tf.float32
            ),
        }.get(kind)
        rate, bound, stddev = eager or (make(0.5), make(16.0), make(0.0))
        rule = WrappedNoisyDescent(rate, bound, noise_stddev=stddev)
        result = evaluate(session, rule, [1.0, -3.0], [8.0, -2.0], dtype)
    assert result.tolist() == [1.0 - 0.5 * 8.0 + 16.0, -3.0 + 0.5 * 2.0 + 16.0]


@pytest.mark.parametrize("bound", [-20.0, 0.0, float("nan"), float("inf")])
def test_a_bound_given_as_a_tensor_is_checked_when_run(bound):
    with tf.Graph().as_default(), tf.Session() as session:
        fed = tf.placeholder_with_default(np.float32(bound), [])
        rule = WrappedNoisyDescent(0.1, fed)
        with pytest.raises(tf.errors.InvalidArgumentError, match="WrappedNoisyDescent: bound"):
            evaluate(session, rule, [1.0], [1.0])


def test_tensors_that_are_no_scalar_are_refused():
    with tf.Graph().as_default():
        for tensor in (tf.constant([0.1, 0.2]), tf.constant(1), tf.constant(True)):
            with pytest.raises(InputError, match="a scalar of a floating-point dtype"):
                GradientDescent(tensor)


@pytest.mark.parametrize(
    "dtype, bound", [(tf.float16, 1e6), (tf.float16, 1e-6), (tf.float32, 1e39), (tf.float32, 1e-39)]
)
def test_a_bound_that_the_variable_cannot_hold_is_refused(dtype, bound):
    with pytest.raises(InputError, match="a number that {} holds".format(dtype.name)):
        moved_once(WrappedNoisyDescent(0.1, bound), [1.0], [1.0], dtype)


SCHEDULES = {
    "float arithmetic": (lambda step: 0.5 - 0.125 * step, [0.5, 0.375, 0.25]),
    "constant": (lambda step: 0.5, [0.5, 0.5, 0.5]),
    "exponential_decay": (
        lambda step: tf.train.exponential_decay(0.5, step, 1, 0.5),
        [0.5, 0.25, 0.125],
    ),
    "piecewise_constant": (
        lambda step: tf.train.piecewise_constant(step, [0, 1], [0.5, 0.25, 0.125]),
        [0.5, 0.25, 0.125],
    ),
    "polynomial_decay": (
        lambda step: tf.train.polynomial_decay(0.5, step, 2, 0.0),
        [0.5, 0.25, 0.0],
    ),
}


@pytest.mark.parametrize("name", list(SCHEDULES))
def test_the_learning_rate_may_be_a_function_of_the_step(name):
    schedule, rates = SCHEDULES[name]
    for step, rate in enumerate(rates):
        result = moved_once(GradientDescent(schedule), [1.0, -3.0], [2.0, -4.0], step=step)
        assert result.tolist() == [1.0 - rate * 2.0, -3.0 + rate * 4.0]


def test_a_schedule_that_gives_no_number_is_refused():
    with pytest.raises(InputError, match="learning_rate"):
        moved_once(GradientDescent(lambda step: "fast"), [1.0], [1.0])


def test_half_precision_loses_a_small_step_whole():
    # 19 has neighbours 1/64 away in float16: a hundred steps of 0.001 lead nowhere.
    weights = [19.0]
    with tf.Graph().as_default(), tf.Session() as session:
        for _ in range(3):
            weights = evaluate(session, GradientDescent(0.001), weights, [1.0], tf.float16)
    assert weights.tolist() == [19.0]


def test_a_box_keeps_both_ends_and_shows_nan():
    result = moved_once(ProjectedDescent(0.5, -1, 1), [1.0, -3.0, 0.5, np.nan], [-9.0, 2.0, 0.5, 0])
    assert result[:3].tolist() == [1.0, -1.0, 0.5 - 0.5 * 0.5]
    assert np.isnan(result[3])


@pytest.mark.parametrize(
    "result, given",
    [(lambda w: w[:1], r"float32 \(1,\)"), (lambda w: tf.cast(w, tf.float64), "float64")],
)
def test_a_rule_that_returns_another_shape_or_dtype_is_named(result, given):
    class Broken(Rule):
        def move(self, weights, gradient, step, name):
            return result(weights)

    with tf.Graph().as_default():
        variable = tf.get_variable("layer", [2])
        with pytest.raises(InputError, match="Broken for variable 'layer': .*" + given):
            Broken().next_weights(variable, tf.zeros([2]), 0)


def test_settings_and_repr_say_every_hyper_parameter():
    rule = WrappedNoisyDescent(0.1, 20, centred=True)
    assert rule.settings() == {
        "learning_rate": 0.1,
        "bound": 20.0,
        "noise_stddev": 0.01,
        "noise_mean": 0.0,
        "seed": 0,
        "centred": True,
    }
    assert repr(GradientDescent(0.5)) == "GradientDescent(learning_rate=0.5)"


@pytest.mark.parametrize("rate", [0.1, lambda step: 0.2 - 0.1 * step])
def test_float64_weights_get_hyper_parameters_of_their_own_precision(rate):
    # By way of float32 the rate would be 0.10000000149, and each step off by a part in 10**8.
    moved = moved_once(GradientDescent(rate), [1.0, -3.0], [0.7, 7.0], tf.float64, step=1)
    np.testing.assert_allclose(moved, [1.0 - 0.1 * 0.7, -3.0 - 0.1 * 7.0], rtol=4e-16)
    rule = WrappedNoisyDescent(rate, 0.3, noise_stddev=0.0, noise_mean=0.01)
    moved = moved_once(rule, [0.2], [0.1], tf.float64, step=1)
    np.testing.assert_allclose(moved, [0.2 - 0.1 * 0.1 + 0.01], rtol=4e-16)


def test_a_schedule_may_be_made_of_float32_tensors():
    schedule = lambda step: tf.constant(0.5) - tf.constant(0.125) * step  # noqa: E731
    assert moved_once(GradientDescent(schedule), [1.0], [2.0], step=2).tolist() == [
        1.0 - 0.25 * 2.0
    ]
