import copy
import math
import os

import pytest
from timing_fakes import comparison

from tf1_updates.errors import InputError
from tf1_updates.timing.contract import (
    APPROACH_FIELDS,
    DOCUMENT_FIELDS,
    OPTIONAL_APPROACH_FIELDS,
    OPTIONAL_DOCUMENT_FIELDS,
    problem_with,
)
from tf1_updates.timing.document import read, save


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
    if name in ("stopped_early_at_step", "window_steps", "warmup_steps_found", "outliers"):
        return [1.5, True, "1"]
    if name == "steps_per_session_run":
        return [0, -1, 1.5, True, "1"]
    if name == "verdict":
        return ["falls", "", 1, ["grows"]]
    if name == "verdict_reason":
        return [3, []]
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


@pytest.mark.parametrize("name", sorted(OPTIONAL_APPROACH_FIELDS))
def test_a_field_that_came_later_may_be_missing_but_not_wrong(name):
    content = comparison(steps=5)
    for value in wrong_values(name):
        changed = copy.deepcopy(content)
        changed["approaches"][1][name] = value
        assert problem_with(changed).startswith('"approaches[1].{}" that is not '.format(name))
    del content["approaches"][1][name]
    assert problem_with(content) is None


@pytest.mark.parametrize("name, wrong", [("load", [[], 1.0]), ("warnings", [None, "loaded", [1]])])
def test_the_same_goes_for_the_document(name, wrong):
    assert set(OPTIONAL_DOCUMENT_FIELDS) == {"load", "warnings"}
    content = comparison(steps=5)
    for value in wrong:
        assert problem_with(dict(content, **{name: value})).startswith('"{}" that '.format(name))
    del content[name]
    assert problem_with(content) is None


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
