"""Many values are wrapped by taking whole turns off: in range always, exact near the circle."""

import numpy as np
import pytest
import tensorflow.compat.v1 as tf
from lacking import LACKING, ON_TF1

from tf1_updates.optimizer import RuleOptimizer
from tf1_updates.rules import Wrap
from tf1_updates.rules.wrap import MANY, wrap, wrap_centred

DTYPES = [tf.float16, tf.bfloat16, tf.float32, tf.float64]
DIGITS = {"float16": 10, "bfloat16": 7, "float32": 23, "float64": 52}
BOUNDS = [20.0, 0.3, 3e4]


class Wrapped(Wrap):
    """w <- g mod B, so that an optimizer wraps what is fed in the gradient's place."""

    def move(self, weights, gradient, step, name):
        return gradient


@pytest.fixture(scope="module", params=["function", "optimizer", "compiled"])
def wrapped(request):
    """A function from (wrap, values, bound, dtype) to float64 values, wrapped as many."""
    if ON_TF1 and request.param == "compiled":
        pytest.skip(LACKING["compiling"])

    def run(function, values, bound, dtype):
        exact = np.asarray(values).astype(dtype.as_numpy_dtype)
        padded = np.resize(exact, max(MANY, exact.size))
        with tf.Graph().as_default() as graph, tf.Session() as session:
            fed = tf.placeholder(dtype, padded.shape)
            if request.param == "function":
                turn = tf.placeholder(dtype, [])
                feed = {fed: padded, turn: np.asarray(bound).astype(dtype.as_numpy_dtype)}
                result = session.run(function(fed, turn), feed)
            else:
                w = tf.get_variable("w", initializer=tf.zeros_like(padded), use_resource=True)
                rule = Wrapped(bound, centred=function is wrap_centred)
                optimizer = RuleOptimizer(rule, compiled=request.param == "compiled")
                train_op = optimizer.apply_gradients([(fed, w)])
                session.run(tf.global_variables_initializer())
                session.run(train_op, {fed: padded})
                result = session.run(w)
            assert not {"FloorMod", "TruncateMod"} & {op.type for op in graph.get_operations()}
        return np.asarray(result)[: exact.size].astype(np.float64)

    return run


def exactly(function, values, bound, dtype):
    """The same values, wrapped by the exact remainder, a few at a time."""
    values = np.asarray(values).astype(dtype.as_numpy_dtype)
    bound = np.asarray(bound).astype(dtype.as_numpy_dtype)
    with tf.Graph().as_default(), tf.Session() as session:
        fed, turn = tf.placeholder(dtype, [None]), tf.placeholder(dtype, [])
        result = session.run(function(fed, turn), {fed: values, turn: bound})
    return np.asarray(result).astype(np.float64)


def near_the_circle(bound, dtype, low, high):
    """Values from low to high, below high: their ends, seams, neighbours, tiny ones; random."""
    draw = np.random.RandomState(1)
    kind = dtype.as_numpy_dtype
    seams = np.array([low, low / 2, -bound / 2, 0.0, bound / 2, bound, 1.5 * bound, high])
    tiny = bound * 2.0 ** -np.arange(1.0, 60.0)
    unit = 2.0 ** -DIGITS[dtype.name]
    beside = [seams * (1 + k * unit / 2) for k in range(-4, 5)]
    some = np.concatenate(beside + [tiny, -tiny, draw.uniform(low, high, 5000)])
    some = some.astype(kind).astype(np.float64)
    return some[(some >= low) & (some < high)]


def unit_of(size, dtype):
    least = {"float16": -14, "float64": -1022}.get(dtype.name, -126)
    exponent = np.maximum(np.floor(np.log2(np.maximum(size, 1e-300))), least)
    return 2.0 ** (exponent - DIGITS[dtype.name])


@pytest.fixture(params=BOUNDS)
def bound_of(request):
    """A function from dtype to a bound that the dtype holds."""
    return lambda dtype: float(np.asarray(request.param).astype(dtype.as_numpy_dtype))


@pytest.mark.parametrize("dtype", DTYPES, ids=lambda dtype: dtype.name)
def test_within_a_turn_the_bits_are_those_of_the_exact_remainder(wrapped, bound_of, dtype):
    bound = bound_of(dtype)
    values = near_the_circle(bound, dtype, -bound, min(2 * bound, float(dtype.max)))
    assert values.size > 5000
    many, exact = (f(wrap, values, bound, dtype) for f in (wrapped, exactly))
    assert (many == exact).all()


