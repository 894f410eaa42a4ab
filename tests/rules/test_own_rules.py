"""A rule of one's own with other methods than a rule has is refused in one line that shows both."""

import functools

import pytest
import tensorflow.compat.v1 as tf
from lacking import ON_TF1

from tf1_updates.approaches import APPROACHES
from tf1_updates.errors import InputError
from tf1_updates.optimizer import RuleOptimizer
from tf1_updates.rules import Chain, GradientDescent, Momentum, Rule, Wrap
from tf1_updates.rules.base import check_rule

MOVE = "(self, weights, gradient, step, name)"
ADVANCE = "(self, weights, gradient, slots, step, name)"
PROJECT = "(self, moved)"


def own(method, function):
    """A descent whose one method is another."""
    return type("Mine", (GradientDescent,), {method: function})(0.1)


def refused(call, *parts):
    with pytest.raises(InputError) as refusal:
        call()
    text = str(refusal.value)
    assert "\n" not in text
    for part in parts:
        assert part in text


WRONG = [
    ("move", lambda self, weights, gradient: weights, "(self, weights, gradient)", MOVE),
    ("move", lambda self, weights, gradient, step, name, more: weights, "name, more)", MOVE),
    ("move", lambda self: None, "(self)", MOVE),
    ("move", lambda: None, "()", MOVE),
    ("move", lambda self, weights, gradient, step, *, name: weights, "step, *, name)", MOVE),
    ("move", staticmethod(lambda weights, gradient: weights), "(weights, gradient)", MOVE),
    ("move", 3, "3", MOVE),
    ("move", None, "None", MOVE),
    ("advance", lambda self, weights, gradient, step, name: weights, "gradient, step, n", ADVANCE),
    ("project", lambda self: None, "(self)", PROJECT),
    ("project", lambda self, moved, low: moved, "(self, moved, low)", PROJECT),
]


@pytest.mark.parametrize("method, function, shown, allowed", WRONG)
def test_other_arguments_are_refused_wherever_a_rule_is_given(method, function, shown, allowed):
    rule = own(method, function)
    parts = ("Mine.{}: ".format(method), shown, "allowed is " + allowed)
    refused(lambda: check_rule(rule), *parts)
    refused(lambda: RuleOptimizer(rule), *parts)
    refused(lambda: Chain(Wrap(20), rule), *parts)
    for approach in APPROACHES.values():
        with tf.Graph().as_default():
            if approach.name == "compiled" and ON_TF1:
                continue  # it refuses this TensorFlow before it looks at the rule
            w = tf.get_variable("w", [2], use_resource=True)
            refused(lambda: approach.build(tf.reduce_sum(w * w), [w], rule), *parts)  # noqa: B023


@pytest.mark.parametrize(
    "method, function",
    [
        ("move", lambda self, w, g, t, key: w),
        ("move", lambda self, *given: given[0]),
        ("move", lambda self, w, g, t, name, more=3: w),
        ("move", lambda self, w, *rest, **named: w),
        ("move", staticmethod(lambda w, g, t, name: w)),
        ("move", functools.partialmethod(lambda self, more, w, g, t, name: w, 3)),
        ("advance", lambda self, w, g, slots, t, name: (w, {})),
        ("project", staticmethod(tf.abs)),
        ("project", lambda self, w, more=None: w),
    ],
)
def test_other_names_and_more_freedom_are_no_hindrance(method, function):
    rule = own(method, function)
    assert check_rule(rule) is rule
    with tf.Graph().as_default():
        w = tf.get_variable("w", [2])
        RuleOptimizer(rule).minimize(tf.reduce_sum(w * w))


def test_a_rule_without_a_move_is_refused_and_says_so_when_asked_to_move():
    class OnlyProjects(Rule):
        def project(self, moved):
            return tf.abs(moved)

    for rule in (Rule(), OnlyProjects()):
        name = type(rule).__name__
        for call in (lambda: RuleOptimizer(rule), lambda: Chain(rule), lambda: check_rule(rule)):  # noqa: B023
            refused(call, name + "() was given", "a Rule with a move" + MOVE)
        with pytest.raises(NotImplementedError, match=name + " has no move"):
            rule.move(None, None, 0, "w")
    assert check_rule(Momentum(0.1))  # it advances, in place of a move


def test_what_a_chain_takes_is_what_its_parts_take():
    class Hebb(GradientDescent):
        takes = "inputs x"

    assert Chain(GradientDescent(0.1), Wrap(20)).takes == "a gradient" == Rule.takes
    assert Chain(Hebb(0.1), Wrap(20)).takes == Chain(Wrap(20), Hebb(0.1)).takes == "inputs x"
