"""The small rungs of the ladder: what is left of a step's time once it is one `session.run`.

Each rung is the step of group_assign with one thing changed: the call, where the batch comes from,
who runs the update, how many updates one call does.
"""

from typing import Any, NamedTuple

import tensorflow.compat.v1 as tf

from tf1_updates.approaches import APPROACHES
from tf1_updates.approaches.in_graph_loop import BATCHES, build_loop
from tf1_updates.compare import examine
from tf1_updates.session_stepper import SESSIONS, SessionStepper


class FromGraph:
    """A problem whose batches are tensors of the graph in the place of placeholders.

    Args:
        problem: the `Problem`.
        batch: as for `Problem.build`.
    """

    def __init__(self, problem, batch):
        self._problem, self._batch = problem, batch

    def build(self, use_resource=None):
        """Build the problem; see `Problem.build`."""
        return self._problem.build(use_resource, self._batch)


class Rung(NamedTuple):
    """A line of the ladder.

    Attributes:
        name: its name; of the first, the reference's.
        origin: row of the thread, `"ours"`, or `"floor"`.
        summary: what is changed, in a line.
        build: function from (model, rule) to a train step.
        batch_of: function from a problem to a function that returns a batch of tensors, to be used
            in the place of placeholders; `None` to feed.
    """

    name: str
    origin: str
    summary: str
    build: Any
    batch_of: Any = None

    def build_on(self, model, rule, attempt=False):
        """Build the train step, as an approach does."""
        return self.build(model, rule)

    def examine(self, problem, rule, judge, steps, use_resource=None):
        """Check the rung's weights for some steps, without timing it; return its `Row`.

        Args:
            problem, rule, judge, steps, use_resource: as for `compare.examine`.
        """
        taken = self._with_its_batches(problem)
        return examine(self, taken, rule, judge, steps, use_resource)

    def stepper(self, problem, rule, use_resource=None, turn=1):
        """Return a `SessionStepper` of the rung, as `compare` makes it."""
        return SessionStepper(
            self, self._with_its_batches(problem), rule, use_resource, SESSIONS, turn
        )

    def _with_its_batches(self, problem):
        return problem if self.batch_of is None else FromGraph(problem, self.batch_of(problem))


def pipeline_of(problem):
    """Return a function that takes a problem's batches, in turn, from a `tf.data` pipeline."""

    def batch():
        numbers = tf.data.Dataset.range(BATCHES).repeat()
        pipeline = numbers.map(problem.batches_in_graph(BATCHES)).prefetch(2)
        iterator = tf.data.make_initializable_iterator(pipeline)
        tf.add_to_collection(tf.GraphKeys.TABLE_INITIALIZERS, iterator.initializer)
        return iterator.get_next()

    return batch


def constants_of(problem):
    """Return a function that takes a problem's batches, in turn, from constants of the graph."""

    def batch():
        number = tf.Variable(-1, trainable=False, dtype=tf.int64, name="batch_number")
        with tf.control_dependencies([number.assign_add(1).op]):
            return problem.batches_in_graph(BATCHES)(number.read_value())

    return batch


class _Recorder:
    def run(self, fetches, feed_dict=None):
        self.fetches = fetches


class CallableStep:
    """A train step through `session.make_callable`, which skips what `run` looks up at each call.

    Args:
        train_step: one that runs one op in one call.
    """

    def __init__(self, train_step):
        recorder = _Recorder()
        train_step(recorder)
        self._train_op, self._session = recorder.fetches, None

    def __call__(self, session, feed_dict):
        """Do one update; the placeholders are those of the first call, in its order."""
        if session is not self._session:
            self._call = session.make_callable(self._train_op, list(feed_dict))
            self._session = session
        self._call(*feed_dict.values())


def _through(name):
    return lambda model, rule: APPROACHES[name].build(model.loss, model.variables, rule)


def _callable(model, rule):
    return CallableStep(_through("group_assign")(model, rule))


def _loop(compiled):
    def build(model, rule):
        batch_at = model.batches_in_graph(BATCHES)
        return build_loop(model.loss_of, model.variables, rule, batch_at, compiled)

    return build


RUNGS = [
    Rung("group_assign", "A2", "session.run with a feed_dict", _through("group_assign")),
    Rung("make_callable", "ours", "session.make_callable, fed its arguments", _callable),
    Rung(
        "tf_data", "ours", "batches from a tf.data pipeline", _through("group_assign"), pipeline_of
    ),
    Rung(
        "constant_batches",
        "ours",
        "batches cut from constants of the graph",
        _through("group_assign"),
        constants_of,
    ),
    Rung("compiled", "ours", "the update fused by XLA", _through("compiled")),
    Rung("in_graph_loop", "ours", "many steps in a call, batches from constants", _loop(False)),
    Rung("in_graph_loop_compiled", "ours", "the same, the loop compiled by XLA", _loop(True)),
    Rung("built_in", "floor", "stock descent, fed: another rule", _through("built_in")),
]
