"""The circle: weights taken `mod B`, where 0 and B are one point."""

import tensorflow.compat.v1 as tf


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
    rest = tf.floormod(_in_kernel_dtype(values), _in_kernel_dtype(bound))
    rest = tf.cast(tf.maximum(rest, tf.zeros_like(rest)), values.dtype)
    return _choose(rest >= bound, tf.zeros_like(rest), rest)


def wrap_centred(values, bound):
    """`values mod bound`, in [-bound/2, bound/2), with no rounding at all

    The remainder of a truncated division is exact, and so is moving its outer halves by one turn:
    small weights on both sides of zero keep all their digits, which `wrap` cannot do below zero.

    Args, Returns: as for `wrap`.

    >>> with tf.Graph().as_default(), tf.Session() as session:
    ...     values = tf.constant([-3.0, 45.0, 10.0, -10.0])
    ...     print(session.run(wrap_centred(values, tf.constant(20.0))))
    [ -3.   5. -10. -10.]
    """
    exact, turn = _in_kernel_dtype(values), _in_kernel_dtype(bound)
    rest = tf.truncatemod(exact, turn)
    rest = _choose(rest >= turn / 2, rest - turn, rest)
    rest = _choose(rest < -turn / 2, rest + turn, rest)
    return tf.cast(rest, values.dtype)


def _in_kernel_dtype(values):
    # TensorFlow has no float16 kernel for one remainder or the other; float32 holds both exactly.
    half = values.dtype.base_dtype in (tf.float16, tf.bfloat16)
    return tf.cast(values, tf.float32) if half else values


def _choose(condition, if_true, if_false):
    # The raw op, because TF 1.15 prints a deprecation notice at each first use of tf.where.
    return tf.raw_ops.Select(condition=condition, x=if_true, y=if_false)
