"""Descent that stays in a region: a box, or a ball.

w <- min(max(w - mu*g, low), high)        box
w <- w - mu*g; w <- w * min(1, radius/|w|)        ball, |w| the L2 norm of the variable
"""

from tf1_updates.rules.descent import GradientDescent
from tf1_updates.rules.limits import check_one_region
from tf1_updates.rules.parts import Ball, Box


class ProjectedDescent(GradientDescent):
    """`w <- project(w - mu*g)`, onto the nearest point of a box or a ball

    Source: A. A. Goldstein, "Convex programming in Hilbert space", 1964; Levitin and Polyak, 1966.

    Args:
        learning_rate: mu, as for `GradientDescent`.
        low, high: ends of the box that every weight is kept in, both included; `low < high`. One
            that is not given is -1 or 1.
        radius: of the ball around 0 that each variable is kept in; in place of a box, not with one.

    Raises:
        InputError: a value that is not a finite number, a box without inside, a radius that is not
            above 0, or a box and a ball at once.

    >>> import tensorflow.compat.v1 as tf
    >>> with tf.Graph().as_default(), tf.Session() as session:
    ...     w, g = tf.constant([1.0, -3.0]), tf.constant([-4.0, 2.0])
    ...     for rule in (ProjectedDescent(0.5, low=-1, high=1), ProjectedDescent(0.5, radius=1)):
    ...         print(session.run(rule.project(rule.move(w, g, 0, "w"))))
    [ 1. -1.]
    [ 0.6 -0.8]
    """

    hyper_parameters = ("learning_rate", "low", "high", "radius")
    reads_weights = True

    def __init__(self, learning_rate=0.1, low=None, high=None, radius=None):
        super().__init__(learning_rate)
        check_one_region(radius, low, high)
        if radius is None:
            self._region = Box(-1.0 if low is None else low, 1.0 if high is None else high)
        else:
            self._region = Ball(radius)
        # What a report shows is the region that there is.
        self.hyper_parameters = ("learning_rate",) + self._region.hyper_parameters
        self.sparse_rows = self._region.sparse_rows
        for name in self._region.hyper_parameters:
            setattr(self, name, getattr(self._region, name))

    def project(self, moved):
        """Return the nearest point of the region; nan stays nan."""
        return self._region.project(moved)
