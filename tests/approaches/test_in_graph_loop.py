"""Many steps in one run: the weights of as many single steps, to the bit, and nothing else."""

import numpy as np
import pytest
import tensorflow.compat.v1 as tf
from lacking import ON_TF1, needs_compiled_loops
from loop_steps import as_written, digits, single_steps

from tf1_updates.agreement.check import check_on
from tf1_updates.agreement.counting_session import CountingSession
from tf1_updates.agreement.judge import Judge
from tf1_updates.approaches.in_graph_loop import build_loop
from tf1_updates.errors import InputError, UnsupportedError
from tf1_updates.problems import Coupled, Quadratic
from tf1_updates.rules import (
    Adam,
    Chain,
    Decay,
    GradientDescent,
    Langevin,
    Momentum,
    Noise,
    ProjectedDescent,
    Rule,
    Wrap,
    WrappedNoisyDescent,
)

RULES = {
    "wrapped": WrappedNoisyDescent(0.1, 20, 0.01, seed=2),
    "scheduled": WrappedNoisyDescent(
        lambda step: 0.1 - 0.01 * step, 20, lambda step: 0.01 * (step + 1.0)
    ),
    "staircase": GradientDescent(lambda step: tf.train.piecewise_constant(step, [2], [0.5, 0.25])),
    "momentum": Momentum(0.05, 0.9),
    "adam": Adam(0.05),
    "langevin": Langevin(0.05, 0.1, seed=5),
    "projected": ProjectedDescent(0.1, low=-0.5, high=0.75),
    "chain": Chain(Decay(0.01), Momentum(0.05, 0.9), Noise(0.01), Wrap(20)),
}
# TensorFlow rewrites `w + eps + eps'` as one sum in an order of its own, but not inside a loop.
REASSOCIATED = Chain(Momentum(0.05, 0.9), Noise(0.01), Noise(0.02), Wrap(20))
STEPS = 7

PROBLEMS = {"quadratic": Quadratic(seed=1), "coupled": Coupled(seed=1), "digits": digits()}


def loop_of(problem, rule, use_resource=None, batches=STEPS, compiled=False):
    model = problem.build(use_resource)
    batch_at = model.batches_in_graph(batches)
    return model, build_loop(model.loss_of, model.variables, rule, batch_at, compiled)


def same_bits(left, right):
    return all(a.tobytes() == b.tobytes() for a, b in zip(left, right))


@pytest.mark.parametrize("rule_name", list(RULES))
@pytest.mark.parametrize("problem_name", list(PROBLEMS))
def test_runs_of_any_length_give_the_bits_of_single_steps(problem_name, rule_name, use_resource):
    problem, rule = PROBLEMS[problem_name], RULES[rule_name]
    right, _ = single_steps(problem, rule, STEPS, use_resource)
    with tf.Graph().as_default(), tf.Session() as session:
        model, train = loop_of(problem, rule, use_resource)
        restart = tf.global_variables_initializer()
        for lengths in ([STEPS], [1] * STEPS, [2, 1, 4]):
            session.run(restart)
            done = 0
            for length in lengths:
                train(session, steps=length)
                done += length
                found = session.run(model.variables)
                assert same_bits(found, right[done - 1]), (lengths, done)


def test_where_bits_differ_it_is_tensorflow_that_sums_in_another_order(use_resource):
    problem, config = PROBLEMS["quadratic"], as_written()
    right, _ = single_steps(problem, REASSOCIATED, STEPS, use_resource, config)
    with tf.Graph().as_default(), tf.Session(config=config) as session:
        model, train = loop_of(problem, REASSOCIATED, use_resource)
        session.run(tf.global_variables_initializer())
        train(session, steps=STEPS)
        assert same_bits(session.run(model.variables), right[-1])


@needs_compiled_loops
@pytest.mark.parametrize("rule_name", list(RULES))
def test_the_compiled_loop_follows_its_rule_and_its_noise(rule_name):
    problem, rule = PROBLEMS["quadratic"], RULES[rule_name]

    def build_on(model):
        batch_at = model.batches_in_graph(STEPS)
        return build_loop(model.loss_of, model.variables, rule, batch_at, compiled=True)

    judge = Judge(problem, rule, use_resource=True)
    found = check_on(problem, build_on, judge, STEPS, use_resource=True)
    judge.close()
    assert found.first_wrong is None and found.bit_equal_share > 0.3


