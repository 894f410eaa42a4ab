"""RuleOptimizer(rule, compiled=True) trains what RuleOptimizer(rule) does, in one compiled op."""

import numpy as np
import pytest
import tensorflow.compat.v1 as tf
from compiled_and_not import BOUND, RULES, assert_near, both, half_square, variable
from lacking import needs_compiling

from tf1_updates.graph_walk import ancestors
from tf1_updates.optimizer import RuleOptimizer
from tf1_updates.rules import GradientDescent, Momentum, Noise, Rule, WrappedNoisyDescent

pytestmark = needs_compiling


@pytest.mark.parametrize("shape", [(), (3,), (2, 3), (2, 3, 2), (2, 1, 3, 2), (0, 3)])
def test_scalars_to_four_dimensions(shape):
    start = np.arange(1.0, 1.0 + np.prod(shape, dtype=int)).reshape(shape)
    with tf.Graph().as_default(), tf.Session() as session:
        w = variable("w", start)
        train_op = RuleOptimizer(Momentum(0.5, 0.5), compiled=True).minimize(half_square(w))
        session.run(tf.global_variables_initializer())
        session.run(train_op)
        after = session.run(w)
    assert after.shape == shape and after.tolist() == (start - 0.5 * start).tolist()


def test_coupled_variables_are_never_wrong_in_300_steps():
    with tf.Graph().as_default(), tf.Session() as session:
        a, b = variable("a", np.ones(64)), variable("b", -np.ones(64))
        train_op = RuleOptimizer(GradientDescent(0.01), compiled=True).minimize(
            tf.reduce_sum(a * b)
        )
        session.run(tf.global_variables_initializer())
        wrong = 0
        now_a, now_b = session.run([a, b])
        for _ in range(300):
            session.run(train_op)
            right = now_a - 0.01 * now_b, now_b - 0.01 * now_a
            now_a, now_b = session.run([a, b])
            wrong += not np.allclose([now_a, now_b], right, rtol=1e-5)
    assert wrong == 0


def test_a_rule_that_swaps_two_variables_swaps_them():
    class TakeTheGradient(Rule):
        def move(self, weights, gradient, step, name):
            return gradient

    with tf.Graph().as_default(), tf.Session() as session:
        start = np.arange(50000.0), -np.arange(50000.0)
        a, b = variable("a", start[0]), variable("b", start[1])
        train_op = RuleOptimizer(TakeTheGradient(), compiled=True).minimize(tf.reduce_sum(a * b))
        session.run(tf.global_variables_initializer())
        for number in range(1, 11):
            session.run(train_op)
            now = session.run([a, b])
            assert (now[0] == start[number % 2]).all() and (now[1] == start[1 - number % 2]).all()


def sparse_run(rule, indices, steps=2):
    def run(session, compiled):
        rows = variable("rows", np.full([4, 2], 19.5))
        fed = tf.placeholder(tf.int32, [None])
        optimizer = RuleOptimizer(rule, compiled=compiled)
        train_op = optimizer.minimize(-10.0 * tf.reduce_sum(tf.gather(rows, fed)))
        session.run(tf.global_variables_initializer())
        for _ in range(steps):
            session.run(train_op, {fed: indices})
        return session.run([rows] + [optimizer.get_slot(rows, name) for name in rule.slots])

    return both(run)


@pytest.mark.parametrize("indices", [[1, 1, 3], [0], []], ids=str)
@pytest.mark.parametrize("name", ["wrapped", "momentum", "nesterov", "adam"])
def test_rows_that_are_not_looked_up_stay_to_the_bit(name, indices):
    plain, fused = sparse_run(RULES[name], indices)
    assert_near(plain, fused)
    others = [row for row in range(4) if row not in indices]
    assert (fused[0][others] == 19.5).all()
    assert all((slot[others] == 0.0).all() for slot in fused[1:])


@pytest.mark.parametrize("name", ["langevin", "chain", "ball"])
def test_every_row_changes_where_the_rule_says_all(name):
    plain, fused = sparse_run(RULES[name], [1, 1, 3])
    assert_near(plain, fused)
    assert (fused[0] != 19.5).all()


def test_a_partitioned_variable_is_trained_slice_by_slice():
    def run(session, compiled):
        partitioner = tf.fixed_size_partitioner(2)
        w = tf.get_variable(
            "w",
            [4, 3],
            initializer=tf.ones_initializer(),
            partitioner=partitioner,
            use_resource=True,
        )
        whole = tf.convert_to_tensor(w)
        curvature = np.arange(12, dtype=np.float32).reshape(4, 3)
        loss = 0.5 * tf.reduce_sum(curvature * tf.square(whole))
        train_op = RuleOptimizer(RULES["chain"], compiled=compiled).minimize(loss)
        session.run(tf.global_variables_initializer())
        for _ in range(3):
            session.run(train_op)
        return [session.run(whole)]

    assert_near(*both(run))


