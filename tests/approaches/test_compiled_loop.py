"""What XLA would leave out of a loop, or draw otherwise, is refused; stock rules go through."""

import numpy as np
import pytest
import tensorflow.compat.v1 as tf
from lacking import needs_compiled_loops

from tf1_updates.approaches import APPROACHES
from tf1_updates.approaches.in_graph_loop import build_loop
from tf1_updates.errors import UnsupportedError
from tf1_updates.problems import Quadratic
from tf1_updates.rules import RULES, GradientDescent, make_rule

pytestmark = needs_compiled_loops


def asserted(tensor):
    with tf.control_dependencies([tf.debugging.Assert(tf.reduce_all(tensor < 9.0), [tensor])]):
        return tf.identity(tensor)


def in_a_function(spoil):
    return lambda tensor: tf.function(spoil, autograph=False)(tensor)


def in_a_condition(spoil):
    return lambda tensor: tf.cond(tensor[0] > 0, lambda: spoil(tensor), lambda: tensor)


def with_noise(tensor):
    return tensor + tf.random.normal(tensor.shape)


SPOILT = {
    "assert": (asserted, "Assert"),
    "check_numerics": (lambda tensor: tf.debugging.check_numerics(tensor, "bad"), "CheckNumerics"),
    "normal": (with_noise, "RandomStandardNormal"),
    "dropout": (lambda tensor: tf.nn.dropout(tensor, rate=0.5), "RandomUniform"),
    "stateless": (
        lambda tensor: tensor + tf.random.stateless_uniform(tensor.shape, [1, 2]),
        "StatelessRandom",
    ),
    "assert in a function": (in_a_function(asserted), "Assert"),
    "normal in a function": (in_a_function(with_noise), "RandomStandardNormal"),
    "assert in a condition": (in_a_condition(asserted), "Assert"),
}
PLACES = ["move", "project", "loss_of", "batch_at"]


def loop_spoilt_in(place, spoil, compiled):
    def unless(other):
        return spoil if place == other else (lambda tensor: tensor)

    class Mine(GradientDescent):
        def move(self, weights, gradient, step, name):
            return super().move(weights, unless("move")(gradient), step, name)

        def project(self, moved):
            return unless("project")(moved)

    w = tf.get_variable("w", initializer=[1.0, -3.0], use_resource=True)
    bottoms = tf.constant([[0.5, 1.0], [2.0, 3.0]])
    return build_loop(
        lambda weights, bottom: tf.reduce_sum(unless("loss_of")(weights[0]) * bottom),
        [w],
        Mine(0.1),
        lambda step: unless("batch_at")(bottoms[step % 2]),
        compiled=compiled,
    )


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("name", list(SPOILT))
def test_what_xla_changes_is_refused_wherever_it_stands(name, place):
    spoil, operation = SPOILT[name]
    with tf.Graph().as_default():
        with pytest.raises(UnsupportedError) as refusal:
            loop_spoilt_in(place, spoil, compiled=True)
    text = str(refusal.value)
    assert "\n" not in text and text.startswith("in_graph_loop: XLA leaves out or changes the op")
    assert operation in text and "of Mine, loss_of or batch_at" in text
    assert text.endswith("build it before the loop, or leave out compiled=True")


def test_not_compiled_the_assertion_runs():
    with tf.Graph().as_default(), tf.Session() as session:
        train = loop_spoilt_in("project", lambda w: asserted(w + 20.0), compiled=False)
        session.run(tf.global_variables_initializer())
        with pytest.raises(tf.errors.InvalidArgumentError, match="assertion failed"):
            train(session, steps=2)


SCHEDULES = {
    "piecewise": lambda step: tf.train.piecewise_constant(step, [2, 4], [0.3, 0.2, 0.1]),
    "exponential": lambda step: tf.train.exponential_decay(0.3, step, 3, 0.5, staircase=True),
    "a number": lambda step: 0.25,
    "double": lambda step: 0.3 - 0.01 * tf.cast(step, tf.float64),
    "cosine": lambda step: tf.train.cosine_decay(0.3, step, 9),
}


@pytest.mark.parametrize("schedule", list(SCHEDULES))
def test_schedules_with_assertions_of_their_own_are_evaluated_outside(schedule):
    rule, steps, found = GradientDescent(SCHEDULES[schedule]), 6, []
    for loop in (False, True):
        with tf.Graph().as_default(), tf.Session() as session:
            model = Quadratic(seed=1).build(True)
            if loop:
                take = model.batches_in_graph(steps)
                train = build_loop(model.loss_of, model.variables, rule, take, compiled=True)
            else:
                train = APPROACHES["group_assign"].build(model.loss, model.variables, rule)
            session.run(tf.global_variables_initializer())
            if loop:
                train(session, steps=4)
                train(session, steps=steps - 4)
            for number in range(0 if loop else steps):
                train(session, model.feed(number))
            found.append(session.run(model.variables))
    for single, looped in zip(*found):
        np.testing.assert_allclose(looped, single, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("name", [n for n in RULES if n not in ("oja", "feedback_alignment")])
def test_every_stock_rule_that_takes_a_gradient_goes_through(name):
    with tf.Graph().as_default(), tf.Session() as session:
        model = Quadratic(seed=1).build(True)
        take = model.batches_in_graph(3)
        train = build_loop(model.loss_of, model.variables, make_rule(name), take, compiled=True)
        session.run(tf.global_variables_initializer())
        train(session, steps=3)
        assert all(np.isfinite(values).all() for values in session.run(model.variables))
