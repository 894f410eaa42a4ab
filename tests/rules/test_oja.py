"""Oja's rule finds the principal components of real digits, and names a variable fed wrongly."""

import numpy as np
import pytest
import tensorflow.compat.v1 as tf

from tf1_updates.datasets import load
from tf1_updates.errors import InputError
from tf1_updates.optimizer import RuleOptimizer
from tf1_updates.rules import Oja


@pytest.fixture(scope="module")
def digits():
    images = load().train_images
    return images - images.mean(axis=0)


@pytest.fixture(scope="module")
def components(digits):
    """The principal components: right singular vectors of the digits, as of their products."""
    return np.linalg.svd(digits.T @ digits)[2]


def trained(inputs, columns, rate, steps, batch=200, use_resource=None):
    """Return the weights after some steps on batches of the inputs."""
    random = np.random.RandomState(3)
    shape = [inputs.shape[1]] + ([columns] if columns else [])
    with tf.Graph().as_default(), tf.Session() as session:
        start = np.float32(random.standard_normal(shape) * 0.01)
        w = tf.get_variable("w", initializer=start, use_resource=use_resource)
        x = tf.placeholder(tf.float32, [None, inputs.shape[1]])
        train = RuleOptimizer(Oja(rate)).apply_gradients([(x, w)])
        session.run(tf.global_variables_initializer())
        for _ in range(steps):
            session.run(train, {x: inputs[random.randint(len(inputs), size=batch)]})
        return session.run(w)


def test_one_neuron_finds_the_first_principal_component_of_the_digits(
    digits, components, use_resource
):
    # The rate falls, so that the noise of the batches does, too.
    w = trained(digits, None, lambda step: 0.1 / (1.0 + 0.02 * step), 300, 200, use_resource)
    cosine = abs(w @ components[0]) / np.linalg.norm(w)
    assert cosine > 0.99
    assert abs(np.linalg.norm(w) - 1.0) < 0.02


def test_several_neurons_find_the_components_in_their_order(digits, components):
    w = trained(digits, 3, lambda step: 0.1 / (1.0 + 0.01 * step), 1000)
    cosines = np.abs((components[:3] @ w) / np.linalg.norm(w, axis=0))
    assert (np.diag(cosines) > 0.98).all(), cosines
    assert (cosines - np.diag(np.diag(cosines)) < 0.2).all(), cosines


def sanger(w, x, rate):
    """The rule as sums over examples and columns, in float64."""
    new = w.copy()
    for example in x:
        outputs = example @ w
        for j in range(w.shape[1]):
            rebuilt = sum(outputs[i] * w[:, i] for i in range(j + 1))
            new[:, j] += rate * outputs[j] * (example - rebuilt) / len(x)
    return new


@pytest.mark.parametrize("shape", [(4,), (4, 1), (4, 3), (4, 4)], ids=str)
def test_a_step_is_that_of_the_equation(shape):
    random = np.random.RandomState(1)
    w, x = random.standard_normal(shape), random.standard_normal((5, 4))
    with tf.Graph().as_default(), tf.Session() as session:
        fed_w, fed_x = tf.placeholder(tf.float64, shape), tf.placeholder(tf.float64, [None, 4])
        new = session.run(Oja(0.25).move(fed_w, fed_x, 0, "w"), {fed_w: w, fed_x: x})
    right = sanger(w.reshape(4, -1), x, 0.25).reshape(shape)
    assert np.abs(new - right).max() < 1e-13


@pytest.mark.parametrize(
    "inputs, given",
    [
        (lambda: tf.zeros([5, 3]), r"float32 \(5, 3\)"),
        (lambda: tf.zeros([4]), r"float32 \(4,\)"),
        (lambda: tf.zeros([2, 5, 4]), r"float32 \(2, 5, 4\)"),
        (lambda: tf.zeros([5, 4], tf.float64), "float64"),
        (lambda: np.zeros([5, 3], np.float32), r"float32 \(5, 3\)"),
        (lambda: np.zeros([5, 4]), "float64"),
        (lambda: tf.zeros([5, 4], tf.int32), "int32"),
    ],
)
def test_inputs_of_another_shape_or_dtype_are_one_line_that_names_the_variable(inputs, given):
    with tf.Graph().as_default():
        w = tf.get_variable("layer/w", [4])
        with pytest.raises(InputError, match=given) as refusal:
            RuleOptimizer(Oja(0.1)).apply_gradients([(inputs(), w)])
    assert "'layer/w'" in str(refusal.value) and "\n" not in str(refusal.value)


def test_weights_that_are_no_neurons_are_refused():
    with tf.Graph().as_default():
        w = tf.get_variable("deep", [2, 3, 4])
        with pytest.raises(InputError, match=r"variable 'deep'.*a shape of \[d\] or \[d, k\]"):
            RuleOptimizer(Oja(0.1)).apply_gradients([(tf.zeros([5, 2]), w)])
