"""An approach in a graph and a session of its own, in the form that `timing.measure` steps."""

import tensorflow.compat.v1 as tf


class SessionStepper:
    """One approach, built and initialised, ready to be stepped and timed.

    Args:
        approach: an entry of `APPROACHES`.
        problem: the `Problem` to train.
        rule: the `Rule` to follow.
        use_resource: the kind of variable, as for `Problem.build`.

    Attributes:
        name: the approach's name.
        graph, session: its own; nothing is shared with another stepper.
        model: the problem's `Model` in that graph.

    >>> from tf1_updates.approaches import APPROACHES
    >>> from tf1_updates.problems import Quadratic
    >>> from tf1_updates.rules import GradientDescent
    >>> stepper = SessionStepper(APPROACHES["group_assign"], Quadratic(), GradientDescent())
    >>> before = stepper.graph_ops()
    >>> stepper.step(stepper.feed(0))
    >>> stepper.graph_ops() - before
    0
    >>> stepper.close()
    """

    def __init__(self, approach, problem, rule, use_resource=None):
        self.name = approach.name
        self.graph = tf.Graph()
        with self.graph.as_default():
            self.model = problem.build(use_resource)
            self._train_step = approach.build(self.model.loss, self.model.variables, rule)
            initialise = tf.global_variables_initializer()
        self.session = tf.Session(graph=self.graph)
        self.session.run(initialise)

    def feed(self, number):
        """Return the `feed_dict` of step `number`."""
        return self.model.feed(number)

    def step(self, feed):
        """Do one update of every variable: the part that is timed."""
        self._train_step(self.session, feed)

    def graph_ops(self):
        """Return the number of ops in the graph now."""
        # The graph's version is its count of ops, without building a list of them all.
        return self.graph.version

    def close(self):
        """Close the session."""
        self.session.close()