@pytest.mark.parametrize("problem_name", list(PROBLEMS))
def test_the_judge_sees_a_loop_that_forgets_to_count(problem_name, use_resource):
    problem, rule = PROBLEMS[problem_name], RULES["wrapped"]

    def build_on(model):
        take = model.batches_in_graph(STEPS)
        forgetful = WrappedNoisyDescent(0.1, 20, 0.01, seed=2)
        forgetful.move = lambda w, g, step, name: WrappedNoisyDescent.move(
            forgetful, w, g, 0 * step, name
        )
        forgetful.at = lambda step: forgetful
        return build_loop(model.loss_of, model.variables, forgetful, take)

    judge = Judge(problem, rule, use_resource)
    found = check_on(problem, build_on, judge, STEPS, use_resource)
    judge.close()
    assert found.first_wrong.startswith("step 1 in ")


def test_a_run_that_differs_from_its_single_steps_is_told():
    problem, rule = PROBLEMS["quadratic"], GradientDescent(0.1)

    class Loses:
        """Loses the last step of a run of several."""

        steps_per_run = 1

        def __init__(self, train):
            self._train = train

        def __call__(self, session, feed_dict=None, steps=1):
            self._train(session, feed_dict, max(1, steps - 1))

    def build_on(model):
        take = model.batches_in_graph(STEPS)
        return Loses(build_loop(model.loss_of, model.variables, rule, take))

    judge = Judge(problem, rule)
    found = check_on(problem, build_on, judge, STEPS)
    judge.close()
    assert found.first_wrong.startswith("7 steps in one run differ from single ones in 'vector'")


def test_session_calls_fed_bytes_and_new_ops_are_exact(use_resource):
    with tf.Graph().as_default() as graph, tf.Session() as session:
        model, train = loop_of(PROBLEMS["digits"], RULES["adam"], use_resource)
        session.run(tf.global_variables_initializer())
        ops, counting = len(graph.get_operations()), CountingSession(session)
        for length in (1, 5, 3):
            train(counting, steps=length)
        assert (counting.runs, counting.bytes_fed, counting.bytes_fetched) == (3, 3 * 8, 0)
        assert len(graph.get_operations()) == ops


def test_a_checkpoint_resumes_at_its_step_with_its_slots(tmp_path, use_resource):
    problem, rule = PROBLEMS["digits"], RULES["chain"]
    right, _ = single_steps(problem, rule, STEPS, use_resource)
    path = str(tmp_path / "model")
    for restore, steps in ((False, 3), (True, STEPS - 3)):
        with tf.Graph().as_default(), tf.Session() as session:
            model, train = loop_of(problem, rule, use_resource)
            saver = tf.train.Saver()
            if restore:
                saver.restore(session, path)
            else:
                session.run(tf.global_variables_initializer())
            train(session, steps=steps)
            saver.save(session, path, write_meta_graph=False)
            found = session.run(model.variables)
    assert same_bits(found, right[-1])


def test_batches_of_a_pipeline_come_in_order_each_once(use_resource):
    problem, rule = PROBLEMS["digits"], RULES["wrapped"]
    right, _ = single_steps(problem, rule, STEPS, use_resource)
    with tf.Graph().as_default(), tf.Session() as session:
        model = problem.build(use_resource)
        pipeline = tf.data.Dataset.range(STEPS).map(model.batches_in_graph(STEPS)).prefetch(2)
        iterator = tf.data.make_initializable_iterator(pipeline)
        train = build_loop(model.loss_of, model.variables, rule, lambda step: iterator.get_next())
        session.run([tf.global_variables_initializer(), iterator.initializer])
        train(session, steps=4)
        assert same_bits(session.run(model.variables), right[3])
        train(session, steps=STEPS - 4)
        assert same_bits(session.run(model.variables), right[-1])
        # The pipeline is at its end: the run fails as a whole, and changes nothing.
        with pytest.raises(tf.errors.OutOfRangeError):
            train(session, steps=1)
        assert same_bits(session.run(model.variables), right[-1])


