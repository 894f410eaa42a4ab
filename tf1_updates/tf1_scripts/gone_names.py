"""TensorFlow 1 names that are gone, and what does their work now."""

# From the longer name to the shorter: the first that is the start of a name says what to do.
ADVICE = {
    "contrib.layers.fully_connected": "use tf.layers.dense(x, n, activation=tf.nn.relu)",
    "contrib.layers.conv2d": "use tf.layers.conv2d(..., padding='same', activation=tf.nn.relu)",
    "contrib.layers.batch_norm": "use tf.layers.batch_normalization",
    "contrib.layers.variance_scaling_initializer": "use tf.variance_scaling_initializer, whose"
    " defaults differ",
    "contrib.eager.Iterator": "loop over the tf.data.Dataset itself",
    "contrib.slim": "install tf-slim, and write import tf_slim as slim",
    "contrib.distributions": "install tensorflow-probability, which took it over",
    "contrib.training.HParams": "use types.SimpleNamespace(**values)",
    "contrib.learn": "train by session.run in a loop, or by tf.keras",
    "contrib.data": "use tf.data and tf.data.experimental",
    "contrib.lookup": "use tf.lookup",
    "contrib.losses": "use tf.losses",
    "contrib.metrics": "use tf.metrics",
    "contrib.summary": "use tf.summary",
    "contrib": "contrib left with TensorFlow 2; run the script on TensorFlow 1.15",
    "estimator": "estimators left with TensorFlow 2.16; train by session.run in a loop",
    "train.SummaryWriter": "use tf.summary.FileWriter",
    "scalar_summary": "use tf.summary.scalar",
    "histogram_summary": "use tf.summary.histogram",
    "merge_all_summaries": "use tf.summary.merge_all",
    "mul": "use tf.multiply",
    "sub": "use tf.subtract",
    "neg": "use tf.negative",
    "pack": "use tf.stack",
    "unpack": "use tf.unstack",
    "select": "use tf.where",
    "batch_matmul": "use tf.matmul",
    "complex_abs": "use tf.abs",
}


class GoneName(AttributeError):
    """A name that TensorFlow no longer has; the text says what to use instead.

    >>> print(GoneName("mul", "use tf.multiply"))
    tf.mul is not in this TensorFlow; instead: use tf.multiply
    """

    def __init__(self, path, advice):
        text = "tf.{} is not in this TensorFlow; instead: {}"
        super().__init__(text.format(path, advice))


class GoneImport(ImportError):
    """The same, where the name was imported: a script's `except ImportError` catches it."""


def advice_for_name(path):
    """Return what to do instead of a name, or `None` where nothing is known of it.

    >>> advice_for_name("contrib.slim.nets")
    'install tf-slim, and write import tf_slim as slim'
    >>> advice_for_name("reduce_sun") is None
    True
    """
    while path:
        if path in ADVICE:
            return ADVICE[path]
        path = path.rpartition(".")[0]
    return None
