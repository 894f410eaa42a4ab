"""How many updates have been done: the step that rules key their schedules and noise by."""

import tensorflow.compat.v1 as tf


def new_step_counter():
    """Create the counter of one train step: an int64 variable that starts at 0 and is not trained.

    It lives in the graph, so that it starts over when the variables are initialised, is saved with
    them, and belongs to a session as they do.

    >>> with tf.Graph().as_default():
    ...     new_step_counter().dtype.base_dtype.name
    'int64'
    """
    return tf.Variable(0, trainable=False, dtype=tf.int64, name="step")


def count_after(writes, counter, steps=1):
    """Return the op that adds 1 to the counter once all writes are done, not sooner.

    Args:
        writes: the ops or tensors that write the variables of this step.
        counter: what `new_step_counter` returned.
        steps: what to add instead, for writes that are of several steps.
    """
    with tf.control_dependencies(writes):
        return counter.assign_add(steps).op
