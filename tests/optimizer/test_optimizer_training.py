"""RuleOptimizer trains what a TensorFlow optimizer trains: kinds, dtypes, shapes, gates, rows."""

import numpy as np
import pytest
import tensorflow.compat.v1 as tf

from tf1_updates.graph_walk import ancestors
from tf1_updates.optimizer import RuleOptimizer
from tf1_updates.rules import GradientDescent, Momentum, Rule, WrappedNoisyDescent

WRAPPED = WrappedNoisyDescent(0.1, 20, noise_stddev=0)
DTYPES = [tf.float16, tf.bfloat16, tf.float32, tf.float64]


def variable(name, start, use_resource=None, dtype=np.float32):
    return tf.get_variable(name, initializer=np.asarray(start, dtype), use_resource=use_resource)


def half_square(*variables):
    return 0.5 * tf.add_n([tf.reduce_sum(tf.square(v)) for v in variables])


def trained(session, train_op, fetches, steps=1, feed_dict=None):
    session.run(tf.global_variables_initializer())
    for _ in range(steps):
        session.run(train_op, feed_dict)
    return session.run(fetches)


def test_case_3_both_kinds_give_the_same(use_resource):
    with tf.Graph().as_default(), tf.Session() as session:
        w = variable("w", [1.0, -3.0], use_resource)
        after = trained(session, RuleOptimizer(WRAPPED).minimize(half_square(w)), w)
    np.testing.assert_allclose(after, [1.0 - 0.1 * 1.0, -3.0 + 0.1 * 3.0 + 20.0], rtol=1e-6)


@pytest.mark.parametrize("dtype", DTYPES, ids=lambda dtype: dtype.name)
def test_every_floating_dtype_keeps_its_dtype(dtype, use_resource):
    rule = WrappedNoisyDescent(0.5, 16, noise_stddev=0)
    with tf.Graph().as_default(), tf.Session() as session:
        start = tf.constant_initializer([1.0, -3.0])
        w = tf.get_variable("w", [2], dtype, start, use_resource=use_resource)
        fed = tf.placeholder(dtype, [2])
        train_op = RuleOptimizer(rule).apply_gradients([(fed, w)])
        gradient = np.array([2.0, 4.0]).astype(dtype.as_numpy_dtype)
        after = trained(session, train_op, tf.cast(w, tf.float64), feed_dict={fed: gradient})
    assert after.tolist() == [1.0 - 0.5 * 2.0, -3.0 - 0.5 * 4.0 + 16.0]


@pytest.mark.parametrize("shape", [(), (3,), (2, 3), (2, 3, 2), (2, 1, 3, 2)])
@pytest.mark.parametrize("rule", [WRAPPED, Momentum(0.1, 0.5)], ids=["wrapped", "momentum"])
def test_scalars_to_four_dimensions(shape, rule, use_resource):
    start = np.arange(1.0, 1.0 + np.prod(shape, dtype=int)).reshape(shape)
    with tf.Graph().as_default(), tf.Session() as session:
        w = variable("w", start, use_resource)
        after = trained(session, RuleOptimizer(rule).minimize(half_square(w)), w)
    assert after.shape == shape
    np.testing.assert_allclose(after, start - 0.1 * start, rtol=1e-6)


def test_several_variables_of_one_shape_have_noise_and_slots_of_their_own():
    class NoisyMomentum(Momentum):
        def advance(self, weights, gradient, slots, step, name):
            moved, slots = super().advance(weights, gradient, slots, step, name)
            noisy = WrappedNoisyDescent(0.0, 1e6, noise_stddev=1.0, centred=True)
            return noisy.move(moved, gradient, step, name), slots

    with tf.Graph().as_default(), tf.Session() as session:
        a, b = variable("a", np.zeros(500)), variable("b", np.zeros(500))
        optimizer = RuleOptimizer(NoisyMomentum(0.1, 0.5))
        train_op = optimizer.minimize(tf.reduce_sum(a) - tf.reduce_sum(b))
        slots = [optimizer.get_slot(v, "momentum") for v in (a, b)]
        after = trained(session, train_op, [a, b] + slots)
    assert abs(np.corrcoef(after[0], after[1])[0, 1]) < 5 / np.sqrt(500)
    assert set(after[2]) == {1.0} and set(after[3]) == {-1.0}
    assert slots[0].op.name.startswith("a/") and slots[1].op.name.startswith("b/")


