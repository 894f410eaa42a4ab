"""What every test finds: TensorFlow quiet, v2 behaviour off where that is asked, Ctrl-C heard."""

import gc
import os
import signal
import warnings

import pytest
from lacking import LACKING, ON_TF1

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

# Programs, not modules: to import one would be to run it.
collect_ignore = ["tf1_scripts/programs", "tf1_scripts/on_the_page"]

# Graph mode has to give the same with v2 behaviour on and off. The switch is global and cannot be
# turned back, so it is a run of its own: `make test` does both.
V2_OFF = os.environ.get("TF1_UPDATES_TESTS_V2") == "off"

if V2_OFF:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import tensorflow.compat.v1 as tf

        tf.disable_v2_behavior()


@pytest.fixture(autouse=True, scope="session")
def _interruptible():
    """SIGINT interrupts this process and those that it starts, whoever started the tests.

    A script's background job has it ignored, and hands that down to all that it starts.
    """
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture(autouse=True, scope="module")
def _nothing_old_to_collect():
    """Spare the collector what was loaded before: each measurement starts with a collection."""
    gc.freeze()
    yield
    gc.unfreeze()


@pytest.fixture(params=[True, False], ids=["resource", "reference"])
def use_resource(request):
    """Both kinds of variable."""
    return request.param


@pytest.fixture
def eagerly():
    """Ops run at once, also where TensorFlow 1 or the switch of v2 behaviour builds a graph."""
    from tensorflow.python.eager import context

    with context.eager_mode():
        yield


@pytest.fixture
def lacks():
    """What this TensorFlow lacks: a function from (approach, use_resource) to why it refuses.

    The reason is empty where it does not.
    XLA writes resource variables only, and TensorFlow 1.15 compiles no update at all.
    """

    def refuses(name, use_resource):
        import tensorflow.compat.v1 as tf

        if use_resource is None:
            use_resource = tf.resource_variables_enabled()
        if name != "compiled" or (use_resource and not ON_TF1):
            return ""
        return LACKING["compiling"] if ON_TF1 else "XLA writes no reference variables"

    return refuses
