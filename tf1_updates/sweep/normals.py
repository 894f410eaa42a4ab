"""The floor of a rule with noise: a `session.run` of its random draws, and of nothing else.

eps_v ~ Normal(0, 1) for each variable v          the bits that every approach has to draw as well

They are found by building the rule's update: all that it asks `rules.outside` for is written down,
and built once, without what the rule makes of it.
"""

import tensorflow.compat.v1 as tf

from tf1_updates.gradients import gradient_pairs
from tf1_updates.problems.sized import Sized
from tf1_updates.rules.outside import keep_outside
from tf1_updates.step_counter import count_after, new_step_counter
from tf1_updates.sweep import NORMALS
from tf1_updates.updates import create_slots, new_values


class NormalsAlone:
    """Builds what draws a rule's noise and counts the steps, in the place of an approach.

    It trains nothing: it says what a step costs at the least once its noise is drawn as it is.

    >>> from tf1_updates.rules import WrappedNoisyDescent
    >>> with tf.Graph().as_default(), tf.Session() as session:
    ...     draw = NormalsAlone().build_on(Sized(weights=3).build(), WrappedNoisyDescent())
    ...     session.run(tf.global_variables_initializer())
    ...     draw(session)
    """

    name = NORMALS

    def build_on(self, model, rule):
        """Return a function of a session and a feed that draws the noise of one step.

        Args:
            model: a problem's `Model`.
            rule: a `Rule` that draws something.
        """
        counter = new_step_counter()
        draws = [draw.op for draw in _draws(model, rule, counter.value())]
        # Each is asked for by itself: TensorFlow leaves out what only has to come before another.
        asked = draws + [count_after(draws, counter)]

        def train_step(session, feed_dict=None):
            session.run(asked, feed_dict)

        return train_step


def draws_noise(rule):
    """Return whether a rule draws anything: one whose deviation is the number 0 does not.

    >>> from tf1_updates.rules import WrappedNoisyDescent
    >>> draws_noise(WrappedNoisyDescent()), draws_noise(WrappedNoisyDescent(noise_stddev=0.0))
    (True, False)
    """
    with tf.Graph().as_default():
        model = Sized(weights=1).build()
        return bool(_draws(model, rule, new_step_counter().value()))


def _draws(model, rule, step):
    """The tensors that the rule draws at a step; what else is built is never run."""
    drawn = _Drawn()
    keep_outside(tf.get_default_graph(), drawn)
    pairs = gradient_pairs(NORMALS, model.loss, model.variables)
    new_values(rule, pairs, create_slots(rule, pairs), step)
    return drawn.found


class _Drawn:
    """Writes down what a rule asks `rules.outside` to draw; its schedules are none of that."""

    def __init__(self):
        self.found = []

    def made(self, make, *given):
        self.found.append(make(*given))
        return self.found[-1]

    def evaluated(self, function, step):
        return function(step)
