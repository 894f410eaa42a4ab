"""Says what one step should have done to given weights: by the oracle, and to the bit."""

from typing import Any, NamedTuple

import numpy as np
import tensorflow.compat.v1 as tf

from tf1_updates.agreement import oracle
from tf1_updates.rules.hyper_parameters import as_scalar
from tf1_updates.rules.noise import variable_key

# By the class's name, so that the oracle needs nothing of the rules' own code.
_ORACLES = {
    "GradientDescent": oracle.gradient_descent,
    "ProjectedDescent": oracle.projected_descent,
    "WrappedNoisyDescent": oracle.wrapped_noisy_descent,
}


class Expected(NamedTuple):
    """What one step should give for one variable, and how far off float32 may be.

    Attributes:
        weights: float64 array, the oracle's.
        same_ops: float32 array, the rule's own ops on the same weights: the bits to be equal to.
        tolerance: float64 array, the rounding that a correct approach may show.
        bound: length of the circle, or `None`.
        lowest: where the circle is cut open, or `None`.
    """

    weights: Any
    same_ops: Any
    tolerance: Any
    bound: Any
    lowest: Any

    def outside(self, weights):
        """Return which weights lie off the rule's stretch of the circle by more than rounding."""
        if self.bound is None:
            return np.zeros(np.shape(weights), bool)
        too_low = weights < self.lowest - self.tolerance
        return too_low | (weights > self.lowest + self.bound + self.tolerance)


class Judge:
    """Holds a problem and a rule in a graph of its own, with weights and step fed.

    Each step is judged from the weights that the approach itself had before it. So an error cannot
    hide behind an earlier one, and rounding cannot build up to a false alarm.

    The gradient is the one that TensorFlow computes at those weights; it is held against the
    problem's NumPy gradient by `gradient_error`.

    Args:
        problem: a `Problem`.
        rule: a `Rule` that the oracle knows.
        use_resource: the kind of variable, as for `Problem.build`.
    """

    def __init__(self, problem, rule, use_resource=None):
        self._problem, self._rule = problem, rule
        self._graph = tf.Graph()
        with self._graph.as_default():
            self._model = problem.build(use_resource)
            variables = self._model.variables
            self._step = tf.placeholder(tf.int64, [])
            self._fed = [tf.placeholder(v.dtype.base_dtype, v.shape) for v in variables]
            loads = [v.assign(fed).op for v, fed in zip(variables, self._fed)]
            self._load = tf.group(*loads)
            gradients = tf.gradients(self._model.loss, variables)
            self._same_ops = [
                rule.next_weights(variable, gradient, self._step)
                for gradient, variable in zip(gradients, variables)
            ]
            self._fetches = {
                "gradients": [tf.convert_to_tensor(gradient) for gradient in gradients],
                "noise": [self._unit_noise(variable) for variable in variables],
                "numbers": {
                    name: as_scalar(name, value, tf.float64, self._step)
                    for name, value in rule.settings().items()
                    if name not in ("seed", "centred")
                },
            }
            initialise = tf.global_variables_initializer()
        self._session = tf.Session(graph=self._graph)
        self._session.run(initialise)

    def _unit_noise(self, variable):
        seed = getattr(self._rule, "seed", 0)
        key = tf.stack([tf.constant(variable_key(seed, variable.op.name), tf.int64), self._step])
        return tf.random.stateless_normal(variable.shape, seed=key)

    def _run(self, fetches, weights, number):
        feed = dict(zip(self._fed, (weights[v.op.name] for v in self._model.variables)))
        self._session.run(self._load, feed)
        feed = self._model.feed(number)
        feed[self._step] = number
        return self._session.run(fetches, feed)

    def expect(self, weights, number):
        """Return what step `number` should make of these weights.

        Args:
            weights: dict from variable name to float32 array, as they are before the step.
            number: the step, which says batch, noise and scheduled hyper-parameters.

        Returns:
            A dict from variable name to `Expected`.
        """
        # A run of its own: fetched with the gradients, the same ops would be optimised differently.
        same_ops = self._run(self._same_ops, weights, number)
        found = self._run(self._fetches, weights, number)
        numbers = dict(found["numbers"])
        stddev, mean = numbers.pop("noise_stddev", 0.0), numbers.pop("noise_mean", 0.0)
        if hasattr(self._rule, "centred"):
            numbers["centred"] = self._rule.centred
        bound = numbers.get("bound")
        lowest = -bound / 2 if numbers.get("centred") else bound and 0.0
        step_of = _ORACLES[type(self._rule).__name__]
        expected = {}
        for position, variable in enumerate(self._model.variables):
            before = weights[variable.op.name].astype(np.float64)
            gradient = found["gradients"][position].astype(np.float64)
            noise = mean + stddev * found["noise"][position].astype(np.float64)
            after = step_of(before, gradient, noise, **numbers)
            travelled = np.abs(numbers["learning_rate"] * gradient) + np.abs(noise)
            expected[variable.op.name] = Expected(
                weights=after,
                same_ops=same_ops[position],
                tolerance=_rounding(np.abs(before) + travelled, bound, travelled),
                bound=bound,
                lowest=lowest,
            )
        return expected

    def gradient_error(self, weights, number):
        """Return the largest difference of TensorFlow's gradients from the problem's in NumPy.

        It is relative to the largest NumPy gradient of the variable.
        """
        found = self._run(self._fetches["gradients"], weights, number)
        by_hand = self._problem.gradients(weights, number)
        errors = []
        for gradient, variable in zip(found, self._model.variables):
            right = by_hand[variable.op.name]
            largest = max(np.abs(right).max(), np.finfo(np.float32).tiny)
            errors.append(np.abs(gradient - right).max() / largest)
        return max(errors)

    def close(self):
        """Close the judge's session."""
        self._session.close()


def _rounding(size, bound, travelled):
    # A few units in the last place of the largest number on the way; then the matrix product of
    # the gradient, whose order of summation may differ between two sessions.
    size = np.maximum(size, bound or 0.0)
    return 8 * np.finfo(np.float32).eps * size + 1e-4 * travelled
