"""TensorFlow 1 names that TensorFlow 2 keeps elsewhere: only those that mean exactly the same.

Each is a function from `tensorflow.compat.v1` to what the name stood for.
"""

import importlib
import importlib.util

from tf1_updates.tf1_scripts.gone_names import GoneName

LEGACY = "it is in the package tf-keras: pip install 'tf1-updates[legacy]'"
_CELLS = (
    "BasicLSTMCell BasicRNNCell DeviceWrapper DropoutWrapper GRUCell LSTMCell LSTMStateTuple"
    " MultiRNNCell RNNCell ResidualWrapper"
).split()
_STATIC = ("static_rnn", "static_state_saving_rnn", "static_bidirectional_rnn")
_EAGER = {
    "enable_eager_execution": "enable_eager_execution",
    "executing_eagerly": "executing_eagerly",
    "in_eager_mode": "executing_eagerly",
    "py_func": "py_func",
    "Checkpoint": "train.Checkpoint",
}
_BACKPROP = {
    "gradients_function": "gradients_function",
    "value_and_gradients_function": "val_and_grad_function",
    "implicit_gradients": "implicit_grad",
    "implicit_value_and_gradients": "implicit_val_and_grad",
}


def _attribute(path):
    def found(tf):
        for name in path.split("."):
            tf = getattr(tf, name)
        return tf

    return found


def _legacy(path):
    """Names that TensorFlow 2 takes from tf-keras, where that is installed."""

    def found(tf):
        if importlib.util.find_spec("tf_keras") is None:
            raise GoneName(path, LEGACY)
        return _attribute(path)(tf)

    return found


def _inner(module, name):
    return lambda tf: getattr(importlib.import_module(module), name)


def _xavier_initializer(tf):
    def xavier_initializer(uniform=True, seed=None, dtype=tf.float32):
        if not uniform:  # contrib's normal one has another width than core's
            name = "contrib.layers.xavier_initializer(uniform=False)"
            raise GoneName(name, "tf.glorot_normal_initializer(), which is 0.6 % narrower")
        if dtype == tf.float32:
            return tf.glorot_uniform_initializer(seed=seed)
        return tf.glorot_uniform_initializer(seed=seed, dtype=dtype)

    return xavier_initializer


def _regularizer(loss):
    def made(tf):
        def regularizer(scale, scope=None):
            def penalty(weights):
                with tf.name_scope(scope, "regularizer", [weights]):
                    return tf.multiply(scale, loss(tf, weights))

            return penalty if scale else lambda weights: None

        return regularizer

    return made


MOVED = {
    "layers": _legacy("layers"),
    "nn.rnn_cell": _legacy("nn.rnn_cell"),
    "contrib.layers.xavier_initializer": _xavier_initializer,
    "contrib.layers.xavier_initializer_conv2d": _xavier_initializer,
    "contrib.layers.l1_regularizer": _regularizer(lambda tf, w: tf.reduce_sum(tf.abs(w))),
    "contrib.layers.l2_regularizer": _regularizer(lambda tf, w: tf.nn.l2_loss(w)),
    "contrib.layers.flatten": _legacy("layers.flatten"),
    "contrib.framework.get_or_create_global_step": _attribute("train.get_or_create_global_step"),
    "contrib.framework.get_global_step": _attribute("train.get_global_step"),
    "contrib.eager.Variable": _inner(
        "tensorflow.python.ops.resource_variable_ops", "ResourceVariable"
    ),
}
MOVED.update({"contrib.rnn." + name: _legacy("nn.rnn_cell." + name) for name in _CELLS})
MOVED.update({"contrib.rnn." + name: _attribute("nn." + name) for name in _STATIC})
MOVED.update({"contrib.eager." + old: _attribute(new) for old, new in _EAGER.items()})
MOVED.update(
    {
        "contrib.eager." + old: _inner("tensorflow.python.eager.backprop", new)
        for old, new in _BACKPROP.items()
    }
)
