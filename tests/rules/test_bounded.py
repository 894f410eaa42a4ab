"""Case 10: a wrapped weight looks calm while its moves explode; bounded is not converged."""

import numpy as np
import tensorflow.compat.v1 as tf

from tf1_updates.rules import GradientDescent, WrappedNoisyDescent


def test_the_size_of_the_unwrapped_move_tells_what_the_wrap_hides():
    # Loss 1000 w^2 at rate 3: without a wrap each step multiplies w by 1 - 3 * 2000.
    wrapped = WrappedNoisyDescent(3.0, 20, noise_stddev=0, centred=True)
    with tf.Graph().as_default(), tf.Session() as session:
        w = tf.get_variable("w", initializer=np.float64([1.0, -0.3]))
        gradient = 2000.0 * tf.convert_to_tensor(w)
        moved, _ = wrapped.advance_variable(w, gradient, {}, 0)
        write = w.assign(wrapped.projected(moved, w))
        session.run(tf.global_variables_initializer())
        right = np.array([1.0, -0.3])
        for _ in range(6):
            before = session.run(w)
            far, after = session.run([moved, write])
            np.testing.assert_allclose(far - before, -3.0 * 2000.0 * before, rtol=1e-12)
            assert (np.abs(after) <= 10.0).all()  # calm, as seen from outside
            assert np.abs(far - before).max() > 20.0  # and a whole turn or more at each step
            right = right * (1 - 3.0 * 2000.0)
    assert np.abs(right).max() > 4e22


def test_plain_descent_shows_at_once_what_the_wrapped_rule_hides():
    rule = GradientDescent(3.0)
    with tf.Graph().as_default(), tf.Session() as session:
        w = tf.placeholder(tf.float64, [])
        moved = rule.move(w, 2000.0 * w, 0, "w")
        weight = 1.0
        for _ in range(6):
            weight = session.run(moved, {w: weight})
    np.testing.assert_allclose(weight, (1 - 3.0 * 2000.0) ** 6, rtol=1e-12)
