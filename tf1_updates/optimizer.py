"""Any rule as a `tf.train.Optimizer`: answer 1 of the thread, made complete."""

import numpy as np
import tensorflow.compat.v1 as tf

from tf1_updates.step_counter import count_after
from tf1_updates.variable_constraint import constraints_set


class RuleOptimizer(tf.train.Optimizer):
    """`w <- project(move(w, g, step))` for every variable, as a TensorFlow optimizer

    TensorFlow calls one `_apply_*` hook per variable. Here the hooks only compute the new weights,
    and `_finish`, which runs once and sees them all, writes. So no variable is written before every
    new value is known, even where the gradient of one variable is another's memory.

    With a `global_step`, that is the rule's step; without one, the optimizer counts its own. Where
    a gradient is sparse (`IndexedSlices`), repeated rows are summed first, and only the rows that
    were looked up change. A variable's own constraint is applied to its new weights.

    Args:
        rule: the `Rule` that says what the next weight is.
        use_locking: whether writes to reference variables take a lock.
        name: prefix of the ops' names.

    Source: answer 1 of StackOverflow question 42870727 (thread row A1).

    >>> from tf1_updates.rules import WrappedNoisyDescent
    >>> with tf.Graph().as_default(), tf.Session() as session:
    ...     w = tf.get_variable("w", initializer=[1.0, -3.0])
    ...     rule = WrappedNoisyDescent(learning_rate=0.1, bound=20, noise_stddev=0)
    ...     train = RuleOptimizer(rule).minimize(0.5 * tf.reduce_sum(w * w))
    ...     session.run(tf.global_variables_initializer())
    ...     session.run(train)
    ...     print(session.run(w))
    [ 0.9 17.3]
    """

    def __init__(self, rule, use_locking=False, name="RuleOptimizer"):
        super().__init__(use_locking, name)
        self._rule = rule
        self._global_step = None
        self._step = None
        self._new_weights = []

    def apply_gradients(self, grads_and_vars, global_step=None, name=None):
        """Return the op that performs one update; see `tf.train.Optimizer.apply_gradients`."""
        grads_and_vars = list(grads_and_vars)
        self._global_step, self._new_weights = global_step, []
        # The base class would write a constrained variable between two hooks; we constrain instead.
        self._constraints = {variable.op: variable.constraint for _, variable in grads_and_vars}
        with constraints_set([variable for _, variable in grads_and_vars], None):
            return super().apply_gradients(grads_and_vars, global_step, name)

    def _create_slots(self, var_list):
        if self._global_step is None:
            self._create_non_slot_variable(
                initial_value=np.int64(0),
                name=self.get_name() + "_step",
                colocate_with=min(var_list, key=lambda variable: variable.op.name),
            )

    def _own_step(self):
        graph = tf.get_default_graph()
        return self._get_non_slot_variable(self.get_name() + "_step", graph=graph)

    def _prepare(self):
        counter = self._own_step() if self._global_step is None else self._global_step
        self._step = tf.cast(tf.convert_to_tensor(counter), tf.int64)

    def _apply_dense(self, grad, var):
        return self._remember(var, self._rule.next_weights(var, grad, self._step))

    def _resource_apply_dense(self, grad, handle):
        return self._apply_dense(grad, handle)

    def _apply_sparse_duplicate_indices(self, grad, var):
        rows = tf.shape(var, out_type=tf.int64)[0]
        dense = tf.math.unsorted_segment_sum(grad.values, grad.indices, rows)
        touched = tf.math.unsorted_segment_sum(tf.ones_like(grad.indices), grad.indices, rows) > 0
        new_weights = self._rule.next_weights(var, dense, self._step)
        # The raw op picks whole rows by a vector; tf.where's notice on TF 1.15 is spared, too.
        new_rows = tf.raw_ops.Select(condition=touched, x=new_weights, y=tf.convert_to_tensor(var))
        return self._remember(var, new_rows)

    def _resource_apply_sparse_duplicate_indices(self, grad, handle, indices):
        return self._apply_sparse_duplicate_indices(tf.IndexedSlices(grad, indices), handle)

    def _remember(self, variable, new_weights):
        constraint = self._constraints[variable.op]
        if constraint is not None:
            new_weights = constraint(new_weights)
        self._new_weights.append((variable, new_weights))
        return new_weights

    def _finish(self, update_ops, name_scope):
        with tf.control_dependencies(update_ops):
            writes = []
            for variable, new_weights in self._new_weights:
                with tf.get_default_graph().colocate_with(variable.op):
                    writes.append(variable.assign(new_weights, use_locking=self._use_locking).op)
        if self._global_step is None:
            writes.append(count_after(writes, self._own_step()))
        return tf.group(*writes, name=name_scope)
