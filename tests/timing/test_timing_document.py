import json
import math
import os

import numpy as np
import pytest
from timing_fakes import ROWS, comparison, constant, run

from tf1_updates.timing.contract import (
    APPROACH_FIELDS,
    DOCUMENT_FIELDS,
    OPTIONAL_APPROACH_FIELDS,
    OPTIONAL_DOCUMENT_FIELDS,
    problem_with,
)
from tf1_updates.timing.document import Row, approach_rows, document, read, save


def by_name(content, name):
    return next(row for row in content["approaches"] if row["name"] == name)


def test_rows_keep_their_order_and_every_field_of_the_contract():
    content = comparison()
    assert content["schema"] == "tf1-updates/compare/1"
    assert set(content) == {"schema"} | set(DOCUMENT_FIELDS) | set(OPTIONAL_DOCUMENT_FIELDS)
    assert [row["name"] for row in content["approaches"]] == [row.name for row in ROWS]
    fields = set(APPROACH_FIELDS) | set(OPTIONAL_APPROACH_FIELDS)
    assert all(set(row) == fields for row in content["approaches"])
    assert problem_with(content) is None
    assert content["complete"] is True and content["reference"] == "group_assign"


def test_numbers_of_the_series_are_in_it():
    content = comparison()
    reference, slow = content["approaches"][:2]
    assert reference["median_seconds"] == 0.25 and reference["median_ci95"] == [0.25, 0.25]
    assert reference["ratio"] == 1.0 and reference["ratio_ci95"] == [1.0, 1.0]
    assert slow["ratio"] == pytest.approx((1.0 + 0.5 * (5 + 104) / 2) / 0.25)
    assert slow["growth_seconds_per_step"] == pytest.approx(0.5)
    assert slow["step_seconds"] == [1.0 + 0.5 * number for number in range(5, 105)]
    assert slow["warmup_seconds"] == [1.0 + 0.5 * number for number in range(5)]
    assert len(slow["graph_ops"]) == 100 and slow["stopped_early_at_step"] is None
    assert reference["bytes_fed_per_step"] == 314000 and slow["ops_added_per_step"] == 52.5


@pytest.mark.parametrize("status", ["wrong", "unsupported"])
def test_no_timing_is_shown_of_a_result_that_is_not_right_even_if_there_is_one(status):
    measurement, _ = run({"a": constant(1.0), "b": constant(2.0)})
    row = approach_rows([Row("b", "Q3", status, "why", 0.5, 0.25)], measurement, "a")[0]
    assert (row["reason"], row["bit_equal_share"], row["max_circle_error"]) == ("why", 0.5, 0.25)
    assert row["step_seconds"] == row["warmup_seconds"] == row["graph_ops"] == row["warnings"] == []
    numbers = [name for name in row if name.startswith(("median", "ratio", "growth", "stopped"))]
    assert len(numbers) == 7 and all(row[name] is None for name in numbers)


@pytest.mark.parametrize("broken, ratio", [("b", None), ("a", None)])
def test_an_approach_that_breaks_while_it_is_timed_is_wrong_and_has_no_timing(broken, ratio):
    measurement, _ = run({"a": constant(1.0), "b": constant(2.0)})
    measurement.named(broken).failed = "ValueError: why"
    done = len(measurement.named(broken).step_seconds)
    rows = [Row(name, "Q3", "ok") for name in "ab"]
    found = {row["name"]: row for row in approach_rows(rows, measurement, "a")}
    assert found[broken]["status"] == "wrong"
    assert found[broken]["reason"] == "failed after {} measured steps: ValueError: why".format(done)
    assert found[broken]["step_seconds"] == [] and found[broken]["median_seconds"] is None
    assert found["b"]["ratio"] is ratio


def test_a_series_that_stopped_early_says_where():
    # An equal share of 40 s: three blocks of steps that take a second.
    measurement, _ = run({"a": constant(0.1), "b": constant(1.0)}, budget_seconds=46)
    row = approach_rows([Row("b", "Q3", "ok")], measurement, "a")[0]
    assert row["stopped_early_at_step"] == len(row["step_seconds"]) == 30
    assert any("stopped early at step 30" in text for text in row["warnings"])


def test_without_its_reference_an_approach_has_no_ratio():
    measurement, _ = run({"b": constant(2.0)})
    row = approach_rows([Row("b", "Q3", "ok")], measurement, "a")[0]
    assert row["median_seconds"] == 2.0
    assert row["ratio"] is row["ratio_ci95"] is None


def test_before_the_first_step_there_is_a_valid_incomplete_document():
    content = document(ROWS, None, {}, {}, "group_assign")
    assert problem_with(content) is None
    assert content["complete"] is False
    assert all(row["median_seconds"] is None for row in content["approaches"])


def test_what_is_saved_in_each_round_is_valid_and_incomplete():
    states = []

    def on_round(measurement):
        states.append(document(ROWS, measurement, {}, {}, "group_assign"))

    comparison(on_round=on_round)
    assert [len(by_name(state, "group_assign")["step_seconds"]) for state in states] == list(
        range(10, 101, 10)
    )
    assert [problem_with(state) for state in states] == [None] * 10
    assert not any(state["complete"] for state in states)


def test_numpy_numbers_tuples_nan_and_infinity_become_plain_json():
    row = Row("a", "A2", "wrong", "why", np.float32(0.5), np.float64("nan"), np.int64(3), math.inf)
    content = document([row], None, {"load": (1.5, -math.inf)}, {"on": np.float16(2)}, "a")
    saved = json.loads(json.dumps(content, allow_nan=False))
    assert saved == content
    assert saved["environment"] == {"load": [1.5, None]} and saved["settings"] == {"on": 2.0}
    row = saved["approaches"][0]
    assert (row["bit_equal_share"], row["max_circle_error"]) == (0.5, None)
    assert (row["session_runs_per_step"], row["ops_added_per_step"]) == (3, None)


def test_what_is_no_plain_data_is_refused():
    with pytest.raises(TypeError, match="plain data"):
        document(ROWS, None, {}, {"clock": object()}, "group_assign")


def test_seconds_survive_the_file_in_every_digit(tmp_path):
    content = comparison()
    by_name(content, "group_assign")["step_seconds"][:3] = [1 / 3, 0.1 + 0.2, 5e-324]
    save(tmp_path / "saved.json", content)
    assert read(tmp_path / "saved.json") == content
    assert read(str(tmp_path / "saved.json")) == content


def test_a_failed_save_leaves_what_was_there(tmp_path):
    path = tmp_path / "saved.json"
    save(path, comparison())
    before = path.read_bytes()
    with pytest.raises(ValueError):
        save(path, dict(comparison(), settings={"steps": math.nan}))
    assert path.read_bytes() == before
    assert os.listdir(str(tmp_path)) == ["saved.json"]
