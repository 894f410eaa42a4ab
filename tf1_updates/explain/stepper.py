"""A train step that can be brought to any step at once, and whose memory is watched."""

import numpy as np
import psutil
import tensorflow.compat.v1 as tf

from tf1_updates.session_stepper import SessionStepper

# What a fetch gives that is not run. No two weights are alike, as in a real one: a constant whose
# values are all equal would be stored as one number.
_UNLIKE = np.random.RandomState(0)


class GrowingStepper(SessionStepper):
    """A `SessionStepper` whose step number can be chosen.

    A step late in a series is slow because of the ops that the earlier ones have left in the graph,
    not because these ran. So `go_to` calls the train step as often as it takes, with a session that
    runs nothing: the same ops are added in a fraction of the time.

    Attributes:
        next_step: number of the step that comes next, from 1.
        resident_bytes: list, for each step since `start_window`, of what it added to the memory
            that is resident; less than nothing where memory was given back.
    """

    def __init__(self, approach, problem, rule, use_resource=None):
        super().__init__(approach, problem, rule, use_resource)
        self.next_step = 1
        self._process = psutil.Process()
        self.start_window()

    def go_to(self, number):
        """Do steps that add their ops and run nothing, until step `number` comes next."""
        real, self.session = self.session, _IdleSession(self.graph)
        try:
            while self.next_step < number:
                self.step(self.model.feed(self.next_step - 1))
        finally:
            self.session = real

    def start_window(self):
        """Let the step that comes next be number 0 for `feed`."""
        self._offset = self.next_step - 1
        self.resident_bytes = []

    def feed(self, number):
        """Return the `feed_dict` of step `number` of the window, from 0."""
        feed = self.model.feed(self._offset + number)
        self._before = self._process.memory_info().rss
        return feed

    def step(self, feed):
        """Do one update of every variable: the part that is timed."""
        super().step(feed)
        self.next_step += 1

    def graph_ops(self):
        """Return the number of ops in the graph now."""
        self.resident_bytes.append(self._process.memory_info().rss - self._before)
        return super().graph_ops()

    def graphdef_bytes(self):
        """Return the exact size of the graph when it is written out, as for a checkpoint."""
        return self.graph.as_graph_def().ByteSize()


class _IdleSession:
    """Runs nothing; a fetched tensor or variable is an array of its shape."""

    def __init__(self, graph):
        self.graph = graph

    def run(self, fetches, feed_dict=None):
        """Return arrays in place of the tensors and `None` in place of the ops."""
        return tf.nest.map_structure(_array_of, fetches)


def _array_of(fetch):
    if isinstance(fetch, tf.Operation):
        return None
    shape = [size or 1 for size in fetch.shape.as_list()]
    return _UNLIKE.uniform(size=shape).astype(fetch.dtype.base_dtype.as_numpy_dtype)
