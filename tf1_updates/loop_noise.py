"""Noise for a compiled loop: drawn before it, step by step, and looked up within it.

XLA has random numbers of its own, which would be others than every other approach gets.
"""

import tensorflow.compat.v1 as tf

MOST_STEPS = 64
MOST_BYTES = 2**26


class NoiseTables:
    """Tables of noise, one row for each step of a loop; made in the graph that is default now.

    A table has the same number of rows in each run, for XLA compiles anew for every shape. Of the
    rows beyond the run's last step, none is drawn and none is read.

    Args:
        first: int64 scalar tensor, the number of the loop's first step.
        count: int64 scalar tensor, how many steps it does.

    Attributes:
        most: the largest `count` that the tables have room for, or `None` while there are none.
    """

    def __init__(self, first, count):
        self._graph = tf.get_default_graph()
        self._first, self._count = first, count
        self.most = None

    def source_at(self, step):
        """Return a function as `rules.outside.made_outside`, for the loop's own step.

        Args:
            step: int64 scalar tensor of the loop's body, the running step.
        """

        def source(make, shape, key, asked, dtype):
            with self._graph.as_default():
                if asked is not step:  # the same at every step
                    return make(shape, key, asked, dtype)
                table = self._table(make, shape, key, dtype)
            return tf.gather(table, step - self._first)

        return source

    def _table(self, make, shape, key, dtype):
        sizes = tf.TensorShape(shape).as_list()
        row_bytes = dtype.size * tf.TensorShape(shape).num_elements()
        rows = max(1, min(MOST_STEPS, MOST_BYTES // max(1, row_bytes)))
        self.most = min(rows, self.most or rows)
        drawn = tf.map_fn(
            lambda step: make(shape, key, step, dtype),
            self._first + tf.range(self._count),
            fn_output_signature=dtype,
        )
        missing = tf.constant(rows, tf.int64) - self._count
        table = tf.pad(drawn, [[0, missing]] + [[0, 0]] * len(sizes))
        table.set_shape([rows] + sizes)
        return table
