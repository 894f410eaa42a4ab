"""What a compiled loop looks up, step by step: noise, and schedules, made before the loop.

XLA has random numbers of its own, which would be others than every other approach gets, and leaves
out the run-time assertions of TensorFlow's schedules.
"""

import tensorflow.compat.v1 as tf

MOST_STEPS = 64  # of noise
MOST_BYTES = 2**26
MOST_VALUES = 4096  # of a schedule


class LoopTables:
    """Tables with one row for each step of a loop; made in the graph that is default now.

    A table has the same number of rows in each run, for XLA compiles anew for every shape. Of the
    rows beyond the run's last step, none is made and none is read.

    Args:
        first: int64 scalar tensor, the number of the loop's first step.
        count: int64 scalar tensor, how many steps it does.

    Attributes:
        most: the largest `count` that the tables have room for, or `None` while there are none.
    """

    def __init__(self, first, count):
        self._graph = tf.get_default_graph()
        self.first, self._count = first, count
        self.most = None

    def at(self, step):
        """Return the tables' rows at the loop's own step, an int64 scalar tensor of its body."""
        return _Rows(self, self._graph, step)

    def noise(self, make, shape, key, dtype):
        """Return the table of `make(shape, key, step, dtype)`."""
        row_bytes = dtype.size * tf.TensorShape(shape).num_elements()
        rows = max(1, min(MOST_STEPS, MOST_BYTES // max(1, row_bytes)))
        return self._table(lambda step: make(shape, key, step, dtype), shape, dtype, rows)

    def values(self, function):
        """Return the table of `function(step)`, or the number that it is at every step."""
        one = function(self.first)
        if not tf.is_tensor(one):
            return one
        dtype = one.dtype.base_dtype
        return self._table(lambda step: tf.identity(function(step)), [], dtype, MOST_VALUES)

    def _table(self, row_at, shape, dtype, rows):
        sizes = tf.TensorShape(shape).as_list()
        self.most = min(rows, self.most or rows)
        made = tf.map_fn(row_at, self.first + tf.range(self._count), fn_output_signature=dtype)
        missing = tf.constant(rows, tf.int64) - self._count
        table = tf.pad(made, [[0, missing]] + [[0, 0]] * len(sizes))
        table.set_shape([rows] + sizes)
        return table


class _Rows:
    """What `rules.outside` asks for within the loop."""

    def __init__(self, tables, graph, step):
        self._tables, self._graph, self._step = tables, graph, step

    def made(self, make, shape, key, asked, dtype):
        """Do as `rules.outside.made_outside`."""
        with self._graph.as_default():
            if asked is not self._step:  # the same at every step
                return make(shape, key, asked, dtype)
            table = self._tables.noise(make, shape, key, dtype)
        return self._row(table)

    def evaluated(self, function, asked):
        """Do as `rules.outside.evaluated_outside`."""
        if asked is not self._step:
            return function(asked)
        with self._graph.as_default():
            table = self._tables.values(function)
        return self._row(table) if tf.is_tensor(table) else table

    def _row(self, table):
        return tf.gather(table, self._step - self._tables.first)
