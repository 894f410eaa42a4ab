"""What is tried: an approach, and the rule that it is held to."""

from typing import Any, NamedTuple, Optional

import tensorflow.compat.v1 as tf

from tf1_updates.approaches import APPROACHES
from tf1_updates.compose import PLAIN
from tf1_updates.optimizer import RuleOptimizer
from tf1_updates.rules import GradientDescent, WrappedNoisyDescent

# Length of the circle that weights live on.
BOUND = 20.0


class Subject(NamedTuple):
    """An approach on trial.

    Attributes:
        name: the approach's.
        build: function from (loss, variables, rule) to a train step.
        is_plain: whether it is held to plain gradient descent in place of the thread's rule.
        optimizer: function from a rule to the `tf.train.Optimizer` that the approach is, or `None`
            where it is none.
    """

    name: str
    build: Any
    is_plain: bool = False
    optimizer: Optional[Any] = None

    @property
    def bound(self):
        """Length of the circle, or `None` for plain descent, whose weights are not wrapped."""
        return None if self.is_plain else BOUND

    def rule(self, learning_rate, noise_stddev=0.0):
        """Return the rule that the approach is held to.

        Args:
            learning_rate: a number or a function of the step.
            noise_stddev: of the noise, where the rule has one.
        """
        if self.is_plain:
            return GradientDescent(learning_rate)
        return WrappedNoisyDescent(learning_rate, BOUND, noise_stddev=noise_stddev, seed=3)


def subject_of(name):
    """Return the subject for an approach of the table.

    >>> subject_of("group_assign").rule(0.25)
    WrappedNoisyDescent(learning_rate=0.25, bound=20.0, noise_stddev=0.0, noise_mean=0.0, seed=3, \
centred=False)
    >>> subject_of("built_in").rule(0.25)
    GradientDescent(learning_rate=0.25)
    """
    optimizers = {
        "optimizer_subclass": RuleOptimizer,
        "built_in": lambda rule: tf.train.GradientDescentOptimizer(rule.learning_rate),
    }
    return Subject(name, APPROACHES[name].build, name in PLAIN, optimizers.get(name))
