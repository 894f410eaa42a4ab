"""The circle: weights taken `mod B`, where 0 and B are one point.

The exact remainder costs a division by hand for every number, which for many of them takes longer
than all else that a step does. From so many values on as `MANY`, and wherever XLA compiles the
step, whole turns are taken off instead, `v - B*floor(v/B)`. Within a turn of the circle, where a
step leads, both have the same bits (but for one: centred, the last float below B/2 may become
-B/2). Far out, the second is off by no more than one unit in the last place of so large a `v`;
centred, by one and a half.
"""

import tensorflow.compat.v1 as tf

from tf1_updates.rules.outside import is_compiled

MANY = 100000


def wrap(values, bound):
    """`values mod bound`, in [0, bound), never on the bound

    Float arithmetic spoils the textbook range: in float32, `mod(-1e-9, 20)` rounds to 20 itself.
    The two folds below mend that, and keep nan visible: each of them hands it on.

    Args:
        values: tensor of a floating-point dtype; infinite values and nan give nan.
        bound: scalar tensor of the same dtype, finite and above 0.

    Returns:
        A tensor like `values`.

    >>> with tf.Graph().as_default(), tf.Session() as session:
    ...     print(session.run(wrap(tf.constant([-3.0, 45.0, -1e-9, 20.0]), tf.constant(20.0))))
    [17.  5.  0.  0.]
    """
    if _turns_are_cheaper(values):
        return _turned_back(values, bound, turns_below=0.0)
    exact, turn = _in_kernel_dtype(values), _in_kernel_dtype(bound)
    return _folded(tf.floormod(exact, turn), 0.0 * turn, turn, values.dtype)


def wrap_centred(values, bound):
    """`values mod bound`, in [-bound/2, bound/2), with no rounding within three halves of a turn

    The remainder of a truncated division is exact, and so is moving its outer halves by one turn:
    small weights on both sides of zero keep all their digits, which `wrap` cannot do below zero.

    Args, Returns: as for `wrap`.

    >>> with tf.Graph().as_default(), tf.Session() as session:
    ...     values = tf.constant([-3.0, 45.0, 10.0, -10.0])
    ...     print(session.run(wrap_centred(values, tf.constant(20.0))))
    [ -3.   5. -10. -10.]
    """
    if _turns_are_cheaper(values):
        return _turned_back(values, bound, turns_below=0.5)
    exact, turn = _in_kernel_dtype(values), _in_kernel_dtype(bound)
    rest = tf.truncatemod(exact, turn)
    rest = _choose(rest >= turn / 2, rest - turn, rest)
    rest = _choose(rest < -turn / 2, rest + turn, rest)
    return tf.cast(rest, values.dtype)


def _turned_back(values, bound, turns_below):
    exact, turn = _in_kernel_dtype(values), _in_kernel_dtype(bound)
    low = -turns_below * turn
    from_low = exact - low if turns_below else exact
    rest = exact - turn * tf.math.floordiv(from_low, turn)
    return _folded(rest, low, low + turn, values.dtype)


def _folded(rest, low, high, dtype):
    """Put what rounding has put beside [low, high) on `low`; leave nan as it is."""
    # A kernel passes over memory once for a maximum and twice for a choice. Compiled, nothing is
    # passed twice, and a maximum, which looks for nan, costs more.
    rest = _choose(rest < low, low, rest) if is_compiled() else tf.maximum(rest, low)
    rest, low = tf.cast(rest, dtype), tf.cast(low, dtype)
    return _choose(rest >= tf.cast(high, dtype), low, rest)


def _turns_are_cheaper(values):
    shape = values.shape
    return is_compiled() or (shape.is_fully_defined() and shape.num_elements() >= MANY)


def _in_kernel_dtype(values):
    # TensorFlow has no float16 kernel for one remainder or the other; float32 holds both exactly.
    half = values.dtype.base_dtype in (tf.float16, tf.bfloat16)
    return tf.cast(values, tf.float32) if half else values


def _choose(condition, if_true, if_false):
    # The raw op, because TF 1.15 prints a deprecation notice at each first use of tf.where.
    return tf.raw_ops.SelectV2(condition=condition, t=if_true, e=if_false)
