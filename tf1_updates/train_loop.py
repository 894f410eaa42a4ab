"""Many updates in one `session.run`: the loop, and the object that runs it.

The weights and slots are read before the loop, carried from step to step as tensors, and written
after it. So a run happens as a whole or not at all, each step sees all of the step before, and the
same loop works with both kinds of variables.
"""

import time

import tensorflow.compat.v1 as tf

from tf1_updates.compiled_update import check_kept
from tf1_updates.errors import InputError, whole_number
from tf1_updates.loop_tables import LoopTables
from tf1_updates.rules.outside import keep_outside
from tf1_updates.run_length import RunLength
from tf1_updates.step_counter import count_after
from tf1_updates.updates import new_values


def loop_of_updates(
    rule, pairs, slots, gradients_at, counter, count, compiled=False, ahead=1, approach=None
):
    """Return the op that does `count` updates and counts them, and how many it can do at most.

    Args:
        rule: a `Rule`.
        pairs: list of (gradient, variable); of the gradients only the dtype is used.
        slots: list of dicts, as `create_slots` returns.
        gradients_at: function from (list of weight tensors, step) to the list of gradients there.
            It is called once, inside the loop's body; the step is an int64 scalar tensor.
        counter: int64 variable, the number of the first step; the loop's step goes on from there.
        count: int64 scalar tensor, at least 1.
        compiled: whether XLA compiles the loop as a whole.
        ahead: how many steps TensorFlow may work on at once: what does not need the weights, such
            as noise and batches, it then does ahead. With 1, ops that keep a state run in order.
        approach: name of the approach that asks, for a refusal.

    Returns:
        The op, and the largest `count` allowed, or `None` where there is no limit.

    Raises:
        UnsupportedError: an op of the loop that XLA would leave out or draw otherwise.
    """
    variables = [variable for _, variable in pairs]
    held = variables + [own[name] for own in slots for name in rule.slots]
    first = counter.read_value()
    around, tables = tf.get_default_graph(), LoopTables(first, count)

    def body(step, *now):
        if compiled:
            keep_outside(around, tables.at(step))
        weights, kept = list(now[: len(variables)]), iter(now[len(variables) :])
        carried = [{name: next(kept) for name in rule.slots} for _ in pairs]
        found = list(zip(gradients_at(weights, step), variables))
        updates = new_values(rule, found, carried, step, weights=weights)
        return [step + 1] + [_shaped(new, old) for (_, new), old in zip(updates, held)]

    def run():
        return tf.while_loop(
            lambda step, *_: step < first + count,
            body,
            [first] + [variable.read_value() for variable in held],
            [first.shape] + [variable.shape for variable in held],
            parallel_iterations=ahead,
            back_prop=False,
        )

    if compiled:
        run = tf.function(run, jit_compile=True, autograph=False).get_concrete_function()
        made_by = "{}, loss_of or batch_at".format(type(rule).__name__)
        check_kept(approach, made_by, run, "build it before the loop, or leave out compiled=True")
    _, *after = run()
    with tf.control_dependencies(after):
        writes = [variable.assign(new).op for variable, new in zip(held, after)]
    return count_after(writes, counter, count), tables.most


def _shaped(new, old):
    new.set_shape(old.shape)
    return new


class TrainLoop:
    """A train step that does several updates in one `session.run`; it takes its batches itself.

    Args:
        train_op: the op, as `loop_of_updates` returns it.
        count: the placeholder that says how many updates it does.
        most: the largest number allowed, or `None`.

    Attributes:
        steps_per_run: how many updates a call does: 1 until `run` or `settle` has found out more.
    """

    def __init__(self, train_op, count, most=None):
        self._train_op, self._count, self._most = train_op, count, most
        self._length = RunLength(*[] if most is None else [most])

    @property
    def steps_per_run(self):
        return self._length.steps

    def __call__(self, session, feed_dict=None, steps=None):
        """Do `steps` updates (by default `steps_per_run`) in one `session.run`.

        Raises:
            InputError: no whole number of at least 1, or more than the noise has room for.
        """
        steps = self.steps_per_run if steps is None else whole_number("steps", steps, least=1)
        if self._most is not None and steps > self._most:
            allowed = "at most {}, for which noise is drawn beforehand".format(self._most)
            raise InputError("steps", steps, allowed)
        feed = dict(feed_dict or {})
        feed[self._count] = steps
        session.run(self._train_op, feed)

    def run(self, session, steps, feed_dict=None, clock=time.perf_counter):
        """Do `steps` updates, choosing on the way how many go into one `session.run`.

        Between two runs the caller has its turn, to show progress, write summaries, or stop: after
        Ctrl-C the runs until then are done, whole, and the counter says how many steps they were.

        Args:
            session: the `tf.Session`.
            steps: how many updates in all.
            feed_dict: what the loss needs beside its batch.
            clock: callable that returns seconds.

        Yields:
            The number of updates done so far, after each run; at the end, `steps`.
        """
        done, steps = 0, whole_number("steps", steps, least=1)
        while done < steps:
            count = min(self.steps_per_run, steps - done)
            start = clock()
            self(session, feed_dict, count)
            self._length.record(count, clock() - start)
            done += count
            yield done

    def settle(self, session, feed_dict=None, clock=time.perf_counter):
        """Do updates until the number of steps in a run is found; return that number."""
        while not self._length.settled:
            for _ in self.run(session, self.steps_per_run, feed_dict, clock):
                pass
        return self.steps_per_run