def test_a_partitioned_variable_is_trained_slice_by_slice(use_resource):
    with tf.Graph().as_default(), tf.Session() as session:
        whole = tf.get_variable(
            "w",
            shape=[4, 3],
            initializer=tf.ones_initializer(),
            partitioner=tf.fixed_size_partitioner(2),
            use_resource=use_resource,
        )
        optimizer = RuleOptimizer(Momentum(0.1, 0.5))
        curvature = np.arange(12, dtype=np.float32).reshape(4, 3)
        loss = 0.5 * tf.reduce_sum(curvature * tf.square(tf.convert_to_tensor(whole)))
        train_op = optimizer.minimize(loss)
        after = trained(session, train_op, tf.convert_to_tensor(whole), steps=2)
        assert len(tf.trainable_variables()) == 2
    once = 1.0 - 0.1 * curvature
    twice = once - 0.1 * (0.5 * curvature + curvature * once)
    np.testing.assert_allclose(after, twice, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize(
    "gate",
    [tf.train.Optimizer.GATE_NONE, tf.train.Optimizer.GATE_OP, tf.train.Optimizer.GATE_GRAPH],
)
def test_coupled_variables_are_right_at_every_gate(gate, use_resource):
    with tf.Graph().as_default(), tf.Session() as session:
        a, b = variable("a", np.ones(64), use_resource), variable("b", -np.ones(64), use_resource)
        optimizer = RuleOptimizer(GradientDescent(0.01))
        train_op = optimizer.minimize(tf.reduce_sum(a * b), gate_gradients=gate)
        session.run(tf.global_variables_initializer())
        wrong = 0
        now_a, now_b = session.run([a, b])
        for _ in range(300):
            session.run(train_op)
            right_a, right_b = now_a - 0.01 * now_b, now_b - 0.01 * now_a
            now_a, now_b = session.run([a, b])
            close = np.allclose(now_a, right_a, rtol=1e-5) and np.allclose(
                now_b, right_b, rtol=1e-5
            )
            wrong += not close
    assert wrong == 0


def test_only_the_variables_in_the_list_are_trained():
    with tf.Graph().as_default(), tf.Session() as session:
        a, b = variable("a", 1.0), variable("b", 25.0)
        train_op = RuleOptimizer(WRAPPED).minimize(half_square(a, b), var_list=[a])
        assert trained(session, train_op, [a, b]) == [np.float32(0.9), 25.0]


def test_a_learning_rate_in_a_trainable_variable_is_not_trained():
    # Case 11: minimize takes all trainable variables, the rate among them, whose gradient is None.
    with tf.Graph().as_default(), tf.Session() as session:
        rate, b, w = tf.Variable(0.5), variable("b", 25.0), variable("w", [1.0, -3.0])
        rule = WrappedNoisyDescent(rate, 20, noise_stddev=0)
        after = trained(session, RuleOptimizer(rule).minimize(half_square(w)), [rate, b, w])
    assert after[:2] == [0.5, 25.0]
    assert after[2].tolist() == [0.5, -1.5 + 20.0]


def test_names_and_locking_reach_the_graph():
    with tf.Graph().as_default() as graph:
        w = variable("w", 1.0, use_resource=False)
        optimizer = RuleOptimizer(GradientDescent(0.1), use_locking=True, name="Descent")
        train_op = optimizer.minimize(w * w, name="train")
        writes = [op for op in graph.get_operations() if op.type == "Assign"]
        locked = [op for op in writes if op.get_attr("use_locking") and op is not w.initializer]
        assert train_op.name == "train" and optimizer.get_name() == "Descent"
        assert any(op.inputs[0].op is w.op for op in locked)


def test_case_1_the_step_is_counted_after_every_write(use_resource):
    for with_global_step in (False, True):
        with tf.Graph().as_default() as graph:
            a, b = variable("a", 1.0, use_resource), variable("b", 1.0, use_resource)
            step = tf.train.get_or_create_global_step() if with_global_step else None
            RuleOptimizer(GradientDescent(0.1)).minimize(a * b, global_step=step)
            counting = [op for op in graph.get_operations() if op.type.startswith("AssignAdd")]
            writes = {
                op
                for op in graph.get_operations()
                if op.type in ("Assign", "AssignVariableOp")
                and op.inputs[0].op in (a.op, b.op)
                and op not in (a.initializer, b.initializer)
            }
            assert len(counting) == 1 and len(writes) == 2 and writes <= ancestors(counting)


def test_case_1_a_scheduled_rate_is_that_of_its_step_always(use_resource):
    # The gradient is slow, so that an unordered rate would overtake it.
    with tf.Graph().as_default(), tf.Session() as session:
        w = variable("w", 1.0, use_resource)
        slow = tf.ones([300, 300])
        one = tf.reduce_mean(tf.matmul(tf.matmul(slow, slow), slow)) / (300.0 * 300.0)
        rule = GradientDescent(lambda step: 0.5 - 0.1 * step)
        step = tf.train.get_or_create_global_step()
        train_op = RuleOptimizer(rule).minimize(w * tf.stop_gradient(one), global_step=step)
        restart = tf.global_variables_initializer()
        seen = set()
        for _ in range(100):
            session.run(restart)
            session.run(train_op)
            seen.add((round(float(session.run(w)), 6), int(session.run(step))))
    assert seen == {(round(1.0 - 0.5 * 1.0, 6), 1)}


def test_a_rule_may_take_the_global_step_from_elsewhere():
    with tf.Graph().as_default(), tf.Session() as session:
        w, step = variable("w", 1.0), tf.train.get_or_create_global_step()
        rule = GradientDescent(lambda step: 0.5 / (1.0 + step))
        train_op = RuleOptimizer(rule).minimize(w, global_step=step)
        session.run(tf.global_variables_initializer())
        session.run(step.assign(4))
        session.run(train_op)
        np.testing.assert_allclose(session.run(w), 1.0 - 0.5 / (1.0 + 4), rtol=1e-6)
        assert session.run(step) == 5


def test_hyper_parameters_become_tensors_once_whatever_the_number_of_variables():
    calls = []

    def rate(step):
        calls.append(step)
        return 0.5 - 0.1 * step

    with tf.Graph().as_default():
        variables = [variable("v{}".format(number), 1.0) for number in range(7)]
        RuleOptimizer(GradientDescent(rate)).minimize(half_square(*variables))
    # One call with the whole step, which Python cannot multiply with 0.1, and one in its place.
    assert len(calls) == 2


def test_a_variables_own_constraint_is_applied_to_its_new_weights(use_resource):
    with tf.Graph().as_default(), tf.Session() as session:
        w = tf.get_variable(
            "w",
            initializer=np.float32([1.0, -3.0]),
            constraint=lambda weights: tf.clip_by_value(weights, -1.0, 0.5),
            use_resource=use_resource,
        )
        after = trained(session, RuleOptimizer(GradientDescent(0.1)).minimize(half_square(w)), w)
        assert w.constraint is not None
    assert after.tolist() == [0.5, -1.0]


def sparse_run(rule, indices, use_resource, steps=1, dense=False):
    """Train four rows of two columns, looked up by fed indices; return rows and slots."""
    with tf.Graph().as_default(), tf.Session() as session:
        rows = variable("rows", np.full([4, 2], 19.5), use_resource)
        fed = tf.placeholder(tf.int32, [None])
        if dense:
            looked_up = tf.matmul(tf.one_hot(fed, 4), rows)
        else:
            looked_up = tf.gather(rows, fed)
        optimizer = RuleOptimizer(rule)
        train_op = optimizer.minimize(-10.0 * tf.reduce_sum(looked_up))
        slots = [optimizer.get_slot(rows, name) for name in rule.slots]
        return trained(session, train_op, [rows] + slots, steps, {fed: indices})


def test_case_4_repeated_rows_are_summed_and_others_stay_to_the_bit(use_resource):
    (rows,) = sparse_run(WRAPPED, [1, 1, 3], use_resource)
    assert rows[:, 0].tolist() == [19.5, 19.5 + 0.1 * 20 - 20, 19.5, 19.5 + 0.1 * 10 - 20]
    assert (rows[:, 0] == rows[:, 1]).all()


@pytest.mark.parametrize("steps", [1, 3])
def test_all_rows_equal_the_dense_result_and_touched_rows_only_those_looked_up(steps, use_resource):
    class AllRows(Momentum):
        sparse_rows = "all"

    dense = sparse_run(Momentum(0.1, 0.5), [2, 0, 2], use_resource, steps, dense=True)
    every = sparse_run(AllRows(0.1, 0.5), [2, 0, 2], use_resource, steps)
    touched = sparse_run(Momentum(0.1, 0.5), [2, 0, 2], use_resource, steps)
    for one, other, right in zip(every, touched, dense):
        np.testing.assert_allclose(one, right, rtol=1e-6)
        np.testing.assert_allclose(other[[0, 2]], right[[0, 2]], rtol=1e-6)
    assert (touched[0][[1, 3]] == 19.5).all() and (touched[1][[1, 3]] == 0.0).all()


def test_noise_reaches_every_row_only_if_the_rule_says_all(use_resource):
    class AllRows(WrappedNoisyDescent):
        sparse_rows = "all"

    settings = dict(learning_rate=0.1, bound=20, noise_stddev=0.25, seed=3)
    dense = sparse_run(WrappedNoisyDescent(**settings), [1], use_resource, dense=True)[0]
    every = sparse_run(AllRows(**settings), [1], use_resource)[0]
    touched = sparse_run(WrappedNoisyDescent(**settings), [1], use_resource)[0]
    np.testing.assert_allclose(every, dense, rtol=1e-6)
    np.testing.assert_allclose(touched[1], dense[1], rtol=1e-6)
    assert (touched[[0, 2, 3]] == 19.5).all() and (every[[0, 2, 3]] != 19.5).all()


def test_no_row_looked_up_changes_no_row(use_resource):
    (rows,) = sparse_run(WRAPPED, [], use_resource)
    assert (rows == 19.5).all()


def test_any_tensor_may_stand_in_the_gradients_place():
    class Hebb(Rule):
        """w <- w + x*y with y = w.x, from the inputs x alone."""

        def move(self, weights, gradient, step, name):
            return weights + tf.reduce_sum(weights * gradient) * gradient

    with tf.Graph().as_default(), tf.Session() as session:
        w, inputs = variable("w", [1.0, 2.0]), tf.constant([0.5, -1.0])
        after = trained(session, RuleOptimizer(Hebb()).apply_gradients([(inputs, w)]), w)
    y = 1.0 * 0.5 - 2.0 * 1.0
    assert after.tolist() == [1.0 + y * 0.5, 2.0 - y * 1.0]


def test_one_optimizer_in_two_graphs_and_two_sessions_shares_nothing():
    optimizer = RuleOptimizer(Momentum(lambda step: 0.1 / (1.0 + step), 0.5))
    results = []
    for _ in range(2):
        with tf.Graph().as_default() as graph:
            w = variable("w", [1.0, -3.0])
            train_op = optimizer.minimize(half_square(w))
            initialise = tf.global_variables_initializer()
            for _ in range(2):
                with tf.Session(graph=graph) as session:
                    session.run(initialise)
                    for _ in range(3):
                        session.run(train_op)
                    results.append(session.run(w).tolist())
    assert results[0] == results[1] == results[2] == results[3]
