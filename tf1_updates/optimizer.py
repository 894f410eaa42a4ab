"""Any rule as a `tf.train.Optimizer`: answer 1 of the thread, made complete."""

import numpy as np
import tensorflow.compat.v1 as tf

from tf1_updates.compiled_update import check_compilable, compiled_update
from tf1_updates.gradients import check_loss
from tf1_updates.optimizer_input import (
    check_global_step,
    check_graph,
    check_name,
    check_options,
    check_pairs,
    check_trained,
    check_variables,
)
from tf1_updates.step_counter import count_after
from tf1_updates.updates import new_values
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
        compiled: whether XLA fuses the update into one pass over memory, with the variables written
            in place; for resource variables, not on TensorFlow 1.15.

    Raises:
        InputError: an argument that is not allowed, eager execution, variables or gradients of a
            dtype that is not floating point, gradients that are all `None` or do not fit their
            variables; one line that names the argument or the variable.
        UnsupportedError: `compiled` where there is no compiling, naming the variable and the cure.

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

    def __init__(self, rule, use_locking=False, name="RuleOptimizer", compiled=False):
        check_options(rule, use_locking, name, compiled)
        super().__init__(use_locking, name)
        self._rule, self._compiled = rule, compiled

    def _assert_valid_dtypes(self, tensors):
        check_variables(tensors)  # also called by the base class, which is less readable

    def compute_gradients(self, loss, *given, **named):
        """Return (gradient, variable) pairs; see `tf.train.Optimizer.compute_gradients`."""
        check_graph()
        loss = loss if callable(loss) else check_loss(loss)
        return super().compute_gradients(loss, *given, **named)

    def minimize(
        self,
        loss,
        global_step=None,
        var_list=None,
        gate_gradients=tf.train.Optimizer.GATE_OP,
        aggregation_method=None,
        colocate_gradients_with_ops=False,
        name=None,
        grad_loss=None,
    ):
        """Return the op that performs one update; see `tf.train.Optimizer.minimize`."""
        check_graph()
        if var_list is not None or not callable(loss):
            var_list = check_trained(var_list)
        pairs = self.compute_gradients(
            loss,
            var_list,
            gate_gradients,
            aggregation_method,
            colocate_gradients_with_ops,
            grad_loss,
        )
        return self.apply_gradients(pairs, global_step, name)

    def apply_gradients(self, grads_and_vars, global_step=None, name=None):
        """Return the op that performs one update; see `tf.train.Optimizer.apply_gradients`."""
        pairs = check_pairs(grads_and_vars, self._rule)
        check_global_step(global_step)
        if name is not None:
            check_name(name)
        variables = [variable for _, variable in pairs]
        if self._compiled:
            check_compilable("RuleOptimizer(compiled=True)", variables)
        self._global_step = global_step
        self._pairs, self._slots_of_pairs, self._updates, self._touched = [], [], [], {}
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
        return self._remember(grad, var)

    def _resource_apply_dense(self, grad, handle):
        return self._remember(grad, handle)

    def _apply_sparse_duplicate_indices(self, grad, var):
        rows = tf.shape(var, out_type=tf.int64)[0]
        dense = tf.math.unsorted_segment_sum(grad.values, grad.indices, rows)
        if self._rule.sparse_rows == "all":
            return self._remember(dense, var)
        looked_up = tf.ones_like(grad.indices)
        touched = tf.math.unsorted_segment_sum(looked_up, grad.indices, rows) > 0
        return self._remember(dense, var, touched)

    def _resource_apply_sparse_duplicate_indices(self, grad, handle, indices):
        return self._apply_sparse_duplicate_indices(tf.IndexedSlices(grad, indices), handle)

    def _remember(self, gradient, variable, touched=None):
        slots = {name: self.get_slot(variable, name) for name in self._rule.slots}
        self._pairs.append((gradient, variable))
        self._slots_of_pairs.append(slots)
        if touched is not None:
            self._touched.update((each.op, touched) for each in [variable, *slots.values()])
        if self._compiled:
            return gradient  # the base class wants an op or a tensor, and hands it to _finish
        updates = new_values(self._rule_now, [(gradient, variable)], [slots], self._step)
        updates = [(each, self._allowed(each, new)) for each, new in updates]
        self._updates.extend(updates)
        return updates[0][1]

    def _allowed(self, variable, new):
        constraint = self._constraints.get(variable.op)
        new = new if constraint is None else constraint(new)
        touched = self._touched.get(variable.op)
        return new if touched is None else _rows(touched, new, variable)

    def _finish(self, update_ops, name_scope):
        writes = self._compiled_writes() if self._compiled else self._writes()
        if self._global_step is None:
            writes.append(count_after(writes, self._own_step()))
        return tf.group(*writes, name=name_scope)

    def _compiled_writes(self):
        name, given = "RuleOptimizer(compiled=True)", (self._pairs, self._slots_of_pairs)
        return [compiled_update(name, self._rule_now, *given, self._step, self._allowed)]

    def _writes(self):
        with tf.control_dependencies([new_value for _, new_value in self._updates]):
            writes = []
            for variable, new_value in self._updates:
                with tf.get_default_graph().colocate_with(variable.op):
                    writes.append(variable.assign(new_value, use_locking=self._use_locking).op)
        return writes


def _rows(chosen, new, variable):
    # The raw op picks whole rows by a vector; tf.where's notice on TF 1.15 is spared, too.
    return tf.raw_ops.Select(condition=chosen, x=new, y=tf.convert_to_tensor(variable))
