"""The first weights of a large variable, held against the oracle in place of all.

Every weight goes through the same ops, and TensorFlow draws noise such that the first n numbers are
the same however many follow. So the head of ten million weights has to be what the oracle makes of
a variable that is no longer than the head; a judge of all of them would take most of a sweep's time
and memory.
"""

import tensorflow.compat.v1 as tf

from tf1_updates.approaches import build_fed
from tf1_updates.problems.base import Model


class Head:
    """The first weights of a variable; read as a tensor, it is that part.

    Args:
        variable: a `tf.Variable` with one dimension.
        length: how many weights; a shorter variable is read whole.

    >>> with tf.Graph().as_default(), tf.Session() as session:
    ...     w = tf.get_variable("w", initializer=[1.0, 2.0, 3.0])
    ...     session.run(w.initializer)
    ...     print(session.run(tf.convert_to_tensor(Head(w, 2))), Head(w, 2).op.name)
    [1. 2.] w
    """

    def __init__(self, variable, length):
        self.variable, self.length = variable, length

    @property
    def op(self):
        """The variable's own op, for its name."""
        return self.variable.op


def _as_tensor(head, dtype=None, name=None, as_ref=False):
    return tf.convert_to_tensor(head.variable)[: head.length]


tf.register_tensor_conversion_function(Head, _as_tensor)


class ProblemOfHeads:
    """A problem whose variables are looked at by their heads only.

    Args:
        problem: the `Problem`, whose variables have one dimension.
        length: as for `Head`.
    """

    def __init__(self, problem, length):
        self._problem, self._length = problem, length

    def build(self, use_resource=None):
        """Build the problem in full; see `Problem.build`."""
        model = self._problem.build(use_resource)
        heads = [Head(variable, self._length) for variable in model.variables]
        return Model(model.loss, heads, model.feed)


class ApproachToHeads:
    """An approach that is handed heads and trains the whole variables.

    Args:
        approach: an entry of `APPROACHES`.
    """

    def __init__(self, approach):
        self.name, self.origin = approach.name, approach.origin
        self._approach = approach

    def build(self, loss, heads, rule):
        """Build the train step of all weights; see `approaches`."""
        return self._approach.build(loss, [head.variable for head in heads], rule)

    def attempt(self, loss, heads, rule):
        """Build it even where `build` would refuse."""
        return self._approach.attempt(loss, [head.variable for head in heads], rule)

    build_on = build_fed
