"""Says what one step should have done to given weights: by the oracle, and to the bit."""

from typing import Any, NamedTuple

import numpy as np
import tensorflow.compat.v1 as tf

from tf1_updates.agreement import oracle
from tf1_updates.agreement.judged_parts import judged_parts
from tf1_updates.placement import LOCAL
from tf1_updates.updates import create_slots, new_values


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
        with np.errstate(invalid="ignore"):  # nan is told by its distance
            too_low = weights < self.lowest - self.tolerance
            return too_low | (weights > self.lowest + self.bound + self.tolerance)


class Judge:
    """Holds a problem and a rule in a graph of its own, with weights, slots and step fed.

    Each step is judged from the weights that the approach itself had before it. So an error cannot
    hide behind an earlier one, and rounding cannot build up to a false alarm. Slots are the
    judge's own, twice: in float64 for the oracle, and in float32 as the rule's ops leave them.

    The gradient is the one that TensorFlow computes at those weights; it is held against the
    problem's NumPy gradient by `gradient_error`.

    Args:
        problem: a `Problem`.
        rule: a `Rule` that the oracle knows, or a `Chain` of such.
        use_resource: the kind of variable, as for `Problem.build`.
        placement: the `Placement` of its graph and session: on another device, a gradient is
            rounded in another way.

    Raises:
        InputError: a rule that the oracle does not know.
    """

    def __init__(self, problem, rule, use_resource=None, placement=LOCAL):
        self._problem, self._rule = problem, rule
        self._parts = judged_parts(rule)
        self._graph = tf.Graph()
        with self._graph.as_default(), placement.scope():
            self._model = problem.build(use_resource)
            variables = self._model.variables
            self._step = tf.placeholder(tf.int64, [])
            gradients = tf.gradients(self._model.loss, variables)
            pairs = list(zip(gradients, variables))
            slots = create_slots(rule, pairs)
            updates = new_values(rule, pairs, slots, self._step)
            self._held = [variable for variable, _ in updates]
            self._same_ops = [new for _, new in updates]
            self._fed = [tf.placeholder(v.dtype.base_dtype, v.shape) for v in self._held]
            loads = [v.assign(fed).op for v, fed in zip(self._held, self._fed)]
            self._load = tf.group(*loads)
            self._fetches = {
                "gradients": [tf.convert_to_tensor(gradient) for gradient in gradients],
                "numbers": [part.numbers(self._step) for part in self._parts],
                "noise": [
                    [part.unit_noise(variable, self._step) for variable in variables]
                    for part in self._parts
                ],
            }
            initialise = tf.global_variables_initializer()
        self._session = placement.session(self._graph)
        self._session.run(initialise)
        self.restart()

    def restart(self):
        """Set the slots to zero, as they are before step 0."""
        variables = self._model.variables
        self._slots = [
            {name: np.zeros(v.shape.as_list()) for name in self._rule.slots} for v in variables
        ]
        kept = self._held[len(variables) :]
        self._kept = [np.zeros(v.shape.as_list(), v.dtype.as_numpy_dtype) for v in kept]

    def _run(self, fetches, weights, number):
        before = [weights[v.op.name] for v in self._model.variables] + self._kept
        self._session.run(self._load, dict(zip(self._fed, before)))
        feed = self._model.feed(number)
        feed[self._step] = number
        return self._session.run(fetches, feed)

    def expect(self, weights, number):
        """Return what step `number` should make of these weights, and of the slots so far.

        Args:
            weights: dict from variable name to float32 array, as they are before the step.
            number: the step, which says batch, noise and scheduled hyper-parameters.

        Returns:
            A dict from variable name to `Expected`.
        """
        # A run of its own: fetched with the gradients, the same ops would be optimised differently.
        same_ops = self._run(self._same_ops, weights, number)
        found = self._run(self._fetches, weights, number)
        self._kept = same_ops[len(self._model.variables) :]
        numbers = [
            dict(fetched, **part.choices) for fetched, part in zip(found["numbers"], self._parts)
        ]
        bound, lowest = _circle(self._parts, numbers)
        expected = {}
        for position, variable in enumerate(self._model.variables):
            before = weights[variable.op.name].astype(np.float64)
            gradient = found["gradients"][position].astype(np.float64)
            after, way = before, np.zeros_like(before)
            for part, now, noise in zip(self._parts, numbers, found["noise"]):
                noise, slots = noise[position].astype(np.float64), self._slots[position]
                moved = part.move(oracle.Before(after, gradient, slots, noise, number), **now)
                after, way = moved.weights, way + moved.way
                slots.update(moved.slots)
            for part, now in zip(self._parts, numbers):
                after = part.project(after, **now)
            expected[variable.op.name] = Expected(
                weights=after,
                same_ops=same_ops[position],
                tolerance=_rounding(np.abs(before) + way, bound, way),
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


def _circle(parts, numbers):
    # Weights are on a circle if the last of the projections is a wrap.
    bound = lowest = None
    for part, now in zip(parts, numbers):
        if part.projects:
            bound = now.get("bound")
            lowest = -bound / 2 if now.get("centred") else bound and 0.0
    return bound, lowest


def _rounding(size, bound, way):
    # A few units in the last place of the largest number on the way; then the matrix product of
    # the gradient, whose order of summation may differ between two sessions.
    size = np.maximum(size, bound or 0.0)
    return 8 * np.finfo(np.float32).eps * size + 1e-4 * way