def test_a_run_that_fails_in_the_middle_changes_nothing():
    with tf.Graph().as_default(), tf.Session() as session:
        w = tf.get_variable("w", initializer=[1.0, -3.0])
        pipeline = tf.data.Dataset.range(5).map(lambda number: tf.cast(number, tf.float32))
        iterator = tf.data.make_one_shot_iterator(pipeline)
        train = build_loop(
            lambda weights, batch: tf.reduce_sum(weights[0]) * batch,
            [w],
            Momentum(0.1, 0.9),
            lambda step: iterator.get_next(),
        )
        session.run(tf.global_variables_initializer())
        train(session, steps=2)
        before = session.run(tf.global_variables())
        with pytest.raises(tf.errors.OutOfRangeError):
            train(session, steps=4)
        assert same_bits(before, session.run(tf.global_variables()))
        assert 2 in [value.tolist() for value in before if value.dtype == np.int64]


def test_one_batch_taken_before_the_loop_is_refused():
    with tf.Graph().as_default():
        w = tf.get_variable("w", initializer=[1.0, -3.0])
        taken = tf.data.make_one_shot_iterator(tf.data.Dataset.from_tensors(2.0)).get_next()
        with pytest.raises(InputError, match="batch_at: .* calls get_next.. each time"):
            build_loop(
                lambda weights, batch: tf.reduce_sum(weights[0]) * batch,
                [w],
                GradientDescent(0.1),
                lambda step: taken,
            )


def test_random_numbers_that_an_op_counts_come_in_the_order_of_the_steps():
    found = set()
    for _ in range(5):
        with tf.Graph().as_default(), tf.Session() as session:
            w = tf.get_variable("w", initializer=np.zeros(8, np.float32))
            train = build_loop(
                lambda weights, batch: tf.reduce_sum(weights[0] * batch),
                [w],
                GradientDescent(lambda step: tf.cast(step, tf.float32)),
                lambda step: tf.random.uniform([8], seed=3),
            )
            session.run(tf.global_variables_initializer())
            train(session, steps=40)
            found.add(session.run(w).tobytes())
    assert len(found) == 1


@needs_compiled_loops
def test_what_cannot_be_compiled_is_refused_in_a_line():
    def loss_of(weights, batch):
        return tf.reduce_sum(weights[0]) * batch

    with tf.Graph().as_default():
        w = tf.get_variable("w", initializer=[1.0, -3.0], use_resource=True)
        iterator = tf.data.make_one_shot_iterator(tf.data.Dataset.from_tensors(2.0))
        with pytest.raises(UnsupportedError, match="XLA takes no batch from a tf.data pipeline"):
            build_loop(
                loss_of, [w], GradientDescent(), lambda step: iterator.get_next(), compiled=True
            )
        old = tf.get_variable("old", initializer=[1.0, -3.0], use_resource=False)
        with pytest.raises(UnsupportedError, match="reference variable 'old'; make it with"):
            build_loop(loss_of, [old], GradientDescent(), lambda step: 1.0, compiled=True)


@pytest.mark.skipif(not ON_TF1, reason="this TensorFlow compiles loops")
def test_tensorflow_1_says_that_it_compiles_no_loop():
    with tf.Graph().as_default():
        w = tf.get_variable("w", initializer=[1.0, -3.0])
        with pytest.raises(UnsupportedError, match="TensorFlow 1.15.* compiles no"):
            build_loop(
                lambda weights, _: tf.reduce_sum(weights[0]),
                [w],
                GradientDescent(),
                lambda step: (),
                compiled=True,
            )


def test_variables_that_the_loss_does_not_reach_are_read_but_left_alone(use_resource):
    with tf.Graph().as_default(), tf.Session() as session:
        first = tf.get_variable("first", initializer=[5.0], use_resource=use_resource)
        w = tf.get_variable("w", initializer=[1.0], use_resource=use_resource)
        train = build_loop(
            lambda weights, _: tf.reduce_sum(weights[1] * tf.stop_gradient(weights[0])),
            [first, w],
            WrappedNoisyDescent(0.5, 4, noise_stddev=0, centred=True),
            lambda step: (),
        )
        session.run(tf.global_variables_initializer())
        train(session, steps=2)
        # 1 - 0.5 * 5 = -1.5; -1.5 - 0.5 * 5 = -4, which is 0 on a circle of 4.
        assert [v.tolist() for v in session.run([first, w])] == [[5.0], [0.0]]


