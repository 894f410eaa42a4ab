"""The parts of a rule as a judge sees them: the oracle's functions, and the numbers that they take.

A rule that is no chain is its own only part.
"""

import tensorflow.compat.v1 as tf

from tf1_updates.agreement.oracle import MOVES, PROJECTIONS
from tf1_updates.errors import InputError
from tf1_updates.rules.hyper_parameters import as_scalar
from tf1_updates.rules.noise import variable_key


def judged_parts(rule):
    """Return a `JudgedPart` for each part of a rule.

    Raises:
        InputError: a rule that the oracle does not know, such as one that takes no gradient.

    >>> from tf1_updates.rules import Chain, GradientDescent, Oja, Wrap
    >>> [part.projects for part in judged_parts(Chain(GradientDescent(0.1), Wrap(20)))]
    [False, True]
    >>> judged_parts(Oja(0.1))
    Traceback (most recent call last):
        ...
    tf1_updates.errors.InputError: rule: Oja(learning_rate=0.1) was given; allowed is a rule that \
takes a gradient and that the oracle knows, such as GradientDescent
    """
    position_of = getattr(rule, "named_parts", lambda name: [(rule, name)])
    count = len(position_of(""))
    return [JudgedPart(position_of, position) for position in range(count)]


class JudgedPart:
    """One part of a rule, with the oracle's `move` and `project` for it.

    Args:
        named_parts: function from a variable's name to [(part, name that the part is told)].
        position: which part.

    Attributes:
        move, project: the oracle's functions.
        projects: whether not all weights are allowed.
        choices: hyper-parameters that are True or False, by name.
    """

    def __init__(self, named_parts, position):
        self._named_parts, self._position = named_parts, position
        self._rule = named_parts("")[position][0]
        name = type(self._rule).__name__
        if name not in MOVES:
            allowed = "a rule that takes a gradient and that the oracle knows, such as {}"
            raise InputError("rule", self._rule, allowed.format("GradientDescent"))
        self.move = MOVES[name]
        self.projects = name in PROJECTIONS
        self.project = PROJECTIONS.get(name, lambda weights, **_: weights)
        settings = self._rule.settings()
        self.choices = {key: value for key, value in settings.items() if isinstance(value, bool)}

    def numbers(self, step):
        """Return the other hyper-parameters at that step, as float64 tensors by name."""
        return {
            name: as_scalar(name, value, tf.float64, step)
            for name, value in self._rule.settings().items()
            if name != "seed" and name not in self.choices
        }

    def unit_noise(self, variable, step):
        """Return the part's noise for a variable at that step, before it is scaled."""
        _, name = self._named_parts(variable.op.name)[self._position]
        seed = getattr(self._rule, "seed", 0)
        key = tf.stack([tf.constant(variable_key(seed, name), tf.int64), step])
        return tf.random.stateless_normal(variable.shape, seed=key)
