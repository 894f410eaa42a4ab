"""What every approach promises: untouched variables, exact counts, readable refusals."""

import numpy as np
import pytest
import tensorflow.compat.v1 as tf

from tf1_updates.agreement.counting_session import CountingSession
from tf1_updates.approaches import APPROACHES, REFERENCE
from tf1_updates.errors import InputError, UnsupportedError
from tf1_updates.rules import GradientDescent, Rule, WrappedNoisyDescent

ALL = list(APPROACHES)
TAKES_SPARSE = ["optimizer_subclass", "built_in"]
WRAPPED = WrappedNoisyDescent(0.1, 20, noise_stddev=0)


def variable(name, start, use_resource=None):
    return tf.get_variable(name, initializer=np.float32(start), use_resource=use_resource)


@pytest.mark.parametrize("name", ALL)
def test_a_variable_that_the_loss_does_not_reach_stays_untouched(name, use_resource, lacks):
    if lacks(name, use_resource):
        pytest.skip(lacks(name, use_resource))
    with tf.Graph().as_default(), tf.Session() as session:
        w = variable("w", [1.0, -3.0], use_resource)
        b = variable("b", 25.0, use_resource)  # outside of [0, 20): a projection would show
        rate = tf.Variable(0.1)  # a plain variable is trainable, and must not be trained
        rule = WrappedNoisyDescent(rate, 20)
        loss = 0.5 * tf.reduce_sum(w * w)
        train_step = APPROACHES[name].attempt(loss, tf.trainable_variables(), rule)
        session.run(tf.global_variables_initializer())
        for _ in range(3):
            train_step(session)
        assert session.run([b, rate]) == [25.0, np.float32(0.1)]
        assert (session.run(w) != [1.0, -3.0]).all()


@pytest.mark.parametrize("name", ALL)
def test_no_variable_that_the_loss_reaches_is_one_clear_error(name, lacks):
    if lacks(name, None):
        pytest.skip(lacks(name, None))
    with tf.Graph().as_default():
        w, b = variable("w", 1.0), variable("b", 1.0)
        with pytest.raises(InputError, match=r"variables: \['w', 'b'\] was given; allowed is"):
            APPROACHES[name].build(tf.constant(3.0) ** 2, [w, b], GradientDescent(0.1))
        with pytest.raises(InputError, match=r"variables: \[\] was given"):
            APPROACHES[name].build(w * w, [], GradientDescent(0.1))


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("rule", [None, "gradient_descent", GradientDescent])
def test_what_is_no_rule_is_refused(name, rule, lacks):
    if lacks(name, None):
        pytest.skip(lacks(name, None))
    with tf.Graph().as_default():
        w = variable("w", 1.0)
        with pytest.raises(InputError, match="rule: .* was given; allowed is a Rule"):
            APPROACHES[name].build(w * w, [w], rule)


@pytest.mark.parametrize("name", ALL)
def test_variables_come_as_any_list_but_not_bare(name, lacks):
    if lacks(name, None):
        pytest.skip(lacks(name, None))
    with tf.Graph().as_default(), tf.Session() as session:
        v, w = variable("v", 1.0), variable("w", -3.0)
        for bare in (None, w):
            with pytest.raises(InputError, match="variables: .* allowed is a list of variables"):
                APPROACHES[name].build(w * w, bare, GradientDescent(0.5))
        train_step = APPROACHES[name].build(
            0.5 * (v * v + w * w), (each for each in (v, w)), GradientDescent(0.5)
        )
        session.run(tf.global_variables_initializer())
        train_step(session)
        assert session.run([v, w]) == [1.0 - 0.5 * 1.0, -3.0 + 0.5 * 3.0]


@pytest.mark.parametrize("name", ALL)
def test_a_partitioned_variable_counts_as_its_slices(name, lacks):
    if lacks(name, None):
        pytest.skip(lacks(name, None))
    with tf.Graph().as_default(), tf.Session() as session:
        cut = tf.get_variable(
            "w", [4, 2], initializer=tf.ones_initializer(), partitioner=tf.fixed_size_partitioner(2)
        )
        loss = tf.add_n([0.5 * tf.reduce_sum(part * part) for part in cut])
        train_step = APPROACHES[name].build(loss, [cut], GradientDescent(0.25))
        session.run(tf.global_variables_initializer())
        train_step(session)
        assert (session.run(tf.convert_to_tensor(cut)) == 1.0 - 0.25 * 1.0).all()


