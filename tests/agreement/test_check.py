"""The check is right about right approaches and finds every kind of wrong one."""

import numpy as np
import pytest
import tensorflow.compat.v1 as tf

from tf1_updates.agreement.check import check
from tf1_updates.agreement.judge import Judge
from tf1_updates.agreement.oracle import circle_distance
from tf1_updates.approaches import group_assign
from tf1_updates.problems import Quadratic
from tf1_updates.rules import GradientDescent, WrappedNoisyDescent
from tf1_updates.step_counter import count_after, new_step_counter

RULE = WrappedNoisyDescent(learning_rate=0.1, bound=20, noise_stddev=0.01, seed=3)


def spoiled(spoil):
    """An approach like group_assign whose new weights are spoiled by a function."""

    def build(loss, variables, rule):
        counter = new_step_counter()
        step = counter.value()
        grads = tf.gradients(loss, variables)
        new = [spoil(rule, v, g, step) for v, g in zip(variables, grads)]
        with tf.control_dependencies(new):
            writes = [v.assign(n).op for v, n in zip(variables, new)]
        train_op = count_after(writes, counter)
        return lambda session, feed_dict=None: session.run(train_op, feed_dict)

    return build


def other_rule(**changed):
    settings = dict(RULE.settings(), **changed)
    return lambda rule, v, g, step: WrappedNoisyDescent(**settings).next_weights(v, g, step)


def one_weight_off(rule, v, g, step):
    new = rule.next_weights(v, g, step)
    if v.op.name != "matrix":
        return new
    return new + np.float32([[0, 0, 0], [0, 0, 2e-3]])


def late_by_one_step(rule, v, g, step):
    return rule.next_weights(v, g, tf.maximum(step - 1, 0))


MISTAKES = {
    "learning rate off by a part in a hundred": other_rule(learning_rate=0.101),
    "other noise": other_rule(seed=4),
    "no noise": other_rule(noise_stddev=0.0),
    "wrapped at another bound": other_rule(bound=19.9),
    "centred where it should not be": other_rule(centred=True),
    "never wrapped": lambda rule, v, g, step: rule.advance_variable(v, g, {}, step)[0],
    "one weight of one variable": one_weight_off,
    "noise and schedule late by one step": late_by_one_step,
    "gradient of the wrong sign": lambda rule, v, g, step: rule.next_weights(v, -g, step),
    "not moved at all": lambda rule, v, g, step: rule.project(tf.identity(v)),
    "nan": lambda rule, v, g, step: rule.next_weights(v, g, step) * np.float32(np.nan),
}


@pytest.fixture(scope="module")
def judged():
    problem = Quadratic(seed=5)
    judge = Judge(problem, RULE)
    yield problem, judge
    judge.close()


@pytest.mark.parametrize("mistake", list(MISTAKES))
def test_every_kind_of_mistake_is_found(judged, mistake):
    problem, judge = judged
    found = check(spoiled(MISTAKES[mistake]), problem, RULE, judge, steps=12)
    assert found.first_wrong is not None and found.bit_equal_share < 1.0


def test_the_step_the_variable_and_the_distance_are_named(judged):
    problem, judge = judged

    def wrong_from_step_five(rule, v, g, step):
        return rule.next_weights(v, g, step) + tf.cast(step >= 5, tf.float32) * 0.5

    found = check(spoiled(wrong_from_step_five), problem, RULE, judge, steps=8)
    assert found.first_wrong == "step 5 in 'vector': 6 of 6 weights, the farthest by 0.5"


def test_a_right_approach_agrees_to_the_bit(judged):
    problem, judge = judged
    found = check(group_assign.build, problem, RULE, judge, steps=30)
    assert found.first_wrong is None
    assert found.max_circle_error <= 2 * np.spacing(np.float32(20.0))
    assert (found.session_runs_per_step, found.ops_added_per_step) == (1, 0)
    # Bottom and curvature of 6 + 6 weights are fed, in float32; nothing comes back.
    assert (found.bytes_fed_per_step, found.bytes_fetched_per_step) == ((6 + 6) * 2 * 4, 0)


def test_a_whole_run_follows_an_independent_float64_run():
    """The judge looks at one step at a time; here nothing is put right on the way."""
    problem = Quadratic(seed=1)
    weights = {name: np.float64(w) for name, w in problem.initial_weights().items()}
    with tf.Graph().as_default(), tf.Session() as session:
        model = problem.build()
        rule = WrappedNoisyDescent(0.2, 20, noise_stddev=0.0, noise_mean=0.125)
        train_step = group_assign.build(model.loss, model.variables, rule)
        session.run(tf.global_variables_initializer())
        for number in range(200):
            train_step(session, model.feed(number))
            batch = problem.batch(number)
            for name, bottom, curvature in zip(weights, batch[0::2], batch[1::2]):
                gradient = np.float64(curvature) * (weights[name] - np.float64(bottom))
                weights[name] = np.mod(weights[name] - 0.2 * gradient + 0.125, 20.0)
            for variable in model.variables:
                apart = np.abs(session.run(variable) - weights[variable.op.name])
                # Bowls contract, but a weight that crosses the seam is another weight to the loss:
                # rounding on the seam itself would show as 20, not as a growing error.
                assert np.minimum(apart, 20.0 - apart).max() < 1e-4, number


def test_the_gradient_by_hand_is_that_of_tensorflow(judged):
    problem, judge = judged
    assert judge.gradient_error(problem.initial_weights(), 0) < 1e-6


def test_the_judge_knows_plain_descent_too():
    problem = Quadratic(seed=5)
    rule = GradientDescent(lambda step: 0.1 / (1.0 + step))
    judge = Judge(problem, rule)
    assert check(group_assign.build, problem, rule, judge, steps=12).first_wrong is None
    constant = GradientDescent(0.1)
    found = check(group_assign.build, problem, constant, judge, steps=12)
    assert found.first_wrong.startswith("step 1 in")


def test_distance_on_the_circle():
    nan, inf = np.nan, np.inf
    some, other = [0.0, 0.5, 19.0, nan, nan, inf, inf], [20.0, 19.5, 1.0, nan, 1.0, inf, 1.0]
    right = [0.0, 0.5 + 20.0 - 19.5, 1.0 + 20.0 - 19.0, 0.0, inf, 0.0, inf]
    assert circle_distance(np.array(some), np.array(other), 20.0).tolist() == right
    assert circle_distance(np.array([3.0]), np.array([-4.0])).tolist() == [3.0 + 4.0]
