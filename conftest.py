"""Leaves out the examples in docstrings that the installed TensorFlow cannot run, and says why."""

import pytest

from tf1_updates.timing.environment import describe

# Each by the name of the object that has it.
LACKING_IN_TF1 = {
    "tf1_updates.approaches.compiled.build": "TensorFlow 1.15 compiles no update in place",
    "tf1_updates.compiled_update.compiled_update": "TensorFlow 1.15 compiles no update in place",
}


def pytest_collection_modifyitems(items):
    """Mark them as skipped; tests of the folder tests/ say so themselves."""
    version = describe()["tensorflow"]
    if version is None or not version.startswith("1."):
        return
    for item in items:
        if item.name in LACKING_IN_TF1:
            item.add_marker(pytest.mark.skip(reason=LACKING_IN_TF1[item.name]))
