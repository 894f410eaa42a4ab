"""Any rule as a `tf.train.Optimizer`: answer 1 of the thread, made complete."""

import numpy as np
import tensorflow.compat.v1 as tf

from tf1_updates.optimizer_input import check_pairs, check_slots, check_variables
from tf1_updates.step_counter import count_after
from tf1_updates.variable_constraint import constraints_set


class RuleOptimizer(tf.train.Optimizer):
    """`w <- project(move(w, g, step))` for every variable, as a TensorFlow optimizer

    TensorFlow calls one `_apply_*` hook per variable. Here the hooks only compute the new values,
    and `_finish`, which runs once and sees them all, writes. So no variable is written before every
    new value is known, even where the gradient of one variable is another's memory.

    With a `global_step`, that is the rule's step; without one, the optimizer counts its own. Where
    a gradient is sparse (`IndexedSlices`), repeated rows are summed first; which rows then change
    is the rule's `sparse_rows`. A variable's own constraint is applied to its new weights. What is
    passed to `apply_gradients` need not be a gradient: a rule may take any tensor in its place.

    Args:
        rule: the `Rule` that says what the next weight is.
        use_locking: whether writes to reference variables take a lock.
        name: prefix of the names of ops and slots.

    Raises:
        InputError: eager execution, variables or gradients of a dtype that is not floating point,
            gradients that are all `None`, slots of one name; one line that names the variable.

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
        check_slots(rule)

    def _assert_valid_dtypes(self, tensors):
        check_variables(tensors)  # also called by the base class, which is less readable

    def apply_gradients(self, grads_and_vars, global_step=None, name=None):
        """Return the op that performs one update; see `tf.train.Optimizer.apply_gradients`."""
        pairs = check_pairs(grads_and_vars)
        variables = [variable for _, variable in pairs]
        self._global_step, self._updates = global_step, []
        # The base class would write a constrained variable between two hooks; we constrain instead.
        self._constraints = {variable.op: variable.constraint for variable in variables}
        with constraints_set(variables, None):
            return super().apply_gradients(pairs, global_step, name)

    def _create_slots(self, var_list):
        for name in self._rule.slots:
            for variable in var_list:
                self._zeros_slot(variable, name, self.get_name())
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
        self._rule_now = self._rule.at(self._step)

    def _apply_dense(self, grad, var):
        return self._remember(self._new_values(grad, var))

    def _resource_apply_dense(self, grad, handle):
        return self._apply_dense(grad, handle)

    def _apply_sparse_duplicate_indices(self, grad, var):
        rows = tf.shape(var, out_type=tf.int64)[0]
        dense = tf.math.unsorted_segment_sum(grad.values, grad.indices, rows)
        updates = self._new_values(dense, var)
        if self._rule.sparse_rows == "touched":
            looked_up = tf.ones_like(grad.indices)
            touched = tf.math.unsorted_segment_sum(looked_up, grad.indices, rows) > 0
            updates = [(each, _rows(touched, new, each)) for each, new in updates]
        return self._remember(updates)

    def _resource_apply_sparse_duplicate_indices(self, grad, handle, indices):
        return self._apply_sparse_duplicate_indices(tf.IndexedSlices(grad, indices), handle)

    def _new_values(self, grad, variable):
        slots = {name: self.get_slot(variable, name) for name in self._rule.slots}
        moved, new_slots = self._rule_now.advance_variable(variable, grad, slots, self._step)
        new_weights = self._rule_now.projected(moved, variable)
        constraint = self._constraints[variable.op]
        if constraint is not None:
            new_weights = constraint(new_weights)
        return [(variable, new_weights)] + [(slots[name], new_slots[name]) for name in slots]

    def _remember(self, updates):
        self._updates.extend(updates)
        return updates[0][1]  # the base class wants an op or a tensor, and hands it to _finish

    def _finish(self, update_ops, name_scope):
        with tf.control_dependencies([new_value for _, new_value in self._updates]):
            writes = []
            for variable, new_value in self._updates:
                with tf.get_default_graph().colocate_with(variable.op):
                    writes.append(variable.assign(new_value, use_locking=self._use_locking).op)
        if self._global_step is None:
            writes.append(count_after(writes, self._own_step()))
        return tf.group(*writes, name=name_scope)


def _rows(chosen, new, variable):
    # The raw op picks whole rows by a vector; tf.where's notice on TF 1.15 is spared, too.
    return tf.raw_ops.Select(condition=chosen, x=new, y=tf.convert_to_tensor(variable))
