"""A golden file that was changed is refused, and so is making one elsewhere than on 1.15.5."""

import copy
import json
import pathlib

import numpy as np
import pytest

from tf1_updates.errors import InputError
from tf1_updates.golden.__main__ import MADE_ON, main
from tf1_updates.golden.document import TOLERANCE, error_of, read, sealed
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


def test_one_changed_figure_is_refused(tmp_path, document):
    record_of(document)["values"][3][1] += 1e-6
    assert "was changed" in refusal(tmp_path / "golden.json", json.dumps(document))


def test_changed_noise_settings_and_environment_are_refused(tmp_path, document):
    changes = [("noise", "vector"), ("settings", "seed"), ("environment", "tensorflow")]
    for place, name in changes:
        changed = copy.deepcopy(document)
        changed[place][name] = 1
        assert "was changed" in refusal(tmp_path / "golden.json", json.dumps(changed))


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


def test_golden_files_are_made_on_1_15_5_only(tmp_path, capsys):
    import tensorflow.compat.v1 as tf

    if tf.__version__ == MADE_ON:
        pytest.skip("this is TensorFlow 1.15.5, which makes them")
    assert main([str(tmp_path)]) == 2
    assert "1.15.5" in capsys.readouterr().err and not list(tmp_path.iterdir())


def test_a_missing_folder_is_one_line(tmp_path, capsys):
    assert main([str(tmp_path / "missing")]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1 and "does not exist" in error
