"""Watches a train step from outside and counts, step by step, what could make it slow."""

import re

import tensorflow.compat.v1 as tf

from tf1_updates.agreement.counting_session import CountingSession
from tf1_updates.approaches import build_fed
from tf1_updates.explain.counts import Counts, mean_counts

# The first steps fetch everything for the first time, whatever they do later.
_UNSETTLED_STEPS = 2

_ASSIGNS = ("Assign", "AssignVariableOp")


class Watched:
    """An approach whose train step is watched; an approach itself.

    Args:
        approach: an entry of `APPROACHES` or of `ABLATIONS`.

    >>> from tf1_updates.approaches import APPROACHES
    >>> from tf1_updates.rules import GradientDescent
    >>> watched = Watched(APPROACHES["eval_after_step"])
    >>> with tf.Graph().as_default(), tf.Session() as session:
    ...     w = tf.get_variable("w", initializer=[1.0, -3.0])
    ...     train_step = watched.build(tf.reduce_sum(w * w), [w], GradientDescent(0.5))
    ...     session.run(tf.global_variables_initializer())
    ...     for _ in range(4):
    ...         train_step(session)
    >>> counts = watched.counts()
    >>> counts.session_calls, counts.bytes_crossing, counts.constants_assigned
    (4, 24, 1)
    """

    def __init__(self, approach):
        self.name, self.origin = approach.name, approach.origin
        self._approach = approach
        self._steps = []

    def build(self, loss, variables, rule):
        """Build the approach's train step and watch it."""
        return self._watch(loss.graph, self._approach.build(loss, variables, rule))

    def attempt(self, loss, variables, rule):
        """Build what the approach attempts and watch it."""
        return self._watch(loss.graph, self._approach.attempt(loss, variables, rule))

    build_on = build_fed

    def counts(self):
        """Return the mean `Counts` of the steps so far, without the first two; `None` for none."""
        settled = self._steps[_UNSETTLED_STEPS:]
        return mean_counts(settled) if settled else None

    def _watch(self, graph, train_step):
        self._steps = []
        history = _History(graph)

        def watched_step(session, feed_dict=None):
            before = graph.version
            watching = _WatchingSession(session, history)
            train_step(watching, feed_dict)
            new_ops = graph.get_operations()[before:]
            self._steps.append(watching.counts(new_ops))

        return watched_step


class _History:
    """What a session has been asked for so far."""

    def __init__(self, graph):
        self.graph = graph
        self.fetched, self.version = set(), None


class _WatchingSession(CountingSession):
    def __init__(self, session, history):
        super().__init__(session)
        self._history = history
        self._unseen = self._changed = self._both = 0

    def run(self, fetches, feed_dict=None):
        """Run as the session does, and count."""
        history = self._history
        asked = frozenset(_names(fetches)), frozenset(_names(list(feed_dict or {})))
        is_unseen = asked not in history.fetched
        is_changed = history.version not in (None, history.graph.version)
        self._unseen += is_unseen
        self._changed += is_changed
        self._both += is_unseen and is_changed
        history.fetched.add(asked)
        result = super().run(fetches, feed_dict)
        history.version = history.graph.version
        return result

    def counts(self, new_ops):
        """Return the `Counts` of a step that added these ops."""
        constants = [
            op for op in new_ops if op.type in _ASSIGNS and op.inputs[1].op.type == "Const"
        ]
        scopes = {op.name.split("/")[0] for op in new_ops}
        gradients = [scope for scope in scopes if re.fullmatch(r"gradients(_\d+)?", scope)]
        return Counts(
            self.runs,
            self.bytes_fed + self.bytes_fetched,
            self._unseen,
            self._changed,
            self._both,
            len(constants),
            len(gradients),
            len(new_ops),
        )


def _names(fetches):
    return [getattr(each, "name", each) for each in tf.nest.flatten(fetches)]
