"""One step fused by XLA: variables are read, moved and written inside one compiled function.

An op of the graph reads its inputs from memory and allocates its result; a rule of ten ops passes
ten times over the weights. XLA makes one loop of them. It writes a variable in place only if the
variable is both read and assigned inside the compiled function: given the weights and returning new
ones, it would allocate and copy.
"""

import tensorflow.compat.v1 as tf

from tf1_updates.errors import UnsupportedError
from tf1_updates.graph_walk import is_reference
from tf1_updates.rules.outside import keep_outside
from tf1_updates.updates import new_values

# Checks at run time, which XLA drops without a word; and random numbers, of which it has others.
_LEFT_OUT = frozenset(["Assert", "CheckNumerics", "CheckNumericsV2"])
_DRAWN_OTHERWISE = ("Random", "StatelessRandom", "StatelessTruncated", "TruncatedNormal")


def compiled_update(approach, rule, pairs, slots, step, finish=None):
    """Return the op that does `w <- project(move(w, g, step))` for all variables, in one loop each.

    The rule is used as it is. Its noise is drawn, its functions of the step are evaluated and its
    tensors are checked outside the compiled function; see `tf1_updates.rules.outside`.

    Args:
        approach: name of the approach that asks, for a refusal.
        rule: a `Rule`.
        pairs: list of (gradient, variable); dense gradients, resource variables of known shape.
        slots: list of dicts, as `create_slots` returns.
        step: int64 scalar tensor.
        finish: function from (variable, new value) to the value to write, applied inside; by
            default the new value itself.

    Raises:
        UnsupportedError: TensorFlow 1.15, a reference variable, a variable of unknown shape, or a
            rule of one's own with ops that XLA leaves out or draws otherwise.

    >>> from tf1_updates.rules import GradientDescent
    >>> with tf.Graph().as_default(), tf.Session() as session:
    ...     w = tf.get_variable("w", initializer=[1.0, -3.0], use_resource=True)
    ...     step = tf.constant(0, tf.int64)
    ...     pairs = [(tf.constant([2.0, 2.0]), w)]
    ...     train_op = compiled_update("compiled", GradientDescent(0.5), pairs, [{}], step)
    ...     session.run(tf.global_variables_initializer())
    ...     session.run(train_op)
    ...     print(session.run(w))
    [ 0. -4.]
    """
    check_compilable(approach, [variable for _, variable in pairs])
    outside = tf.get_default_graph()
    rule = rule.at(step)

    def update():
        keep_outside(outside)
        updates = new_values(rule, pairs, slots, step)
        if finish is not None:
            updates = [(variable, finish(variable, new)) for variable, new in updates]
        for variable, new in updates:
            variable.assign(new)
        return tf.constant(0)  # TensorFlow gives back no op for a function without a result

    # A function cannot reach a variable on another machine, so it is where the first variable is.
    first = pairs[0][1].op
    with outside.colocate_with(first), tf.control_dependencies([grad for grad, _ in pairs]):
        compiled = tf.function(update, jit_compile=True, autograph=False).get_concrete_function()
        cure = "build it outside_of_compiled, or use group_assign"
        check_kept(approach, type(rule).__name__, compiled, cure)
        return compiled().op


def check_compilable(approach, variables):
    """Refuse what cannot be compiled, naming the first such variable.

    Raises:
        UnsupportedError: as for `compiled_update`.
    """
    if tf.__version__.startswith("1."):
        problem = "TensorFlow {} compiles no update in place".format(tf.__version__)
        raise UnsupportedError(approach, problem, "use TensorFlow 2.16 or later, or group_assign")
    for variable in variables:
        if is_reference(variable):
            problem = "XLA cannot write the reference variable {!r}".format(variable.op.name)
            cure = "make it with use_resource=True, or use group_assign"
            raise UnsupportedError(approach, problem, cure)
        if not variable.shape.is_fully_defined():
            problem = "the shape of {!r} is not known when the graph is built"
            raise UnsupportedError(approach, problem.format(variable.op.name), "use group_assign")


def check_kept(approach, made_by, compiled, cure):
    """Refuse ops that XLA would leave out or draw otherwise, without a word.

    Args:
        approach: name of the approach that asks.
        made_by: whose ops they are, for the refusal.
        compiled: the concrete function, as `tf.function(...).get_concrete_function()` returns it.
        cure: what to do instead, for the refusal.

    Raises:
        UnsupportedError: naming the first such op.
    """
    definition = compiled.graph.as_graph_def()
    # Of all functions, since those that are called from within are compiled as well.
    functions = [definition.node] + [each.node_def for each in definition.library.function]
    for operation in sorted({node.op for nodes in functions for node in nodes}):
        if operation in _LEFT_OUT or operation.startswith(_DRAWN_OTHERWISE):
            problem = "XLA leaves out or changes the op {} of {}".format(operation, made_by)
            raise UnsupportedError(approach, problem, cure)