@pytest.mark.parametrize("name", [name for name in ALL if name != "process_gradients"])
def test_a_rule_of_ones_own_may_have_a_schedule_of_any_name(name, lacks):
    if lacks(name, None):
        pytest.skip(lacks(name, None))

    class Shrink(Rule):
        hyper_parameters = ("learning_rate", "shrinkage")

        def __init__(self, shrinkage):
            self.learning_rate, self.shrinkage = 0.5, shrinkage

        def move(self, weights, gradient, step, name):
            return weights * (1.0 - self.shrinkage)

    with tf.Graph().as_default(), tf.Session() as session:
        w = variable("w", [1.0, -3.0])
        rule = Shrink(lambda step: 0.5 - 0.25 * tf.cast(step, tf.float32))
        train_step = APPROACHES[name].build(0.5 * tf.reduce_sum(w * w), [w], rule)
        session.run(tf.global_variables_initializer())
        train_step(session)
        train_step(session)
        after = session.run(w).tolist()
    right = 0.5 * 0.5 if name == "built_in" else (1 - 0.5) * (1 - 0.25)
    assert after == [1.0 * right, -3.0 * right]


@pytest.mark.parametrize("name", [name for name in ALL if name not in TAKES_SPARSE])
def test_a_sparse_gradient_is_refused_by_name_where_it_cannot_be_taken(name, lacks):
    if lacks(name, None):
        pytest.skip(lacks(name, None))
    with tf.Graph().as_default():
        rows = variable("rows", np.ones([4, 2]))
        loss = tf.reduce_sum(tf.gather(rows, [1, 1, 3]))
        with pytest.raises(UnsupportedError) as refusal:
            APPROACHES[name].build(loss, [rows], GradientDescent(0.1))
    text = str(refusal.value)
    assert text.startswith(name + ": the gradient of 'rows' is sparse") and "\n" not in text
    assert "use optimizer_subclass" in text


def test_sparse_rows_are_summed_wrapped_and_alone_in_being_touched(use_resource):
    # Case 4: rows of 19.5, looked up [1, 1, 3], gradient -10 each, rate .1, B 20.
    with tf.Graph().as_default(), tf.Session() as session:
        rows = variable("rows", np.full([4, 1], 19.5), use_resource)
        loss = -10.0 * tf.reduce_sum(tf.gather(rows, [1, 1, 3]))
        train_step = APPROACHES["optimizer_subclass"].build(loss, [rows], WRAPPED)
        session.run(tf.global_variables_initializer())
        train_step(session)
        right = [19.5, 19.5 + 0.1 * 20 - 20, 19.5, 19.5 + 0.1 * 10 - 20]
        assert session.run(rows)[:, 0].tolist() == right


def test_the_recipe_of_processed_gradients_says_that_it_cannot_see_w():
    with tf.Graph().as_default():
        w = variable("layer/w", 1.0)
        with pytest.raises(UnsupportedError) as refusal:
            APPROACHES["process_gradients"].build(w * w, [w], WRAPPED)
    assert str(refusal.value) == (
        "process_gradients: cannot see w: WrappedNoisyDescent needs more than the gradient of "
        "'layer/w'; use rewritten_gradient, group_assign or optimizer_subclass"
    )


def test_the_hack_refuses_variables_that_meet():
    with tf.Graph().as_default():
        a, b = variable("a", 1.0), variable("b", 1.0)
        with pytest.raises(UnsupportedError, match="gradient of 'b' would see the new 'a'"):
            APPROACHES["session_run_in_update"].build(a * b, [a, b], WRAPPED)


def test_the_floor_refuses_a_gradient_that_is_another_variables_memory():
    with tf.Graph().as_default():
        a, b = variable("a", [1.0], False), variable("b", [1.0], False)
        with pytest.raises(UnsupportedError, match="gradient of 'a' may be the memory of 'b'"):
            APPROACHES["built_in"].build(tf.reduce_sum(a * b), [a, b], GradientDescent(0.1))
        c, d = variable("c", [1.0], True), variable("d", [1.0], True)
        APPROACHES["built_in"].build(tf.reduce_sum(c * d), [c, d], GradientDescent(0.1))


@pytest.mark.parametrize("name", ["built_in", "process_gradients"])
def test_a_rule_without_a_learning_rate_is_refused_by_the_stock_optimizer(name, lacks):
    if lacks(name, None):
        pytest.skip(lacks(name, None))

    class Shrink(Rule):
        reads_weights = False

        def move(self, weights, gradient, step, name):
            return weights - gradient

    with tf.Graph().as_default():
        w = variable("w", 1.0)
        with pytest.raises(UnsupportedError, match=name + ": Shrink for 'w' has no learning rate"):
            APPROACHES[name].build(w * w, [w], Shrink())


