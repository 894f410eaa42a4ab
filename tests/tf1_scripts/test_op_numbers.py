"""Op seeds are those of TensorFlow 1.15, where the same table is held against its own ops."""

import contextlib

import pytest
import tensorflow.compat.v1 as tf
from lacking import ABOUT_OTHERS, ON_TF1

from tf1_updates.tf1_scripts.call_stack import kind_of_file
from tf1_updates.tf1_scripts.op_numbers import as_in_1_15


def numbered():
    """What stands around the making of a graph: nothing on 1.15 itself."""
    return contextlib.ExitStack() if ON_TF1 else as_in_1_15(tf)


def op_seeds(build):
    """The second seeds of the random ops that `build` makes in a graph, then of one more."""
    with tf.Graph().as_default() as graph:
        with tf.variable_scope("", use_resource=False):
            tf.set_random_seed(7)
            build()
            tf.random_normal([1])
        nodes = [op.node_def for op in graph.get_operations()]
    return [node.attr["seed2"].i for node in nodes if "seed2" in node.attr]


def dropouts():
    ones = tf.ones([2, 3])
    tf.nn.dropout(ones, rate=0.3)
    tf.nn.dropout(ones, keep_prob=tf.placeholder_with_default(0.5, []))
    tf.nn.dropout(ones, rate=0.0)


def uniforms():
    tf.random_uniform([2])
    tf.random.uniform([2], 0, 10)
    tf.random_uniform([2], -1, 1)
    tf.random_uniform([2], 0, 10, dtype=tf.int32)


# (what is built, the seeds that TensorFlow 1.15.5 gives)
CASES = [
    # Before the op: its shape, mean and deviation. A draw is 6 ops, `Variable` adds 3.
    (lambda: [tf.random_normal([2]), tf.Variable(tf.truncated_normal([2]))], [3, 9, 18]),
    # Glorot: the initializer's shape, bounds, op, and its scaling, then the variable's 3.
    (lambda: tf.get_variable("w", [2, 2]), [3, 13]),
    # A draw in [0, 1) has its bounds and its scaling, too, which makes 7 ops; a whole one has 4.
    (uniforms, [3, 10, 17, 24, 28]),
    # The ones, then the rate, the shape, two bounds; a dropout is 16 ops. The second has no
    # constant rate, but the default, its placeholder and 1 - keep_prob (4); a rate of 0 no op.
    (dropouts, [1 + 4, 1 + 16 + 4 + 3, 1 + 16 + 4 + 15 + 3]),
    # Zeros, the axis, the split; and 1.15 makes a constant of how many parts there are.
    (lambda: tf.split(tf.zeros([4]), 2), [4 + 3]),
]


@pytest.mark.parametrize("build, seeds", CASES)
def test_the_seeds_are_those_of_1_15(build, seeds):
    with numbered():
        assert op_seeds(build) == seeds


@pytest.mark.skipif(ON_TF1, reason=ABOUT_OTHERS["numbering"])
def test_afterwards_tensorflow_is_as_it_was():
    from tensorflow.python.framework import random_seed
    from tensorflow.python.ops import gen_array_ops, nn_ops, random_ops, tensor_array_ops

    def parts():
        return [
            vars(owner)[name]
            for owner, name in (
                (random_seed, "_graph_to_seed_dict"),
                (random_ops, "random_uniform"),
                (nn_ops, "_dropout"),
                (nn_ops, "convolution_internal"),
                (gen_array_ops, "split"),
                (tensor_array_ops._GraphTensorArray, "stack"),
            )
        ] + [tf.random_uniform, tf.random.uniform]

    before = parts()
    with pytest.raises(KeyError), as_in_1_15(tf):
        assert not any(now is then for now, then in zip(parts(), before))
        raise KeyError
    assert all(now is then for now, then in zip(parts(), before))
    assert op_seeds(lambda: tf.random_normal([2])) == [0, 1]


def test_a_report_of_growth_takes_it_for_tensorflow():
    assert kind_of_file(as_in_1_15.__wrapped__.__code__.co_filename) == "tensorflow"


def test_a_seed_of_the_ops_own_stays():
    with numbered():
        seeds = op_seeds(lambda: tf.nn.dropout(tf.ones([2]), rate=0.5, seed=11))
    assert seeds[0] == 11


def test_dropout_drops_and_scales():
    with numbered(), tf.Graph().as_default(), tf.Session() as session:
        kept = session.run(tf.nn.dropout(tf.ones([1000]), rate=0.75, seed=1))
    assert set(kept.tolist()) == {0.0, 1 / (1 - 0.75)}
    assert abs((kept > 0).mean() - 0.25) < 0.05
    with numbered(), tf.Graph().as_default(), pytest.raises(ValueError):
        tf.nn.dropout(tf.ones([2]), rate=1.5)
