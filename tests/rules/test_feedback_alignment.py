"""Feedback alignment learns real digits in two layers, and turns towards the gradient."""

import numpy as np
import pytest
import tensorflow.compat.v1 as tf

from tf1_updates.datasets import load, one_hot
from tf1_updates.errors import InputError
from tf1_updates.optimizer import RuleOptimizer
from tf1_updates.rules import FeedbackAlignment
from tf1_updates.rules.feedback_alignment import seen

HIDDEN = 64


def degrees_between(some, other):
    cosine = (some * other).sum() / np.sqrt((some**2).sum() * (other**2).sum())
    return np.degrees(np.arccos(cosine))


def test_two_layers_learn_the_digits_and_align_with_the_gradient(use_resource):
    digits, random = load(), np.random.RandomState(0)
    images, targets = digits.train_images, one_hot(digits.train_labels)
    with tf.Graph().as_default(), tf.Session() as session:
        x, y = tf.placeholder(tf.float32, [None, 784]), tf.placeholder(tf.float32, [None, 10])
        start = np.float32(random.standard_normal([784, HIDDEN]) / 28.0)
        first = tf.get_variable("first", initializer=start, use_resource=use_resource)
        start = np.float32(random.standard_normal([HIDDEN, 10]) / 8.0)
        last = tf.get_variable("last", initializer=start, use_resource=use_resource)

        hidden = tf.tanh(tf.matmul(x, first))
        guess = tf.nn.softmax(tf.matmul(hidden, last))
        error, slope = guess - y, 1.0 - hidden**2
        pairs = [(seen(x, error, slope), first), (seen(hidden, error), last)]
        train = RuleOptimizer(FeedbackAlignment(0.2)).apply_gradients(pairs)

        gradient = tf.gradients(-tf.reduce_mean(tf.reduce_sum(y * tf.log(guess), 1)), first)[0]
        session.run(tf.global_variables_initializer())
        angles = []
        for step in range(400):
            chosen = random.randint(len(images), size=100)
            feed = {x: images[chosen], y: targets[chosen]}
            if step % 100 == 0:
                before, downhill = session.run([first, -gradient], feed)
            session.run(train, feed)
            if step % 100 == 0:
                angles.append(degrees_between(session.run(first) - before, downhill))
        guesses = session.run(guess, {x: digits.test_images})
    accuracy = (guesses.argmax(1) == digits.test_labels).mean()
    assert accuracy > 0.8  # chance is 0.1
    # Two random directions at first; then the forward weights have aligned with the feedback.
    assert angles[0] > 75.0 and max(angles[1:]) < 60.0, angles


def moved(weights, given, seed=0, name="w", rate=1.0):
    with tf.Graph().as_default(), tf.Session() as session:
        fed_w, fed = (
            tf.placeholder(tf.float64, weights.shape),
            tf.placeholder(tf.float64, given.shape),
        )
        new = FeedbackAlignment(rate, seed).move(fed_w, fed, 0, name)
        return session.run(new, {fed_w: weights, fed: given})


def test_a_hidden_layer_moves_by_the_equation_and_the_last_by_its_own_error():
    random = np.random.RandomState(1)
    x, e, slope = (random.standard_normal([5, size]) for size in (4, 2, 3))
    w = random.standard_normal([4, 3])
    with tf.Graph().as_default(), tf.Session() as session:
        feedback = session.run(FeedbackAlignment(0.5, 7).feedback(2, 3, tf.float64, "w"))
    right = w - 0.5 * x.T @ ((e @ feedback) * slope) / 5
    new = moved(w, np.concatenate([x, e, slope], axis=1), 7, rate=0.5)
    assert np.abs(new - right).max() < 1e-13
    last = moved(w, np.concatenate([x, slope], axis=1), 7, rate=0.5)
    assert np.abs(last - (w - 0.5 * x.T @ slope / 5)).max() < 1e-13


def test_the_feedback_is_fixed_by_seed_and_name_with_variance_one_over_errors():
    with tf.Graph().as_default(), tf.Session() as session:
        draw = [
            FeedbackAlignment(seed=seed).feedback(10, 3000, tf.float32, name)
            for seed, name in [(0, "w"), (0, "w"), (1, "w"), (0, "v")]
        ]
        once, again, other_seed, other_name = session.run(draw)
    assert (once == again).all()
    assert (once != other_seed).any() and (once != other_name).any()
    # Five standard errors of a variance of 30,000 normal numbers.
    assert abs(10 * once.var() - 1.0) < 5.0 * np.sqrt(2.0 / once.size)


@pytest.mark.parametrize(
    "given, said",
    [
        (lambda: tf.zeros([5, 6]), r"float32 \(5, 6\)"),
        (lambda: tf.zeros([4, 3]), r"float32 \(4, 3\)"),  # a gradient
        (lambda: tf.zeros([9]), r"float32 \(9,\)"),
        (lambda: tf.zeros([5, 9], tf.float64), "float64"),
        (lambda: tf.placeholder(tf.float32, [5, None]), r"float32 \(5, None\)|float32 \(5, \?\)"),
    ],
)
def test_what_no_synapse_sees_is_one_line_that_names_the_variable(given, said):
    with tf.Graph().as_default():
        w = tf.get_variable("layer/w", [4, 3])
        with pytest.raises(InputError, match=said) as refusal:
            RuleOptimizer(FeedbackAlignment(0.1)).apply_gradients([(given(), w)])
    assert "'layer/w'" in str(refusal.value) and "\n" not in str(refusal.value)


def test_weights_of_another_rank_are_refused():
    with tf.Graph().as_default():
        bias = tf.get_variable("bias", [3])
        with pytest.raises(InputError, match=r"variable 'bias'.*a shape of \[d, k\]"):
            RuleOptimizer(FeedbackAlignment(0.1)).apply_gradients([(tf.zeros([5, 9]), bias)])