@pytest.mark.parametrize("compiled", [False, pytest.param(True, marks=needs_compiled_loops)])
def test_errors_name_the_variable(compiled):
    class Wrong(Rule):
        def move(self, weights, gradient, step, name):
            return tf.concat([weights, weights], 0)

    with tf.Graph().as_default():
        w = tf.get_variable("layer/w", initializer=np.ones([4, 2], np.float32), use_resource=True)

        def build(loss_of, rule):
            return build_loop(loss_of, [w], rule, lambda step: (), compiled)

        def total(weights, _):
            return tf.reduce_sum(weights[0])

        with pytest.raises(InputError, match=r"variables: \['layer/w'\] was given; allowed is"):
            build(lambda weights, _: tf.constant(1.0), GradientDescent(0.1))
        with pytest.raises(InputError, match="Wrong for variable 'layer/w': 'float32 .8, 2.'"):
            build(total, Wrong())
        with pytest.raises(InputError, match="rule: 'descent' was given"):
            build(total, "descent")
        with pytest.raises(UnsupportedError, match="gradient of 'layer/w' is sparse"):
            build(lambda weights, _: tf.reduce_sum(tf.gather(weights[0], [1])), GradientDescent())


@pytest.mark.parametrize("steps", [0, -1, 1.5, True, "3", None], ids=repr)
def test_steps_are_whole_and_at_least_one(steps):
    with tf.Graph().as_default(), tf.Session() as session:
        model, train = loop_of(PROBLEMS["coupled"], GradientDescent(0.01))
        session.run(tf.global_variables_initializer())
        if steps is not None:  # which is as many as the loop has chosen
            with pytest.raises(
                InputError, match="steps: .* allowed is a whole number of at least 1"
            ):
                train(session, steps=steps)
        with pytest.raises(InputError, match="steps: "):
            list(train.run(session, steps))


@needs_compiled_loops
def test_a_compiled_run_is_no_longer_than_its_noise():
    with tf.Graph().as_default(), tf.Session() as session:
        _, train = loop_of(PROBLEMS["coupled"], RULES["wrapped"], True, compiled=True)
        session.run(tf.global_variables_initializer())
        with pytest.raises(InputError, match="steps: 65 was given; allowed is at most 64"):
            train(session, steps=65)
        assert list(train.run(session, 65))[-1] == 65


def test_after_ctrl_c_between_runs_whole_runs_are_done_and_training_goes_on(use_resource):
    problem, rule = PROBLEMS["digits"], RULES["chain"]
    right, _ = single_steps(problem, rule, STEPS, use_resource)
    with tf.Graph().as_default(), tf.Session() as session:
        model, train = loop_of(problem, rule, use_resource)
        session.run(tf.global_variables_initializer())
        (counter,) = [v for v in tf.global_variables() if v.op.name == "step"]
        with pytest.raises(KeyboardInterrupt):
            for done in train.run(session, STEPS):
                if done >= 3:
                    raise KeyboardInterrupt
        assert session.run(counter) == done
        assert same_bits(session.run(model.variables), right[done - 1])
        assert list(train.run(session, STEPS - done))[-1] == STEPS - done
        assert session.run(counter) == STEPS
        assert same_bits(session.run(model.variables), right[-1])


def test_two_loops_of_one_graph_count_apart():
    with tf.Graph().as_default(), tf.Session() as session:
        v = tf.get_variable("v", initializer=[0.0])
        w = tf.get_variable("w", initializer=[0.0])
        rule = GradientDescent(lambda step: tf.cast(step + 1, tf.float32))
        one, other = (
            build_loop(lambda weights, _: -tf.reduce_sum(weights[0]), [each], rule, lambda step: ())
            for each in (v, w)
        )
        session.run(tf.global_variables_initializer())
        one(session, steps=3)
        other(session, steps=2)
        assert [each.tolist() for each in session.run([v, w])] == [[1.0 + 2 + 3], [1.0 + 2]]
