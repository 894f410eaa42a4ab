"""What to do instead of building an op in the loop: it depends on what was called.

The call is known by the TensorFlow functions that stand on the stack when the op is added, not by
the text of the line, which may hide it in a function or under another name.
"""

# What to do instead, from what says most about a line to what says least.
ADVICE = {
    "minimize": "call the optimizer once before the loop, train_op = optimizer.minimize(loss), and"
    " session.run(train_op) in it",
    "gradients": "build the gradients once before the loop, and fetch or apply those in it",
    "saver": "make one tf.train.Saver() before the loop; saver.save(session, path) adds no op",
    "initializer": "build the initializer once before the loop, and run that op",
    "summary": "build the summaries and tf.summary.merge_all() once before the loop, and fetch"
    " the merged one in it",
    "metric": "build the metric once before the loop; run its update op in the loop, and its"
    " variables' initializer to start anew",
    "data": "call make_..._iterator() and get_next() once before the loop; each session.run of"
    " what get_next() returned takes the next element",
    "import": "import the graph once before the loop",
    "variable": "make the variable once before the loop",
    "placeholder": "make the placeholder once before the loop, and feed it in each step",
    "assign_array": "before the loop: fed = tf.placeholder(dtype, shape) and"
    " write = variable.assign(fed); in the loop: session.run(write.op, {fed: array})",
    "assign": "build the assign once before the loop, and session.run its .op in each step",
    "random": "build the random op once before the loop: each session.run draws anew (a seeded op"
    " that is built anew starts its numbers anew)",
    "read": "session.run(variable) reads a variable without a new op; or build the read once"
    " before the loop",
    "other": "build this once before the loop, keep the tensor, and session.run that; feed what"
    " changes through a tf.placeholder",
}

_BY_FUNCTION = {
    "minimize": "minimize",
    "apply_gradients": "minimize",
    "gradients": "gradients",
    "gradients_v2": "gradients",
    "compute_gradients": "gradients",
    "global_variables_initializer": "initializer",
    "local_variables_initializer": "initializer",
    "variables_initializer": "initializer",
    "tables_initializer": "initializer",
    "get_next": "data",
    "make_one_shot_iterator": "data",
    "make_initializable_iterator": "data",
    "import_graph_def": "import",
    "import_meta_graph": "import",
    "get_variable": "variable",
    "placeholder": "placeholder",
    "placeholder_with_default": "placeholder",
    "assign": "assign",
    "assign_add": "assign",
    "assign_sub": "assign",
    "value": "read",
    "read_value": "read",
}
_BY_FILE = {
    "saver.py": "saver",
    "summary.py": "summary",
    "metrics_impl.py": "metric",
    "random_ops.py": "random",
    "stateless_random_ops.py": "random",
}
_ORDER = list(ADVICE)


def kind_of_call(tensorflow_calls, op_type):
    """Return which advice fits an op: a key of `ADVICE`.

    Args:
        tensorflow_calls: pairs of file name and function on the stack, the outermost first.
        op_type: the new op's type.

    >>> kind_of_call([("state_ops.py", "assign"), ("ops.py", "convert_to_tensor")], "Const")
    'assign_array'
    >>> kind_of_call([("math_ops.py", "floormod")], "FloorMod")
    'other'
    """
    for file, function in tensorflow_calls:
        kind = _BY_FILE.get(file) or _BY_FUNCTION.get(function)
        if (file, function) == ("variables.py", "__call__"):  # of the class: tf.Variable(...)
            kind = "variable"
        if kind == "assign" and op_type == "Const":
            return "assign_array"  # the value is baked into the graph
        if kind:
            return kind
    return "other"


def advice_for(kinds):
    """Return the advice for a line that makes calls of some kinds.

    >>> advice_for({"assign", "gradients"})
    'build the gradients once before the loop, and fetch or apply those in it'
    """
    return ADVICE[min(kinds, key=_ORDER.index)]
