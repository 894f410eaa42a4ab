"""For every finite float of every dtype the wrap is in its range and on its point of the circle."""

from fractions import Fraction

import numpy as np
import pytest
import tensorflow.compat.v1 as tf
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tf1_updates.rules.wrap import wrap, wrap_centred

DTYPES = [tf.float16, tf.bfloat16, tf.float32, tf.float64]
DIGITS = {"float16": 10, "bfloat16": 7, "float32": 23, "float64": 52}
# The bounds a rule accepts, within 1e-30 to 1e30: normal numbers, whose half is one as well.
BOUNDS = {"float16": (2.0**-13, 6e4)}

QUICK = settings(
    max_examples=60,
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)


class Wrapper:
    """`wrap` and `wrap_centred` of one dtype in one session, values and bound fed."""

    def __init__(self, dtype):
        self.numpy, self.name = dtype.as_numpy_dtype, dtype.name
        with tf.Graph().as_default() as graph:
            self._values = tf.placeholder(dtype, [None])
            self._bound = tf.placeholder(dtype, [])
            self._wrapped = [f(self._values, self._bound) for f in (wrap, wrap_centred)]
        self.session = tf.Session(graph=graph)

    def __call__(self, values, bound):
        feed = {self._values: values, self._bound: bound}
        plain, centred = self.session.run(self._wrapped, feed)
        return np.asarray(plain).astype(np.float64), np.asarray(centred).astype(np.float64)


@pytest.fixture(scope="module", params=DTYPES, ids=lambda dtype: dtype.name)
def wrapper(request):
    made = Wrapper(request.param)
    yield made
    made.session.close()


def floats(name):
    """Every finite float, by its bits: large ones, denormals and -0.0 as often as others."""
    width = {"float16": 16, "bfloat16": 16, "float32": 32, "float64": 64}[name]
    return st.integers(0, 2**width - 1).map(lambda bits: from_bits(bits, name))


def from_bits(bits, name):
    if name == "bfloat16":  # the upper half of a float32
        return float(np.array([bits << 16], np.uint32).view(np.float32)[0])
    whole = {"float16": np.uint16, "float32": np.uint32, "float64": np.uint64}[name]
    return float(np.array([bits], whole).view(np.dtype(name))[0])


def bounds(name):
    least, most = BOUNDS.get(name, (1e-30, 1e30))
    powers = st.floats(np.log10(least), np.log10(most)).map(lambda power: 10.0**power)
    return powers.map(lambda bound: min(max(bound, least), most))


def exact_circle_distance(value, wrapped, bound):
    """The distance on the circle, in exact arithmetic."""
    apart = (Fraction(value) - Fraction(wrapped)) % Fraction(bound)
    return min(apart, Fraction(bound) - apart)


def assert_wrapped(wrapper, values, bound):
    with np.errstate(over="ignore"):  # what the dtype cannot hold is inf in it, and has to show
        values = np.asarray(values, np.float64).astype(wrapper.numpy)
    bound = np.asarray(bound).astype(wrapper.numpy)
    plain, centred = wrapper(values, bound)
    values, bound = values.astype(np.float64), float(bound)
    finite = np.isfinite(values)
    assert np.isnan(plain[~finite]).all() and np.isnan(centred[~finite]).all()
    assert ((plain[finite] >= 0.0) & (plain[finite] < bound)).all()
    assert ((centred[finite] >= -bound / 2) & (centred[finite] < bound / 2)).all()
    unit = Fraction(2) ** (int(np.floor(np.log2(bound))) - DIGITS[wrapper.name])
    # A denormal may be flushed to zero, by the hardware, on its way in or out.
    flushed = Fraction(2) ** (-1022 if wrapper.name == "float64" else -126)
    for value, one, other in zip(values[finite], plain[finite], centred[finite]):
        assert exact_circle_distance(value, one, bound) <= unit + flushed, (value, one, bound)
        assert exact_circle_distance(value, other, bound) <= flushed, (value, other, bound)


@QUICK
@given(data=st.data())
def test_every_float_lands_in_the_range_and_on_its_point(wrapper, data):
    values = data.draw(st.lists(floats(wrapper.name), min_size=20, max_size=40))
    assert_wrapped(wrapper, values, data.draw(bounds(wrapper.name)))


@QUICK
@given(data=st.data())
def test_multiples_of_the_bound_and_of_its_half_and_their_neighbours(wrapper, data):
    bound = float(np.asarray(data.draw(bounds(wrapper.name))).astype(wrapper.numpy))
    halves = data.draw(st.lists(st.integers(-70, 70), min_size=5, max_size=10))
    near = [1.0, 1.0 - 2.0 ** -DIGITS[wrapper.name], 1.0 + 2.0 ** -DIGITS[wrapper.name]]
    assert_wrapped(wrapper, [half * (bound / 2) * each for half in halves for each in near], bound)


@QUICK
@given(data=st.data())
def test_small_values_on_both_sides_of_zero(wrapper, data):
    shares = data.draw(st.lists(st.floats(-1, 1), min_size=10, max_size=20))
    power = data.draw(st.integers(0, 60))
    bound = data.draw(bounds(wrapper.name))
    assert_wrapped(wrapper, [share * bound * 2.0**-power for share in shares], bound)


def test_the_worst_floats_at_every_size_of_bound(wrapper):
    smallest = {"float16": 2.0**-24, "float64": 2.0**-1074}.get(wrapper.name, 2.0**-149)
    values = [0.0, -0.0, smallest, -smallest, -1e-9, -1e-39, np.nan, np.inf, -np.inf]
    largest = float(tf.as_dtype(wrapper.name).max)
    least, most = BOUNDS.get(wrapper.name, (1e-30, 1e30))
    for bound in (least, 1e-3, 1.0, 20.0, 3e4, most):
        assert_wrapped(wrapper, values + [largest, -largest, bound, -bound, bound / 2], bound)


def test_the_judgement_itself_finds_a_wrong_wrap():
    class Wrong:
        numpy, name = np.float32, "float32"

        def __init__(self, plain, centred):
            self._wrapped = np.array([plain]), np.array([centred])

        def __call__(self, values, bound):
            return self._wrapped

    assert_wrapped(Wrong(17.0, -3.0), [-3.0], 20.0)
    for plain, centred in [(20.0, -3.0), (17.0, 17.0), (17.001, -3.0), (17.0, -3.0000002)]:
        with pytest.raises(AssertionError):
            assert_wrapped(Wrong(plain, centred), [-3.0], 20.0)
    with pytest.raises(AssertionError):
        assert_wrapped(Wrong(0.0, np.nan), [np.nan], 20.0)
