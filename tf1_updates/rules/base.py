"""What every rule is: a move, then a projection onto the weights that are allowed."""

import copy

import tensorflow.compat.v1 as tf

from tf1_updates.errors import InputError
from tf1_updates.graph_walk import is_reference
from tf1_updates.rules.hyper_parameters import value_at
from tf1_updates.rules.signature import check_methods

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

    # What the rule takes. Only "a gradient" has to have its variable's shape; a rule that is given
    # something else in the gradient's place says what, such as "inputs x", and checks it itself.
    takes = "a gradient"

    # Names of the slots that the rule keeps beside each variable: of its shape, zeros at first.
    slots = ()

    # Which rows a sparse gradient changes: `touched`, those that were looked up, and no other bit;
    # or `all`, as the dense gradient with zeros elsewhere would (noise and decay reach every row).
    sparse_rows = "touched"

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

    def advance(self, weights, gradient, slots, step, name):
        """Return the moved weights and the new slots; to override, in place of `move`, with slots.

        Args:
            weights, gradient, step, name: as for `move`.
            slots: dict from the names in `slots` to tensors of the weights' shape and dtype.

        Returns:
            The moved weights, and a dict from each slot's name to its new value.
        """
        return self.move(weights, gradient, step, name), {}

    def advance_variable(self, variable, gradient, slots, step, weights=None):
        """Return what `advance` makes of a variable and its slots, in memory of its own.

        Args:
            variable: the `tf.Variable` that holds the weights.
            gradient: tensor of the variable's shape and dtype, or what the rule takes in its place.
            slots: dict from slot name to the `tf.Variable`, or the tensor, that holds it.
            step: int64 scalar, a tensor, a variable or a Python number.
            weights: tensor of the weights, where they are not what the variable holds now.

        Returns:
            The moved weights and a dict of new slots: tensors which no write to a variable changes.

        Raises:
            InputError: the rule gave another shape or dtype, naming the variable.
        """
        weights = tf.convert_to_tensor(variable if weights is None else weights)
        before = {name: tf.convert_to_tensor(slot) for name, slot in slots.items()}
        step = tf.convert_to_tensor(step, dtype=tf.int64)
        name = variable.op.name
        moved, after = self.advance(weights, gradient, before, step, name)
        if set(after) != set(before):
            argument = "{} for variable {!r}: new slots".format(type(self).__name__, name)
            raise InputError(argument, sorted(after), sorted(before))
        after = {name: self._checked(new, variable) for name, new in after.items()}
        return self._checked(moved, variable), after

    def projected(self, moved, variable):
        """Return `project(moved)` for a variable, checked as in `advance_variable`."""
        return self._checked(self.project(moved), variable)

    def next_weights(self, variable, gradient, step):
        """Return `project(move(w, g, step))` for a variable; for rules without slots."""
        moved, _ = self.advance_variable(variable, gradient, {}, step)
        return self.projected(moved, variable)

    def _checked(self, new, variable):
        describe = "{0.dtype.base_dtype.name} {0.shape}".format
        argument = "{} for variable {!r}".format(type(self).__name__, variable.op.name)
        if new is None:
            raise InputError(argument, None, describe(variable))
        new = tf.convert_to_tensor(new)
        same_dtype = new.dtype.base_dtype == variable.dtype.base_dtype
        if not same_dtype or not new.shape.is_compatible_with(variable.shape):
            raise InputError(argument, describe(new), describe(variable))
        if is_reference(variable) and new.op.type not in _COMPUTES:
            # A rule such as `w <- g` can hand on the memory of a variable that is about to change.
            new = tf.raw_ops.DeepCopy(x=new)
        return new

    def at(self, step):
        """Return the rule as it is at one step: each function of the step has become its value.

        So a schedule is computed once a step, and not once for every variable.

        >>> from tf1_updates.rules import GradientDescent
        >>> rule = GradientDescent(lambda step: 0.5 - 0.125 * step)
        >>> with tf.Graph().as_default(), tf.Session() as session:
        ...     print(session.run(rule.at(tf.constant(2)).learning_rate))
        0.25
        """
        fixed = copy.copy(self)
        for name in self.hyper_parameters:
            given = getattr(self, name)
            now = value_at(name, given, step)
            if now is not given:
                setattr(fixed, name, now)
        return fixed

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


def check_rule(rule, argument="rule"):
    """Return `rule` if it is one; refuse its name, its class, or nothing at all.

    Refuses as well a rule of one's own without a move, or whose methods take other arguments than
    those of `Rule`.

    >>> check_rule("gradient_descent")
    Traceback (most recent call last):
        ...
    tf1_updates.errors.InputError: rule: 'gradient_descent' was given; allowed is a Rule, such as \
GradientDescent(0.1)
    """
    if not isinstance(rule, Rule):
        raise InputError(argument, rule, "a Rule, such as GradientDescent(0.1)")
    own = [getattr(rule, method) for method in ("move", "advance")]
    if all(getattr(method, "__func__", None) in (Rule.move, Rule.advance) for method in own):
        raise InputError(argument, rule, "a Rule with a move(self, weights, gradient, step, name)")
    check_methods(rule)
    return rule