@pytest.mark.parametrize("dtype", DTYPES, ids=lambda dtype: dtype.name)
def test_centred_they_are_so_but_for_one_float_at_the_seam(wrapped, bound_of, dtype):
    bound = bound_of(dtype)
    values = near_the_circle(bound, dtype, -bound, bound)
    many, exact = (f(wrap_centred, values, bound, dtype) for f in (wrapped, exactly))
    other = many != exact
    # The last float below B/2 may round to B/2 when B/2 is added, and is then -B/2: one point.
    last = float(np.nextafter(dtype.as_numpy_dtype(bound / 2), dtype.as_numpy_dtype(0)))
    assert set(values[other]) <= {last, last - bound}
    assert (many[other] == -bound / 2).all() and (exact[other] == last).all()


def any_floats(dtype, bound):
    """Floats of any bits, some turns out, and multiples of half a bound with their neighbours."""
    draw = np.random.RandomState(2)
    width = {"float16": 16, "bfloat16": 16, "float32": 32, "float64": 64}[dtype.name]
    bits = draw.bytes(6000 * width // 8)
    if dtype == tf.bfloat16:  # the upper half of a float32
        bits = (np.frombuffer(bits, np.uint16).astype(np.uint32) << 16).tobytes()
    some = np.frombuffer(bits, np.float32 if dtype == tf.bfloat16 else dtype.as_numpy_dtype)
    turns = 2.0 ** draw.uniform(0, DIGITS[dtype.name] + 3, 6000) * draw.choice([-1.0, 1.0], 6000)
    halves = np.concatenate([np.arange(-400.0, 401.0), np.round(turns)]) * (bound / 2)
    beside = [halves * (1 + k * 2.0 ** -(DIGITS[dtype.name] + 1)) for k in (-2, -1, 0, 1, 2)]
    largest = float(dtype.max)
    with np.errstate(all="ignore"):
        found = np.concatenate([some.astype(np.float64), bound * turns] + beside)
        found = np.append(found, [largest, -largest, 1e-39, -1e-39, -1e-9, 0.0, -0.0])
        found = found.astype(dtype.as_numpy_dtype).astype(np.float64)
    return found[np.isfinite(found)]


@pytest.mark.parametrize("dtype", DTYPES, ids=lambda dtype: dtype.name)
@pytest.mark.parametrize("function, units", [(wrap, 1.0), (wrap_centred, 1.5)])
def test_every_finite_float_lands_in_the_range_and_near_its_point(
    wrapped, bound_of, dtype, function, units
):
    """Within one unit in the last place of max(|v|, B); centred, adding B/2 rounds once more."""
    bound = bound_of(dtype)
    values = any_floats(dtype, bound)
    many = wrapped(function, values, bound, dtype)
    low = 0.0 if function is wrap else -bound / 2
    assert ((many >= low) & (many < low + bound)).all()
    apart = np.fmod(np.abs(many - np.fmod(values, bound)), bound)
    apart = np.minimum(apart, bound - apart)
    size = np.maximum(np.abs(values), bound)
    # float64 is judged in float64, whose own rounding is of the size of a number below 2B.
    slack = unit_of(2 * bound, dtype) if dtype == tf.float64 else 0.0
    assert (apart <= units * unit_of(size, dtype) + slack).all()


@pytest.mark.parametrize("dtype", DTYPES, ids=lambda dtype: dtype.name)
@pytest.mark.parametrize("function", [wrap, wrap_centred])
def test_nan_and_infinity_stay_visible_and_spoil_nothing_else(wrapped, function, dtype):
    result = wrapped(function, [np.nan, np.inf, -np.inf, 5.0], 20.0, dtype)
    assert np.isnan(result[:3]).all() and result[3] == 5.0


@pytest.mark.skipif(ON_TF1, reason=LACKING["compiling"])
@pytest.mark.parametrize("centred", [False, True])
def test_compiled_even_one_value_is_spared_the_remainder_and_the_maximum(centred):
    with tf.Graph().as_default() as graph:
        w = tf.get_variable("w", initializer=[30.0], use_resource=True)
        rule = Wrapped(20.0, centred=centred)
        RuleOptimizer(rule, compiled=True).apply_gradients([(tf.constant([45.0]), w)])
        functions = graph.as_graph_def().library.function
        kinds = {node.op for function in functions for node in function.node_def}
    assert "FloorDiv" in kinds and not kinds & {"FloorMod", "TruncateMod", "Maximum"}


@pytest.mark.parametrize("shape", [[MANY - 1], [MANY], [MANY // 100, 100], [None]])
def test_so_many_values_of_known_number_are_spared_the_remainder(shape):
    with tf.Graph().as_default() as graph:
        many = shape in ([MANY], [MANY // 100, 100])
        for function in (wrap, wrap_centred):
            function(tf.placeholder(tf.float32, shape), tf.constant(20.0))
        kinds = {op.type for op in graph.get_operations()}
        assert ("FloorDiv" in kinds) == many
        assert bool(kinds & {"FloorMod", "TruncateMod"}) == (not many)
