import copy
import json
import math
import os

import numpy as np
import pytest
from timing_fakes import constant, linear, run

from tf1_updates.errors import InputError
from tf1_updates.timing.contract import APPROACH_FIELDS, DOCUMENT_FIELDS, problem_with
from tf1_updates.timing.document import Row, approach_rows, document, read, save

ROWS = [
    Row("group_assign", "A2", "ok", None, 1.0, 0.0, 1, 0, 314000, 0),
    Row("session_run_in_update", "Q2", "ok", session_runs_per_step=2, ops_added_per_step=52.5),
    Row("rewritten_gradient", "ours", "wrong", "weight 3 differs at step 7", 0.91, 2e-6),
    Row("process_gradients", "Q0", "unsupported", "it cannot see the weights"),
]


def comparison(**options):
    measurement, _ = run(
        {"group_assign": constant(0.25), "session_run_in_update": linear(1.0, 0.5)}, **options
    )
    return document(ROWS, measurement, {"cpus_logical": 2}, {"steps": 100}, "group_assign")


def by_name(content, name):
    return next(row for row in content["approaches"] if row["name"] == name)


def test_rows_keep_their_order_and_every_field_of_the_contract():
    content = comparison()
    assert content["schema"] == "tf1-updates/compare/1"
    assert set(content) == {"schema"} | set(DOCUMENT_FIELDS)
    assert [row["name"] for row in content["approaches"]] == [row.name for row in ROWS]
    assert all(set(row) == set(APPROACH_FIELDS) for row in content["approaches"])
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


def refusal(path):
    with pytest.raises(InputError) as caught:
        read(path)
    text = str(caught.value)
    assert "\n" not in text and os.path.basename(str(path)) in text
    return text


def test_a_missing_file_and_a_folder_are_named(tmp_path):
    assert "no file" in refusal(tmp_path / "absent.json")
    assert "a folder" in refusal(tmp_path)


def test_a_file_cut_anywhere_is_refused(tmp_path):
    path = tmp_path / "cut.json"
    save(path, comparison(steps=3, block=1))
    whole = path.read_bytes()
    for length in range(len(whole) - 1):  # without its last newline it is still whole
        path.write_bytes(whole[:length])
        assert "JSON" in refusal(path)


@pytest.mark.parametrize(
    "content, told",
    [
        (b"", "no JSON"),
        (b"\x89PNG\r\n\x1a\n\xff", "not text"),
        (b"<html></html>", "no JSON"),
        (b"null", 'without "schema"'),
        (b"[1, 2]", 'without "schema"'),
        (b"{}", 'without "schema"'),
        (b'{"schema": "another/tool/1"}', "another/tool/1"),
        (b'{"schema": null}', "schema None"),
        (b'{"schema": {"tf1-updates": 1}}', "schema"),
        (b'{"schema": "tf1-updates/compare/2"}', "newer"),
        (b'{"schema": "tf1-updates/compare/17"}', "newer"),
        (b'{"schema": NaN}', "never saved"),
        (b'{"schema": ' + b"[" * 100000, "never saved"),
    ],
)
def test_foreign_content_is_refused_with_what_was_found(tmp_path, content, told):
    path = tmp_path / "foreign.json"
    path.write_bytes(content)
    assert told in refusal(path)


def test_a_strange_file_name_is_still_one_line(tmp_path):
    with pytest.raises(InputError) as caught:
        read(str(tmp_path / "two\nlines.json"))
    assert "\n" not in str(caught.value) and "two\\nlines.json" in str(caught.value)


WRONG = {
    "complete": [None, 1, "true"],
    "environment": [None, [], "text"],
    "settings": [None, []],
    "reference": [None, 3, ["group_assign"]],
    "approaches": [None, {}, [1], ["group_assign"]],
}


@pytest.mark.parametrize("name", sorted(DOCUMENT_FIELDS))
def test_a_document_with_a_missing_or_wrong_field_is_refused_by_its_name(name):
    content = comparison(steps=5)
    for value in WRONG[name]:
        assert '"{}"'.format(name) in problem_with(dict(content, **{name: value}))
    del content[name]
    assert problem_with(content) == 'JSON without "{}"'.format(name)


def wrong_values(name):
    if name in ("name", "origin"):
        return [None, 3]
    if name == "status":
        return [None, "fine", ["ok"]]
    if name == "reason":
        return [3, []]
    if name.endswith("_ci95"):
        return [
            1.0,
            [],
            [1.0],
            [1.0, 2.0, 3.0],
            [2.0, 1.0],
            [None, 1.0],
            ["1", "2"],
            [0.0, math.inf],
        ]
    if name in ("step_seconds", "warmup_seconds"):
        return [None, 1.0, [None], ["1"], [math.inf], [math.nan], [True]]
    if name == "graph_ops":
        return [None, [1.5], [True], ["1"]]
    if name == "warnings":
        return [None, "text", [1]]
    if name == "stopped_early_at_step":
        return [1.5, True, "1"]
    return ["1", True, [], math.inf, math.nan, 10**400]


@pytest.mark.parametrize("name", sorted(APPROACH_FIELDS))
def test_an_approach_with_a_missing_or_wrong_field_is_refused_by_its_name(name):
    content = comparison(steps=5)
    for value in wrong_values(name):
        changed = copy.deepcopy(content)
        changed["approaches"][1][name] = value
        assert problem_with(changed).startswith('"approaches[1].{}" that is not '.format(name))
    del content["approaches"][1][name]
    assert problem_with(content) == 'JSON without "approaches[1].{}"'.format(name)


def test_what_does_not_belong_together_is_refused():
    content = comparison(steps=5)
    uneven = copy.deepcopy(content)
    uneven["approaches"][0]["graph_ops"].pop()
    assert problem_with(uneven) == '"approaches[0].step_seconds" of 5 steps, but "graph_ops" of 4'
    wrong = copy.deepcopy(content)
    wrong["approaches"][0]["status"] = "wrong"
    assert problem_with(wrong) == '"approaches[0].step_seconds" of a result that is wrong'
    twice = copy.deepcopy(content)
    twice["approaches"].append(twice["approaches"][0])
    assert problem_with(twice) == "approach 'group_assign' twice"


def test_fields_of_later_minor_additions_are_let_through():
    content = comparison(steps=5)
    content["approaches"][0]["more"] = content["more"] = 1
    assert problem_with(content) is None