@pytest.mark.parametrize("name", ALL)
def test_session_calls_and_new_ops_are_exact_and_constant(name, use_resource, lacks):
    if lacks(name, use_resource):
        pytest.skip(lacks(name, use_resource))
    calls = {"session_run_in_update": 2, "eval_after_step": 7, "prebuilt_session_run": 7}
    grows = ("session_run_in_update", "eval_after_step")
    with tf.Graph().as_default() as graph, tf.Session() as session:
        v, w = variable("v", [1.0, 2.0], use_resource), variable("w", -3.0, use_resource)
        train_step = APPROACHES[name].attempt(tf.reduce_sum(v * v) + w * w, [v, w], WRAPPED)
        session.run(tf.global_variables_initializer())
        added, runs = [], []
        for _ in range(4):
            counting, before = CountingSession(session), len(graph.get_operations())
            train_step(counting)
            added.append(len(graph.get_operations()) - before)
            runs.append(counting.runs)
    assert runs == [calls.get(name, 1)] * 4
    assert len(set(added)) == 1 and (added[0] > 0) == (name in grows)


@pytest.mark.parametrize("name", ALL)
def test_sessions_and_graphs_share_nothing(name, lacks):
    if lacks(name, None):
        pytest.skip(lacks(name, None))
    """A second session starts at step 0 again, and so do variables initialised anew."""
    rule = WrappedNoisyDescent(lambda step: 0.1 / (1.0 + step), 20, noise_stddev=0.5)
    with tf.Graph().as_default() as graph:
        w = variable("w", [1.0, -3.0])
        train_step = APPROACHES[name].attempt(tf.reduce_sum(w * w), [w], rule)
        initialise = tf.global_variables_initializer()
        runs = []
        first, second = tf.Session(graph=graph), tf.Session(graph=graph)
        with first, second:
            for session in (first, second, first):
                session.run(initialise)
                for _ in range(3):
                    train_step(session)
                runs.append(session.run(w).tolist())
    assert runs[0] == runs[1] == runs[2]


def test_the_hack_draws_fresh_noise_at_each_step():
    # Case 5: an op-seeded noise op built anew each step repeats itself; keyed noise does not.
    rule = WrappedNoisyDescent(0.0, 1e6, noise_stddev=1.0, centred=True)
    with tf.Graph().as_default(), tf.Session() as session:
        w = variable("w", np.zeros(8))
        train_step = APPROACHES["session_run_in_update"].build(tf.reduce_sum(w), [w], rule)
        session.run(tf.global_variables_initializer())
        seen = [session.run(w)]
        for _ in range(5):
            train_step(session)
            seen.append(session.run(w))
    steps = np.round(np.diff(seen, axis=0), 3)
    assert len({tuple(step) for step in steps.tolist()}) == 5


@pytest.mark.parametrize("name", ALL)
def test_nan_stays_visible_and_the_other_weights_go_on(name, lacks):
    if lacks(name, None):
        pytest.skip(lacks(name, None))
    with tf.Graph().as_default(), tf.Session() as session:
        w = variable("w", [np.nan, 1.0])
        train_step = APPROACHES[name].attempt(0.5 * tf.reduce_sum(w * w), [w], WRAPPED)
        session.run(tf.global_variables_initializer())
        train_step(session)
        after = session.run(w)
    assert np.isnan(after[0]) and np.isfinite(after[1]) and after[1] != 1.0


@pytest.mark.parametrize("dtype", [tf.float16, tf.float64], ids=lambda dtype: dtype.name)
@pytest.mark.parametrize("name", [name for name in ALL if name != "process_gradients"])
def test_other_dtypes(name, dtype, lacks):
    if lacks(name, None):
        pytest.skip(lacks(name, None))
    rule = WrappedNoisyDescent(0.5, 16, noise_stddev=0)
    with tf.Graph().as_default(), tf.Session() as session:
        w = tf.get_variable("w", initializer=np.array([1.0, -3.0], dtype.as_numpy_dtype))
        train_step = APPROACHES[name].build(tf.reduce_sum(w * w), [w], rule)
        session.run(tf.global_variables_initializer())
        train_step(session)
        after = session.run(w).tolist()
    # The gradient is 2w, so that w - 0.5 * 2w is 0 everywhere; on the floor as on the circle.
    assert after == [1.0 - 0.5 * 2.0, -3.0 + 0.5 * 6.0]


def test_the_table_holds_the_reference_and_one_file_per_approach():
    assert REFERENCE in APPROACHES
    assert all(approach.name == name for name, approach in APPROACHES.items())
    assert len({approach.summary for approach in APPROACHES.values()}) == len(APPROACHES)
