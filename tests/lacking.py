"""What TensorFlow 1.15 lacks, and what else keeps a test from running: the one table of reasons.

Tests take their reason from here, and `make test-tf1` prints it next to each one that it left out.
There a skip for any other reason is a failure (conftest.py at the root sees to it), so that nothing
is left out silently.
"""

import pytest

from tf1_updates.timing.environment import describe

VERSION = describe()["tensorflow"] or ""
ON_TF1 = VERSION.startswith("1.")

# What TensorFlow 1.15, Python 3.7, or the last packages for it do not have.
LACKING = {
    "compiling": "TensorFlow 1.15 compiles no update in place",
    "compiled loops": "TensorFlow 1.15 compiles no such loop",
    "notebooks": "the notebooks' tested packages need Python 3.11",
    "quantile test": "SciPy 1.7, the last for Python 3.7, has no quantile_test",
    "cell numbers": "IPython 7, the last for Python 3.7, cannot tell a cell's number from its file",
}

# What is tested of other versions only, since 1.15 is what it speaks of.
ABOUT_OTHERS = {
    "launcher": "TensorFlow 1.15 runs the programs natively, so that they need no launcher",
    "numbering": "TensorFlow 1.15 numbers ops as 1.15 does, so that nothing is to be replaced",
    "expected texts": "TensorFlow 1.15 is what writes the expected texts",
}

# What a machine may lack whatever its TensorFlow: how the reason begins.
OF_THE_MACHINE = (
    "no chromium or no chromedriver",
    "no network of its own here",
    "this system gives none",
    "network namespaces are Linux",
    "the stand-ins are shell scripts",
    "processes are forked",
    "the writers are forked",
    "make is not installed",
    "dataset-fashion-mnist is not installed",
    "selenium is not installed",
    "jupyterlab is not installed",
    "not all that is pinned is installed",
)

# Examples in docstrings, by the name of the object that has them.
EXAMPLES = {
    "tf1_updates.approaches.compiled.build": LACKING["compiling"],
    "tf1_updates.compiled_update.compiled_update": LACKING["compiling"],
}

needs_compiling = pytest.mark.skipif(ON_TF1, reason=LACKING["compiling"])
needs_compiled_loops = pytest.mark.skipif(ON_TF1, reason=LACKING["compiled loops"])


def is_named(reason):
    """Whether a reason to skip a test on TensorFlow 1.15 is one of this table.

    >>> is_named("TensorFlow 1.15 compiles no update in place"), is_named("no time")
    (True, False)
    """
    named = list(LACKING.values()) + list(ABOUT_OTHERS.values())
    return reason in named or reason.startswith(OF_THE_MACHINE)
