"""Answers to the notebooks' exercises other than the folded ones: wrong ones, and right ones.

By notebook, in the order of its exercises: (wrong, right), each a list of sources.
"""

VALUES = [
    "'text'",
    "[1, 2, 3, 4, 5, 6, 7]",
    "-1e9",
    "float('nan')",
    "True",
    "{'a': 1}",
    "object()",
    "[[1], [2, 3]]",
    "1j",
    "tf.constant(1.0)",
    "np.zeros([30, 30])",
]


def named(name, wrong=(), right=()):
    """An exercise that asks for a value of a name."""
    given = [["{} = {}".format(name, value) for value in values] for values in (wrong, right)]
    return given[0] + ["{} = {}".format(name, value) for value in VALUES], given[1]


def function(head, wrong=(), right=()):
    """An exercise that asks for the body of a function; `wrong` and `right` are its last lines."""
    bodies = ["return {}".format(value) for value in VALUES + ["None", "..."]]
    given = [[head + "\n    " + body for body in several] for several in (wrong, right)]
    return given[0] + [head + "\n    " + body for body in bodies], given[1]


MOMENTUM = "class Momentum(tf.train.Optimizer):\n    def _create_slots(self, variables):\n        "
APPLY = "\n\n    def _resource_apply_dense(self, gradient, variable):\n        "
TWO = "self._all = [tf.get_variable('m' + v.op.name, initializer=0.0) for v in variables]"
ZEROS = "[self._zeros_slot(v, 'memory', self.get_name()) for v in variables]"
SLOT = "memory = self.get_slot(variable, 'memory')\n        "
HEAVY = "class Heavy(Rule):\n    "
SIGN = "class SignDescent(Rule):\n    def move(self, weights, gradient, step, name):"

