"""On TensorFlow 1.15 nothing is left out for a reason that the table of reasons does not have."""

import importlib.util
import pathlib
import types

import pytest
from lacking import ABOUT_OTHERS, EXAMPLES, LACKING, OF_THE_MACHINE

ROOT = pathlib.Path(__file__).parent.parent
NAMED = list(LACKING.values()) + list(ABOUT_OTHERS.values()) + [OF_THE_MACHINE[0] + " here"]


@pytest.fixture
def judged(monkeypatch):
    """A function from the reason of a skip on TensorFlow 1.15 to the report that comes of it."""
    specification = importlib.util.spec_from_file_location("of_the_root", str(ROOT / "conftest.py"))
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)

    def judge(reason, on_tf1=True, **more):
        monkeypatch.setattr(module, "ON_TF1", on_tf1)
        where = ("test_x.py", 1, "Skipped: " + reason)
        report = types.SimpleNamespace(outcome="skipped", skipped=True, longrepr=where, **more)
        module.judged(report)
        return report

    return judge


@pytest.mark.parametrize("reason", NAMED)
def test_a_reason_of_the_table_is_a_reason(judged, reason):
    assert judged(reason).outcome == "skipped"


@pytest.mark.parametrize("reason", ["", "no time", "TensorFlow 1.15", "unconditional skip"])
def test_any_other_is_a_failure_that_repeats_it(judged, reason):
    report = judged(reason)
    assert report.outcome == "failed" and report.longrepr.endswith("tests/lacking.py: " + reason)


def test_other_versions_and_expected_failures_are_not_judged(judged):
    assert judged("no time", on_tf1=False).outcome == "skipped"
    assert judged("no time", wasxfail="known").outcome == "skipped"


def test_each_reason_says_what_is_lacking_where():
    for reason in LACKING.values():
        assert any(word in reason for word in ("TensorFlow 1.15", "Python 3.7", "Python 3.11"))
    assert len(set(NAMED)) == len(NAMED)


def test_each_example_that_is_left_out_exists():
    for name in EXAMPLES:
        module, _, function = name.rpartition(".")
        path = ROOT / (module.replace(".", "/") + ".py")
        assert "\ndef {}(".format(function) in path.read_text(encoding="utf-8")


def test_no_reason_is_written_twice():
    for path in (ROOT / "tests").rglob("test_*.py"):
        text = path.read_text(encoding="utf-8")
        for reason in LACKING.values():
            assert 'reason="{}"'.format(reason) not in text, path
            assert 'skip("{}"'.format(reason) not in text, path