@pytest.mark.parametrize("kind", ["tensor", "variable", "placeholder", "schedule"])
def test_hyper_parameters_of_every_kind_are_those_of_their_step(kind):
    def run(session, compiled):
        w = variable("w", [1.0, -3.0])
        step = tf.train.get_or_create_global_step()
        rate = {
            "tensor": lambda: 0.5 / (1.0 + tf.cast(step, tf.float64)),
            "variable": lambda: tf.Variable(0.5, trainable=False, dtype=tf.float64),
            "placeholder": lambda: tf.placeholder_with_default(0.5, []),
            "schedule": lambda: lambda step: tf.train.exponential_decay(0.5, step, 2, 0.5),
        }[kind]()
        bound = tf.Variable(BOUND, trainable=False)
        rule = WrappedNoisyDescent(rate, bound, tf.constant(0.01), tf.constant(0.005), seed=4)
        train_op = RuleOptimizer(rule, compiled=compiled).minimize(half_square(w), step)
        session.run(tf.global_variables_initializer())
        seen = []
        for number in range(4):
            if kind == "variable":
                session.run(rate.assign(0.5 / 2**number))
            feed = {rate: 0.5 / 2**number} if kind == "placeholder" else None
            session.run(train_op, feed)
            seen.append(session.run(w))
        assert session.run(step) == 4
        return seen

    plain, fused = both(run)
    assert_near(plain, fused)
    assert len({each.tobytes() for each in fused}) == 4


def test_a_variables_own_constraint_is_applied_to_its_new_weights():
    with tf.Graph().as_default(), tf.Session() as session:
        clip = lambda weights: tf.clip_by_value(weights, -1.0, 0.5)  # noqa: E731
        w = variable("w", [1.0, -3.0], constraint=clip)
        train_op = RuleOptimizer(Momentum(0.1, 0.5), compiled=True).minimize(half_square(w))
        session.run(tf.global_variables_initializer())
        session.run(train_op)
        assert session.run(w).tolist() == [0.5, -1.0] and w.constraint is clip


def test_the_noise_has_the_bits_of_the_noise_without_compiling():
    class Noisy(Rule):
        """w <- eps, so that the weight is the noise itself."""

        def move(self, weights, gradient, step, name):
            return Noise(1.0, seed=3).move(tf.zeros_like(weights), gradient, step, name)

    def run(session, compiled):
        a, b = variable("a", np.zeros(1000)), variable("b", np.zeros(1000))
        train_op = RuleOptimizer(Noisy(), compiled=compiled).minimize(half_square(a, b))
        session.run(tf.global_variables_initializer())
        seen = []
        for _ in range(3):
            session.run(train_op)
            seen.extend(session.run([a, b]))
        return seen

    plain, fused = both(run)
    assert [each.tobytes() for each in plain] == [each.tobytes() for each in fused]
    assert len({each.tobytes() for each in fused}) == 6


def noisy_momentum():
    w = variable("w", [1.0, -3.0])
    optimizer = RuleOptimizer(RULES["chain"], compiled=True)
    return w, optimizer.minimize(half_square(w))


def test_a_restored_run_continues_to_the_same_bytes(tmp_path):
    path, results = str(tmp_path / "model"), []
    for restore, steps in ((False, 7), (False, 3), (True, 4)):
        with tf.Graph().as_default(), tf.Session() as session:
            w, train_op = noisy_momentum()
            saver = tf.train.Saver()
            session.run(tf.global_variables_initializer())
            if restore:
                saver.restore(session, path)
            for _ in range(steps):
                session.run(train_op)
            saver.save(session, path, write_meta_graph=False)
            results.append(session.run(w).tobytes())
    whole, halfway, continued = results
    assert continued == whole != halfway


def test_steps_add_no_op_and_work_in_a_finalized_graph():
    with tf.Graph().as_default() as graph, tf.Session() as session:
        w, train_op = noisy_momentum()
        initialise = tf.global_variables_initializer()
        count = len(graph.get_operations())
        functions = len(graph.as_graph_def().library.function)
        graph.finalize()
        session.run(initialise)
        for _ in range(5):
            session.run(train_op)
        assert len(graph.get_operations()) == count
        assert len(graph.as_graph_def().library.function) == functions


def test_variables_are_read_and_written_inside_and_noise_is_drawn_outside():
    with tf.Graph().as_default() as graph:
        w, v = variable("w", [1.0, -3.0]), variable("v", 2.0)
        train_op = RuleOptimizer(RULES["chain"], compiled=True).minimize(half_square(w, v))
        calls = [op for op in graph.get_operations() if op.type == "StatefulPartitionedCall"]
        assert len(calls) == 1 and calls[0].get_attr("_XlaMustCompile")
        (called,) = [
            each
            for each in graph.as_graph_def().library.function
            if each.signature.name == calls[0].get_attr("f").name
        ]
        inside = [node.op for node in called.node_def]
        assert inside.count("AssignVariableOp") == 2 + 2  # two slots
        assert inside.count("ReadVariableOp") >= 2 + 2
        assert not any("Random" in kind for kind in inside)
        before = ancestors(calls)
        assert [op.type for op in before].count("StatelessRandomNormal") == 2
        assert not [
            op
            for op in graph.get_operations()
            if op.type == "AssignVariableOp" and op in ancestors([train_op])
        ]