ANSWERS = {
    "00": [
        named(
            "prediction", ["[-3, 5, 0]", "[17, 5, 20]", "['17', '5', '0']", "17"], ["(17, 5, 0)"]
        ),
        function(
            "def disguised(w, wanted):",
            ["return wanted", "return wanted - w", "return w", "return (w - wanted)[0]"],
            ["return -(wanted - w)", "return list(w - wanted)"],
        ),
        function(
            "def wrap(x, bound):",
            [
                "return np.mod(x, bound)",
                "return np.clip(np.mod(np.float32(x), np.float32(bound)), 0, 19.99)",
                "return np.float32(x)",
            ],
            ["return np.mod(np.mod(np.float32(x), np.float32(bound)), np.float32(bound))"],
        ),
    ],
    "01": [
        named("prediction", ["1", "3", "4", "6", "8", "'7'"], ["7.0"]),
        function(
            "def ops_after(start, per_step, steps):",
            ["return per_step * steps", "return start + per_step", "return start * steps"],
            ["return sum([per_step] * steps, start)"],
        ),
        function(
            "def noise_of_a_run(session):",
            [
                "noise = tf.random_normal([])\n    return [session.run(noise) for _ in range(3)]",
                "return [tf.random_normal([], seed=1) for _ in range(3)]",
                "return [session.run(tf.random_normal([])) for _ in range(3)]",
                "return session.run(tf.random_normal([2], seed=1))",
            ],
            ["return session.run(tf.random_normal([3], seed=1))"],
        ),
    ],
    "02": [
        named("prediction", ["0", "0.05", "-0.15", "0.1"], ["0.1 - 0.15"]),
        function(
            "def wait_for(new_value, write):",
            ["return [new_value]", "return new_value", "return []", "return [[]]"],
            ["return [new_value, write]", "return (write,)"],
        ),
        function(
            "def train_op_of(loss, variables):",
            [
                "return tf.no_op()",
                "return tf.gradients(loss, variables)",
                "return variables[0].assign(0.9)",
                "g = tf.gradients(loss, variables)\n"
                "    return tf.group(*[w.assign_sub(MU * d) for w, d in zip(variables, g)])",
                "g = tf.gradients(loss, variables)\n    with tf.control_dependencies(g):\n"
                "        return [w.assign(w + MU * d) for w, d in zip(variables, g)]",
            ],
            [
                "g = tf.gradients(loss, variables)\n    new = [w - MU * d for w, d in "
                "zip(variables, g)]\n    with tf.control_dependencies(new):\n"
                "        return [w.assign(n) for w, n in zip(variables, new)]",
            ],
        ),
    ],
    "03": [
        named("prediction", ["'_apply_dense'", "'resource_apply_dense'"]),
        function(
            "def new_value(gradient, variable):",
            [
                "return variable - MU * gradient",
                "return tf.floormod(variable, B)",
                "return tf.floormod(gradient - MU * variable, B)",
                "return tf.floormod(variable + MU * gradient, B)",
                "return variable",
            ],
            ["return tf.math.floormod(variable - gradient * MU, B)"],
        ),
        (
            [
                MOMENTUM + TWO + APPLY + "m = self._all[0]\n        "
                "return variable.assign_sub(MU * m.assign(0.9 * m + gradient)).op",
                MOMENTUM + ZEROS + APPLY + "return variable.assign_sub(MU * gradient).op",
                MOMENTUM + ZEROS + APPLY + "return tf.no_op()",
                MOMENTUM + "pass" + APPLY + "return tf.no_op()",
                MOMENTUM + ZEROS + APPLY + SLOT + "return variable.assign_add("
                "MU * memory.assign(0.9 * memory + gradient)).op",
            ],
            [],
        ),
    ],
    "04": [
        named("my_multiple", ["1", "2", "6"], ["3.0"]),
        named("my_seconds", ["20", "2000", "2"], ["198", "201"]),
        function(
            "def moved_together(a, b, rate=0.5):",
            [
                "b = b - rate * a\n    a = a - rate * b\n    return a, b",
                "return a - rate * a, b - rate * b",
                "return b - rate * a, a - rate * b",
            ],
            ["return [a - rate * b, b - rate * a]"],
        ),
        function(
            "def my_distance(a, b, bound):",
            [
                "return abs(a - b)",
                "return a - b",
                "return (a - b) % bound",
                "return bound - abs(a - b)",
            ],
            ["return min(abs(a - b), bound - abs(a - b))"],
        ),
    ],
    "05": [
        named("my_step", ["1000", "99", "101", "'100'"], ["100.0"]),
        named("my_share", ["0.5", "1", "0.25"], ["0.0"]),
        function(
            "def my_centred_wrap(values, bound):",
            [
                "return np.mod(values, bound)",
                "return np.mod(values, bound) - bound / 2",
                "return np.mod(values + bound / 2, bound)",
                "return values - bound * np.round(values / bound)",
                "return values",
            ],
            ["return (values + bound / 2) % bound - bound / 2"],
        ),
        named("my_answer", ["'about 0.8'", "0.1", "'0.1'"]),
        function(
            "def my_rate(step):",
            [
                "return max(0.1 - 0.001 * step, 0.0)",
                "return min(0.1 - 0.001 * step, 0.01)",
                "return 0.1",
            ],
            ["return np.maximum(0.1 - 0.001 * step, 0.01)"],
        ),
    ],
    "06": [
        named("my_row", ["22.5", "0.5", "19.5"], ["22.5 - 20"]),
        (
            [
                HEAVY + "def move(self, weights, gradient, step, name):\n        "
                "return weights - gradient",
                HEAVY
                + "slots = ('total',)\n\n    def advance(self, weights, gradient, slots, step, "
                "name):\n        return weights - gradient, {'total': slots['total'] + gradient}",
            ],
            [],
        ),
        (
            [
                SIGN + "\n        return " + value
                for value in VALUES
                + ["None", "...", "weights - gradient", "weights + 0.5 * tf2.sign(gradient)"]
            ],
            [SIGN + "\n        return weights - 0.5 * tf.sign(gradient)"],
        ),
    ],
}
