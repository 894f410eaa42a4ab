"""An approach in a graph and sessions of its own, in the form that `timing.measure` steps.

Two sessions of one graph do not take equally long: where their memory happens to lie, and what else
is settled when a session starts, can make all steps of one some percent slower than those of the
other, however many steps are timed. An approach that is timed in several sessions by turns is told
by their middle, and not by the luck of one.
"""

import math
import time

import tensorflow.compat.v1 as tf

from tf1_updates.placement import LOCAL

SESSIONS = 20
# Steps of each session before the first that is timed, where there are several: the first five or
# six of any session are slow, and a warm-up that is timed as a whole would reach one session only.
SETTLING_STEPS = 6
# Of a loop, each of whose sessions keeps the batches in its memory.
LOOP_SESSIONS = 4


class SessionStepper:
    """One approach, built and initialised, ready to be stepped and timed.

    Args:
        approach: an entry of `APPROACHES`, or anything else with its `name` and `build_on`.
        problem: the `Problem` to train.
        rule: the `Rule` to follow.
        use_resource: the kind of variable, as for `Problem.build`.
        sessions: how many sessions take turns, each with weights of its own. One, if the approach
            adds ops: each session would have to catch up with what the others have added.
        turn: steps in a turn.
        seconds: once building has taken so long, no further session is begun, but the first.
        placement: the `Placement` of graph and sessions. On a server, too, each session has
            weights of its own.

    Attributes:
        name: the approach's name.
        graph, session: its own; nothing is shared with another stepper. The session is that of
            the step whose feed was asked for last.
        model: the problem's `Model` in that graph.
        steps_per_run: how many updates one `step` does: 1, but for a loop that chose more.

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

    def __init__(
        self,
        approach,
        problem,
        rule,
        use_resource=None,
        sessions=1,
        turn=1,
        placement=LOCAL,
        seconds=math.inf,
    ):
        end = time.monotonic() + seconds
        self.name = approach.name
        self.graph = tf.Graph()
        with self.graph.as_default(), placement.scope():
            self.model = problem.build(use_resource)
            self._train_step = approach.build_on(self.model, rule)
            # A pipeline's iterator is initialised as a table is.
            initialise = [tf.global_variables_initializer(), tf.tables_initializer()]
        self._takes_batches = hasattr(self._train_step, "settle")
        if self._takes_batches:
            sessions = min(sessions, LOOP_SESSIONS)
        self._sessions = [placement.session(self.graph)]
        self._turn, self.session, self.steps_per_run = turn, self._sessions[0], 1
        if self._takes_batches:
            self.session.run(initialise)
            self.steps_per_run = self._train_step.settle(self.session)
        settling_steps = SETTLING_STEPS if sessions > 1 else 0
        self._settle(initialise, settling_steps)  # the steps of finding out are forgotten
        while len(self._sessions) < sessions and time.monotonic() < end:
            self._sessions.append(placement.session(self.graph))
            self._settle(initialise, settling_steps)

    def feed(self, number):
        """Return the `feed_dict` of step `number`, which the session whose turn it is will do.

        A loop takes its batches itself, and gets nothing.
        """
        self.session = self._sessions[number // self._turn % len(self._sessions)]
        return self._feed(number)

    def step(self, feed):
        """Do `steps_per_run` updates of every variable: the part that is timed."""
        self._do(self.session, feed)

    def graph_ops(self):
        """Return the number of ops in the graph now."""
        # The graph's version is its count of ops, without building a list of them all.
        return self.graph.version

    def close(self):
        """Close the sessions."""
        for session in self._sessions:
            session.close()

    def _settle(self, initialise, steps):
        """Initialise the newest session and have its slow first steps behind it."""
        self._sessions[-1].run(initialise)
        for number in range(steps):
            self._do(self._sessions[-1], self._feed(number))

    def _feed(self, number):
        return None if self._takes_batches else self.model.feed(number)

    def _do(self, session, feed):
        if self._takes_batches:
            self._train_step(session, feed, steps=self.steps_per_run)
        else:
            self._train_step(session, feed)
