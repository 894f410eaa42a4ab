"""What every rule is: a move, then a projection onto the weights that are allowed."""

import tensorflow.compat.v1 as tf

from tf1_updates.errors import InputError
from tf1_updates.graph_walk import is_reference

# Ops that a rule ends in and that compute, so that their result is in memory of its own.
_COMPUTES = frozenset(
    ["Add", "AddV2", "FloorMod", "Maximum", "Minimum", "Select", "SelectV2", "Sub", "TruncateMod"]
)


class Rule:
    """`w <- project(move(w, g, step))`

    A rule says what the next weight is, in pure TensorFlow ops: it opens no session and creates no
    variable. How the new weight reaches the variable is the business of an approach. To write a
    rule, subclass and override `move`, and `project` if not every weight is allowed.

    >>> class SignDescent(Rule):
    ...     hyper_parameters = ()
    ...     def move(self, weights, gradient, step, name):
    ...         return weights - 0.5 * tf.sign(gradient)
    >>> with tf.Graph().as_default(), tf.Session() as session:
    ...     print(session.run(SignDescent().move(tf.constant([1.0, 1.0]), [-3.0, 3.0], 0, "w")))
    [1.5 0.5]
    """

    # The constructor's arguments, each kept as an attribute of the same name.
    hyper_parameters = ()

    # Whether the next weight is more than `w + f(g)`: such a rule cannot be told to an optimizer
    # by processing its gradient alone. True is the safe answer for a rule that does not say.
    reads_weights = True

    def move(self, weights, gradient, step, name):
        """Return the moved weights, before they are projected.

        Args:
            weights: tensor, the variable's weights before the step.
            gradient: tensor of the same shape and dtype, the loss's gradient there.
            step: int64 scalar tensor, how many steps came before this one.
            name: str, the variable's name; with the step it keys the rule's noise.

        Returns:
            A tensor of the weights' shape and dtype.
        """
        raise NotImplementedError("{} has no move".format(type(self).__name__))

    def project(self, moved):
        """Return the allowed weights nearest in the rule's sense; by default all are allowed."""
        return moved

    def moved_weights(self, variable, gradient, step):
        """Return `move(w, g, step)` for a variable, not projected.

        Args:
            variable: the `tf.Variable` that holds the weights.
            gradient: tensor of the variable's shape and dtype.
            step: int64 scalar, a tensor, a variable or a Python number.

        Returns:
            A tensor of the variable's shape and dtype which no write to any variable changes.

        Raises:
            InputError: the rule gave another shape or dtype, naming the variable.
        """
        weights = tf.convert_to_tensor(variable)
        step = tf.convert_to_tensor(step, dtype=tf.int64)
        moved = self.move(weights, gradient, step, variable.op.name)
        return self._checked(moved, weights, variable)

    def next_weights(self, variable, gradient, step):
        """Return `project(move(w, g, step))` for a variable; otherwise as `moved_weights`."""
        moved = self.moved_weights(variable, gradient, step)
        return self._checked(self.project(moved), moved, variable)

    def _checked(self, new_weights, weights, variable):
        new_weights = tf.convert_to_tensor(new_weights)
        same_dtype = new_weights.dtype.base_dtype == weights.dtype.base_dtype
        if not same_dtype or not new_weights.shape.is_compatible_with(weights.shape):
            describe = "{0.dtype.base_dtype.name} {0.shape}".format
            argument = "{} for variable {!r}".format(type(self).__name__, variable.op.name)
            raise InputError(argument, describe(new_weights), describe(weights))
        if is_reference(variable) and new_weights.op.type not in _COMPUTES:
            # A rule such as `w <- g` can hand on the memory of a variable that is about to change.
            new_weights = tf.raw_ops.DeepCopy(x=new_weights)
        return new_weights

    def settings(self):
        """Return the hyper-parameters as a dict, ready for a report.

        >>> from tf1_updates.rules import GradientDescent
        >>> GradientDescent(learning_rate=0.1).settings()
        {'learning_rate': 0.1}
        """
        return {name: getattr(self, name) for name in self.hyper_parameters}

    def __repr__(self):
        given = ", ".join("{}={!r}".format(*item) for item in self.settings().items())
        return "{}({})".format(type(self).__name__, given)
