"""On TensorFlow 1.15, leaves out the examples that it cannot run, and nothing without a reason."""

import pytest
from lacking import EXAMPLES, ON_TF1, is_named


def pytest_collection_modifyitems(items):
    """Mark those examples as skipped; tests of the folder tests/ say so themselves."""
    for item in items:
        if ON_TF1 and item.name in EXAMPLES:
            item.add_marker(pytest.mark.skip(reason=EXAMPLES[item.name]))


def judged(report):
    """A skip on TensorFlow 1.15 for a reason that tests/lacking.py does not name is a failure."""
    if ON_TF1 and report.skipped and not hasattr(report, "wasxfail"):
        reason = report.longrepr[2].replace("Skipped: ", "", 1)
        if not is_named(reason):
            report.outcome = "failed"
            report.longrepr = "skipped for a reason that is not in tests/lacking.py: " + reason


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport():
    """Judge the skip of a test."""
    outcome = yield
    judged(outcome.get_result())


@pytest.hookimpl(hookwrapper=True)
def pytest_make_collect_report():
    """Judge the skip of a whole module."""
    outcome = yield
    judged(outcome.get_result())
