"""The wrap lands in its range for every float, and on the right point of the circle."""

import numpy as np
import pytest
import tensorflow.compat.v1 as tf

from tf1_updates.rules.wrap import wrap, wrap_centred

DTYPES = [tf.float16, tf.bfloat16, tf.float32, tf.float64]

# Case 8 of real bug reports, then multiples, neighbours of multiples, zeros and large values.
VALUES = [
    -1e-9,
    -1e-8,
    -20.0,
    -1e-39,
    -1e-4,
    0.0,
    -0.0,
    20.0,
    40.0,
    -40.0,
    19.99,
    20.01,
    -3.0,
    45.0,
]
LARGE = [1e4, -1e4, 3e4, -6e4]


def run(function, values, bound, dtype):
    """Wrap fed values, since TensorFlow would fold constants before any kernel ran."""
    with tf.Graph().as_default(), tf.Session() as session:
        fed = tf.placeholder(dtype, [None])
        fed_bound = tf.placeholder(dtype, [])
        exact = np.asarray(values, np.float64).astype(dtype.as_numpy_dtype)
        feed = {fed: exact, fed_bound: np.asarray(bound).astype(dtype.as_numpy_dtype)}
        wrapped = session.run(function(fed, fed_bound), feed)
    return exact.astype(np.float64), np.asarray(wrapped).astype(np.float64)


def spacing(dtype, size):
    """The gap between neighbouring floats of that size."""
    digits = {"float16": 10, "bfloat16": 7, "float32": 23, "float64": 52}[dtype.name]
    return 2.0 ** (np.floor(np.log2(size)) - digits)


@pytest.mark.parametrize("dtype", DTYPES, ids=lambda dtype: dtype.name)
def test_wrap_lands_in_the_range_and_on_the_circle(dtype):
    exact, wrapped = run(wrap, VALUES + LARGE, 20.0, dtype)
    assert ((wrapped >= 0.0) & (wrapped < 20.0)).all()
    apart = np.mod(np.abs(wrapped - np.mod(exact, 20.0)), 20.0)
    assert (np.minimum(apart, 20.0 - apart) <= spacing(dtype, 20.0)).all()


@pytest.mark.parametrize("dtype", DTYPES, ids=lambda dtype: dtype.name)
def test_centred_wrap_lands_in_the_range_and_is_exact(dtype):
    exact, wrapped = run(wrap_centred, VALUES + LARGE + [10.0, -10.0, 30.0], 20.0, dtype)
    assert ((wrapped >= -10.0) & (wrapped < 10.0)).all()
    turns = (exact - wrapped) / 20.0
    near = np.abs(exact) >= 2.0**-126  # a denormal may be flushed to zero
    assert (turns == np.round(turns))[near].all()


@pytest.mark.parametrize("bound", [1e-30, 1e-3, 1.0, 20.0, 1e6, 1e30])
def test_wrap_for_small_and_large_bounds(bound):
    signs = np.array([-1.0, 1.0])
    values = np.concatenate([signs * bound * factor for factor in (0.3, 1.0, 1.5, 7.0, 1e4, 1e-6)])
    exact, wrapped = run(wrap, values, bound, tf.float32)
    bound = float(np.float32(bound))
    assert ((wrapped >= 0.0) & (wrapped < bound)).all()
    apart = np.abs(wrapped - np.mod(exact, bound))
    assert (np.minimum(apart, bound - apart) <= spacing(tf.float32, bound)).all()


@pytest.mark.parametrize("dtype", DTYPES, ids=lambda dtype: dtype.name)
@pytest.mark.parametrize("function", [wrap, wrap_centred])
def test_nan_and_infinity_stay_visible_and_spoil_nothing_else(dtype, function):
    _, wrapped = run(function, [np.nan, np.inf, -np.inf, 5.0], 20.0, dtype)
    assert np.isnan(wrapped[:3]).all()
    assert wrapped[3] == 5.0


def test_small_weights_on_both_sides_of_zero_keep_their_digits_when_centred():
    small = np.float32([1e-9, -1e-9, 1.5e-20, -1.5e-20])
    _, wrapped = run(wrap_centred, small, 20.0, tf.float32)
    assert (wrapped == small.astype(np.float64)).all()
