"""A golden file that was changed is refused, and so is making one elsewhere than on 1.15.5."""

import copy
import json
import pathlib

import numpy as np
import pytest

from tf1_updates.errors import InputError
from tf1_updates.golden.__main__ import MADE_ON, main
from tf1_updates.golden.document import TOLERANCE, error_of, problem_with, read, sealed
from tf1_updates.golden.trajectory import checksum, kept, means, picked

GOLDEN = pathlib.Path(__file__).parents[2] / "data" / "golden" / "quadratic.json"


@pytest.fixture
def document():
    return json.loads(GOLDEN.read_text(encoding="utf-8"))


def record_of(document):
    return document["trajectories"]["wrapped_noisy_descent"]["weights"]["vector"]


def refusal(path, text):
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as refused:
        read(str(path))
    assert "\n" not in str(refused.value) and str(path) in str(refused.value)
    return str(refused.value)


def leaves(node, path=()):
    """Every (path, value) below a node of a JSON document."""
    if isinstance(node, (dict, list)):
        for key, value in node.items() if isinstance(node, dict) else enumerate(node):
            yield from leaves(value, path + (key,))
    else:
        yield path, node


def put(document, path, value):
    for key in path[:-1]:
        document = document[key]
    document[path[-1]] = value


def other(value):
    """A value of the same kind that is as near as may be."""
    if isinstance(value, str):
        return value[:-1] + ("1" if value[-1] == "0" else "0")
    return float(np.nextafter(value, np.inf)) if isinstance(value, float) else value + 1


def test_any_figure_checksum_or_setting_that_was_changed_is_found(document):
    seen = set()
    for number, (path, value) in enumerate(list(leaves(document))):
        kind = tuple(key for key in path if isinstance(key, str))
        # One in 97 of the many alike, and the first of each kind.
        if path[0] in ("schema", "complete") or (kind in seen and number % 97):
            continue
        seen.add(kind)
        put(document, path, other(value))
        assert problem_with(document).startswith("content that was changed"), path
        put(document, path, value)
        assert problem_with(document) is None
    places = {name for kind in seen for name in kind}
    assert {"values", "means", "crc32", "bits", "steps", "every", "seed", "sha256"} <= places


@pytest.mark.parametrize("part", ["values", "means", "crc32"])
def test_steps_that_were_cut_added_or_swapped_are_found(tmp_path, document, part):
    steps = record_of(document)[part]
    for changed in (steps[:-1], steps + steps[-1:], steps[1::-1] + steps[2:]):
        record_of(document)[part] = changed
        assert "was changed" in refusal(tmp_path / "golden.json", json.dumps(document))


def test_a_file_made_anew_holds_nothing_of_the_day(document):
    assert sorted(document["environment"]) == ["numpy", "python", "tensorflow"]
    text = json.dumps(document, sort_keys=True, indent=0) + "\n"
    assert text == GOLDEN.read_text(encoding="utf-8")


def test_cut_foreign_newer_and_partial_files_are_refused(tmp_path, document):
    path, text = tmp_path / "golden.json", json.dumps(document)
    assert "cut" in refusal(path, text[: len(text) // 2])
    assert 'without "schema"' in refusal(path, "{}")
    assert "newer" in refusal(path, json.dumps(dict(document, schema="tf1-updates/golden/2")))
    assert '"complete"' in refusal(path, json.dumps(sealed(dict(document, complete=False))))
    for name in ("noise", "trajectories", "sha256"):
        less = {key: value for key, value in document.items() if key != name}
        assert 'without "{}"'.format(name) in refusal(path, json.dumps(less))


def test_a_weight_that_is_off_is_found_even_under_a_right_sum(document):
    record = record_of(document)
    assert error_of(record, record, 20.0) == 0.0
    off = copy.deepcopy(record)
    off["values"][19][2] += 20.0 * 2 * TOLERANCE
    assert TOLERANCE < error_of(off, record, 20.0) < 3 * TOLERANCE
    off["values"][19][2] = float("nan")
    assert error_of(off, record, 20.0) == float("inf")
    off["values"].pop()
    assert error_of(off, record, 20.0) == float("inf")


def test_a_weight_that_is_not_picked_shows_in_the_means():
    right = [np.linspace(1.0, 2.0, 101).astype(np.float32)]
    wrong = [right[0].copy()]
    wrong[0][0] += 0.5
    assert (picked(right[0]) == picked(wrong[0])).all()
    assert checksum(right[0]) != checksum(wrong[0])
    # 0.5 off in one of 101, over the largest kept value, which is below 2.
    assert error_of(kept(wrong), kept(right)) > 0.5 / 101 / 2
    assert error_of(kept(wrong, 20.0), kept(right, 20.0), 20.0) > TOLERANCE


@pytest.mark.parametrize("bound", [None, 20.0])
def test_no_move_of_the_weights_changes_a_mean_by_more(bound):
    random = np.random.RandomState(0)
    before = random.uniform(0, 20, 50)
    move = random.uniform(-0.1, 0.1, 50)
    found = np.abs(np.subtract(means(before + move, bound), means(before, bound)))
    assert found.max() <= np.abs(move).max()


def test_golden_files_are_made_on_1_15_5_only(tmp_path, capsys, monkeypatch):
    import tensorflow.compat.v1 as tf

    if tf.__version__ == MADE_ON:
        monkeypatch.setattr(tf, "__version__", "1.15.4")
    assert main([str(tmp_path)]) == 2
    assert "1.15.5" in capsys.readouterr().err and not list(tmp_path.iterdir())


def test_a_missing_folder_is_one_line(tmp_path, capsys):
    assert main([str(tmp_path / "missing")]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1 and "does not exist" in error
