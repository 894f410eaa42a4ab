"""Where a graph is to run: in this process or on a server, and on which device."""

from typing import NamedTuple, Optional

# A call on a cluster that takes longer than this has lost a server; without a limit it would wait
# for ever.
CALL_SECONDS = 60.0


class Placement(NamedTuple):
    """What a session and the graph that it runs have to be told.

    Attributes:
        target: address of a TensorFlow server (`grpc://host:port`), or `""` for this process.
        device: what the ops are placed on, such as `/device:GPU:0`; `None` leaves it to TensorFlow.
        ps: number of parameter servers among which the variables are dealt out; 0 for none.

    >>> import tensorflow.compat.v1 as tf
    >>> with tf.Graph().as_default(), Placement(device="/device:GPU:0").scope():
    ...     tf.constant(1.0).device
    '/device:GPU:0'
    """

    target: str = ""
    device: Optional[str] = None
    ps: int = 0

    def scope(self):
        """Return a context manager: what is built inside is placed.

        >>> import tensorflow.compat.v1 as tf
        >>> with tf.Graph().as_default(), Placement(device="/job:worker", ps=1).scope():
        ...     w = tf.get_variable("w", [2])
        ...     w.device, (w + w).device
        ('/job:ps/task:0', '/job:worker')
        """
        import tensorflow.compat.v1 as tf

        if not self.ps:
            return tf.device(self.device)
        return tf.device(
            tf.train.replica_device_setter(ps_tasks=self.ps, worker_device=self.device)
        )

    def session(self, graph, call_seconds=CALL_SECONDS):
        """Return a session of its own for a graph: no other one sees its state.

        Args:
            graph: the graph.
            call_seconds: as for `config`.
        """
        import tensorflow.compat.v1 as tf

        return tf.Session(self.target, graph=graph, config=self.config(call_seconds))

    def config(self, call_seconds=CALL_SECONDS):
        """Return the `tf.ConfigProto`, or `None` where TensorFlow's defaults are right.

        Args:
            call_seconds: how long a call to a server may take.
        """
        import tensorflow.compat.v1 as tf

        if self == LOCAL:
            return None
        # Not every op has a form for every device; TensorFlow puts such a one on the CPU.
        config = tf.ConfigProto(allow_soft_placement=True)
        if self.target:
            config.isolate_session_state = True
            config.operation_timeout_in_ms = int(1000 * call_seconds)
        return config


LOCAL = Placement()
