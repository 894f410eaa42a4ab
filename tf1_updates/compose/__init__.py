"""What composes with what: each approach tried with each feature of TensorFlow 1, for real.

A feature is a function of one signature:

    trial(subject, bench)

    Args:
        subject: a `tf1_updates.compose.subjects.Subject`, the approach and the rule it claims.
        bench: a `tf1_updates.compose.bench.Bench`, which gives it folders and a server.

    Returns:
        `None`, which means yes: it trained, and every weight is what it should be.

    Raises:
        WrongWeights: it trained, and a weight is not what it should be.
        Exception: whatever the approach or TensorFlow raised; its text is the reason for a no.

The table costs no TensorFlow import.
"""

import importlib
from collections import OrderedDict
from typing import NamedTuple

# These cannot compute the thread's rule whatever they are combined with: one is another rule, the
# other never sees w. What they compose with is still worth knowing.
PLAIN = ("process_gradients", "built_in")


class Feature(NamedTuple):
    """A line of the table: a feature's name, the file of its trial, and what a yes means."""

    name: str
    module: str
    meaning: str

    def trial(self):
        """Import and return the trial (this imports TensorFlow)."""
        return getattr(importlib.import_module("tf1_updates.compose." + self.module), self.name)


FEATURES = OrderedDict(
    (feature.name, feature)
    for feature in [
        Feature(
            "saver",
            "checkpoints",
            "saved by tf.train.Saver and restored in a new graph and session, the run goes on to "
            "the bytes of an uninterrupted one, its noise and schedule included",
        ),
        Feature(
            "monitored",
            "checkpoints",
            "trains in tf.train.MonitoredTrainingSession, and goes on from its checkpoint",
        ),
        Feature(
            "sync_replicas",
            "optimizers",
            "can be wrapped in tf.train.SyncReplicasOptimizer (one worker)",
        ),
        Feature(
            "sparse",
            "optimizers",
            "an embedding look-up: repeated rows are summed, the other rows keep every bit",
        ),
        Feature("float16", "variations", "trains float16 variables"),
        Feature("resource", "variations", "trains resource variables and reference variables"),
        Feature(
            "schedule",
            "variations",
            "TensorFlow's decay schedules as learning rate, each step with its own rate",
        ),
        Feature(
            "finalize",
            "variations",
            "trains after graph.finalize(), by which a step that builds ops, else right and ever "
            "slower without a word, becomes an error",
        ),
        Feature("grpc", "variations", "trains in a session of a tf.train.Server (grpc://)"),
        Feature(
            "partitioned",
            "variations",
            "trains each slice of a variable that a partitioner has cut",
        ),
    ]
)
