"""Seeds of random ops as TensorFlow 1.15 derives them, while a script runs on TensorFlow 2.

A random op without a seed of its own, in a graph with one, gets a seed of two numbers: the graph's,
and in 1.15 the number of ops that the graph has by then; in TensorFlow 2 the number of such seeds.
So here it is the number of ops again. Where TensorFlow 2 builds fewer ops for one call than 1.15
did, these are built as 1.15 did or counted as well: `random_uniform`, `dropout`, `split`, `stack`
of a `TensorArray` of known size (`dynamic_rnn`), and convolutions of `tf.layers`. Gradients and
`tf.losses` differ in too many ways: of what comes after them nothing is promised.
"""

import contextlib
import functools
import importlib
import weakref


class _OpCounts:
    """Stands in for the dictionary from a graph to how many seeds it has given."""

    def __init__(self):
        self._of_1_15 = weakref.WeakKeyDictionary()

    def count_one_more(self, graph):
        """Count an op that only 1.15 builds."""
        self._of_1_15[graph] = self._of_1_15.get(graph, 0) + 1

    def setdefault(self, graph, _):
        """Return the seed that the graph gives to an op; the name is that of the dictionary."""
        return graph.version + self._of_1_15.get(graph, 0)

    def __getitem__(self, graph):
        return 0

    def __setitem__(self, graph, number):
        """TensorFlow 2 counts its seeds here, which nothing depends on any more."""


@contextlib.contextmanager
def as_in_1_15(tf):
    """Have graphs give 1.15's seeds; afterwards TensorFlow is as it was.

    Args:
        tf: `tensorflow.compat.v1` of TensorFlow 2.
    """
    counts = _OpCounts()
    parts = {name: _part(name) for name in ("nn_ops", "random_ops", "tensor_array_ops")}
    uniform = _uniform(parts["random_ops"].random_uniform)
    counted = functools.partial(_counted, tf, counts)
    replaced = [
        (_part("random_seed", "framework"), "_graph_to_seed_dict", lambda _: counts),
        (parts["random_ops"], "random_uniform", lambda _: uniform),
        (tf, "random_uniform", lambda _: uniform),
        (tf.random, "uniform", lambda _: uniform),
        (parts["nn_ops"], "_dropout", functools.partial(_dropout, tf)),
        (_part("gen_array_ops"), "split", counted),
        (parts["nn_ops"], "convolution_internal", counted),
        (
            parts["tensor_array_ops"]._GraphTensorArray,
            "stack",
            functools.partial(counted, applies=_has_size(tf)),
        ),
    ]
    before = []
    try:
        for owner, name, replacement in replaced:
            original = getattr(owner, name, None)
            if original is not None:  # a later TensorFlow may have no such part
                before.append((owner, name, original))
                setattr(owner, name, replacement(original))
        yield
    finally:
        for owner, name, original in reversed(before):
            setattr(owner, name, original)


def _part(name, folder="ops"):
    return importlib.import_module("tensorflow.python.{}.{}".format(folder, name))


def _uniform(original):
    """TensorFlow 2 leaves out the scaling to [0, 1) where the bounds are Python's 0 and 1."""

    def random_uniform(shape, minval=0, maxval=None, dtype="float32", seed=None, name=None):
        if str(getattr(dtype, "name", dtype)).startswith(("float", "bfloat")):
            maxval = 1 if maxval is None else maxval
            minval, maxval = (
                float(bound) if isinstance(bound, int) else bound for bound in (minval, maxval)
            )
        return original(shape, minval, maxval, dtype, seed, name)

    return random_uniform


def _dropout(tf, original):
    """1.15's formula: `x / (1 - rate)` times 0 or 1, where TensorFlow 2 selects."""

    def dropout(x, rate, noise_shape, uniform_sampler, dummy_rng_step, name, default_name):
        is_number = isinstance(rate, (int, float))
        if tf.executing_eagerly() or is_number and not 0 < rate < 1:
            return original(
                x, rate, noise_shape, uniform_sampler, dummy_rng_step, name, default_name
            )
        with tf.name_scope(name, default_name, [x]):
            x = tf.convert_to_tensor(x, name="x")
            rate = tf.convert_to_tensor(rate, dtype=x.dtype, name="rate")
            shape = _part("nn_ops")._get_noise_shape(x, noise_shape)
            drawn = uniform_sampler(shape=shape, dtype=x.dtype)
            scale = 1 / (1 - rate)
            kept = x * scale * tf.cast(drawn >= rate, x.dtype)
            kept.set_shape(x.get_shape())
            return kept

    return dropout


def _counted(tf, counts, original, applies=lambda *_: True):
    """Count the constant that 1.15 builds in addition at each call."""

    def counted(*args, **kwargs):
        result = original(*args, **kwargs)
        if not tf.executing_eagerly() and applies(*args):
            counts.count_one_more(tf.get_default_graph())
        return result

    return counted


def _has_size(tf):
    """Return the test of arrays whose known size, a tensor, TensorFlow 2 uses without an op."""
    return lambda array, *_: tf.is_tensor(getattr(array, "_size", None)) and not array._dynamic_size
