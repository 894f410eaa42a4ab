"""What stands beside the ratios: circumstances, statuses, failures."""

import copy
import json
import pathlib

import pytest

from tf1_updates.timing.circumstances import circumstance_warnings, differing
from tf1_updates.timing.difference_document import difference_document
from tf1_updates.timing.document import read
from tf1_updates.timing.saved_series import saved_series

SAVED = pathlib.Path(__file__).parents[1] / "saved" / "compare.json"


@pytest.fixture(scope="module")
def saved():
    return read(str(SAVED))


def changed(document, factor=1.0, **approaches):
    """A deep copy with scaled steps; keyword arguments replace fields of approaches."""
    copied = copy.deepcopy(document)
    for row in copied["approaches"]:
        row["step_seconds"] = [factor * seconds for seconds in row["step_seconds"]]
        row.update(approaches.get(row["name"], {}))
    return copied


NOTHING = {"step_seconds": [], "graph_ops": []}


def by_name(document):
    return {row["name"]: row for row in document["approaches"]}


@pytest.mark.parametrize("factor, verdict", [(1.2, "slower"), (1 / 1.2, "faster")])
def test_every_real_series_is_found_in_a_scaled_copy(saved, factor, verdict):
    found = difference_document(saved, changed(saved, factor))
    measured = [row for row in found["approaches"] if row["ratio"] is not None]
    assert len(measured) == len(saved_series(saved)) > 5
    for row in measured:
        assert row["verdict"] == verdict and row["ratio"] == pytest.approx(factor)
        assert row["relative_verdict"] == "not resolved"
        assert row["median_seconds_b"] == pytest.approx(factor * row["median_seconds_a"])
    assert found["warnings"] == [] and found["failures"] == []


def test_a_file_against_itself_has_no_difference_at_all(saved):
    found = difference_document(saved, copy.deepcopy(saved), run_to_run=0.0)
    for row in found["approaches"]:
        if row["ratio"] is not None:
            assert row["ratio_ci95"] == row["relative_ratio_ci95"] == [1.0, 1.0]
            assert row["verdict"] == row["relative_verdict"] == "not resolved"
    json.dumps(found, allow_nan=False)


def test_one_approach_that_became_slower_is_the_only_one_found(saved):
    slow = by_name(changed(saved, 1.3))["constraint"]
    found = by_name(difference_document(saved, changed(saved, constraint=slow)))
    assert found["constraint"]["verdict"] == found["constraint"]["relative_verdict"] == "slower"
    others = [row["verdict"] for name, row in found.items() if name != "constraint"]
    assert set(others) == {"not resolved", None}


def test_differing_circumstances_are_named_with_both_values(saved):
    other = copy.deepcopy(saved)
    other["environment"].update(tensorflow="1.15.5", variable_kind="reference", utc="later")
    other["environment"]["threads"]["intra_op_threads"] = 1
    other["environment"]["load_average"] = [9.0, 9.0, 9.0]
    other["settings"]["isolate"] = True
    other["settings"]["rule"]["bound"] = 2.0
    other["complete"] = False
    other["warnings"] = ["the machine was loaded"]
    assert circumstance_warnings(saved, other) == [
        "B is incomplete: its measurement was interrupted",
        "B: the machine was loaded",
        "machine or software differs: tensorflow is 2.21.0 in A, 1.15.5 in B",
        "machine or software differs: threads.intra op threads is not there in A, 1 in B",
        "machine or software differs: variable kind is resource in A, reference in B",
        "settings differ: rule.bound is 20.0 in A, 2.0 in B",
        "settings differ: isolate is not there in A, True in B",
    ]


def test_what_is_missing_is_the_same_as_what_is_off():
    assert differing({"seed": 0}, {"seed": 0, "isolate": False, "data": None}) == []
    assert differing({"seed": 0}, {}) == [("seed", 0, None)]
    assert differing({"rule": "plain"}, {"rule": {"name": "plain"}}) == [
        ("rule.name", None, "plain"),
        ("rule", "plain", None),
    ]


def test_an_approach_in_one_file_only_or_with_another_status_is_told(saved):
    wrong = dict(NOTHING, status="wrong", reason="weight 3 differs at step 7")
    other = changed(saved, constraint=wrong, built_in=NOTHING)
    del other["approaches"][0]
    found = difference_document(saved, other)
    assert found["warnings"] == [
        "session_run_in_update is in A only",
        "constraint is ok in A, wrong in B: weight 3 differs at step 7",
        "built_in has no measured step in B",
    ]
    rows = by_name(found)
    assert rows["session_run_in_update"]["status_b"] is None
    for name in ("session_run_in_update", "constraint", "built_in"):
        assert rows[name]["ratio"] is None and rows[name]["verdict"] is None


def test_another_reference_leaves_out_the_ratios_of_ratios(saved):
    other = copy.deepcopy(saved)
    other["reference"] = "built_in"
    found = difference_document(saved, other)
    assert found["reference"] is None and "reference is group_assign in A" in found["warnings"][0]
    assert all(row["relative_ratio"] is None for row in found["approaches"])


def failing(saved, other, limit, **options):
    return difference_document(saved, other, fail_over=limit, **options)["failures"]


def test_only_a_resolved_slowdown_over_the_limit_fails(saved):
    assert failing(saved, saved, 1.0) == []
    assert failing(saved, changed(saved, 1.2), 1.2) == []
    assert failing(saved, changed(saved, 1 / 1.2), 1.0) == []
    assert failing(saved, changed(saved, 1.05), 1.0) == []  # within 3% from run to run
    assert len(failing(saved, changed(saved, 1.05), 1.0, run_to_run=0.0)) == 9
    only = changed(saved, constraint=by_name(changed(saved, 1.25))["constraint"])
    expected = "constraint takes 1.25 times as long, which is over 1.1"
    assert failing(saved, only, 1.1) == [expected]


def test_an_approach_that_is_wrong_now_fails_and_one_that_is_right_now_does_not(saved):
    wrong = changed(saved, constraint=dict(NOTHING, status="wrong", reason="why"))
    assert failing(saved, wrong, 1.1) == ["constraint was ok and is wrong"]
    assert failing(wrong, saved, 1.1) == []


def test_files_without_an_approach_in_common_fail_since_they_show_nothing(saved):
    empty = dict(copy.deepcopy(saved), approaches=[])
    assert failing(saved, empty, 1.1) == ["no approach was measured in both"]
    assert difference_document(saved, empty)["failures"] == []


@pytest.mark.parametrize("block", [None, "five", 0, -1, True, 2.5])
def test_settings_may_hold_anything_as_the_length_of_a_block(saved, block):
    other = copy.deepcopy(saved)
    other["settings"]["block"] = block
    assert {series.block for series in saved_series(other).values()} == {200 // 40}
