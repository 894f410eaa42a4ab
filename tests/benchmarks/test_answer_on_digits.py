"""Answer 2's program learns only while its rate is below zero; centred, the other way round."""

import json
import pathlib

import numpy as np
import pytest

from tf1_updates import datasets
from tf1_updates.benchmarks.answer_on_digits import (
    VARIANTS,
    judged,
    jumped,
    main,
    on_seam,
    rate_as_written,
    run,
)

RESULTS = pathlib.Path(__file__).parent.parent.parent / "data" / "results"
SAVED = ["answer_on_digits.json", "answer_on_digits_1.15.json"]


@pytest.fixture(scope="module")
def digits():
    return datasets.load()


def test_the_rate_is_zero_after_a_hundred_steps_and_negative_then():
    assert [round(rate_as_written(step), 9) for step in (0, 100, 200)] == [0.1, 0.0, -0.1]


def test_a_step_from_zeros_sends_about_half_of_what_moves_across_the_seam(digits):
    found = run(VARIANTS["constant rate"], digits, steps=1)
    assert found.steps == [0, 1]
    assert 0.3 < jumped(found.first_weights) < 0.7
    assert on_seam(found.first_weights) == 1.0


def test_centred_nothing_jumps_and_twenty_steps_learn(digits):
    found = run(VARIANTS["centred wrap, constant rate"], digits, steps=20, every=20)
    assert np.abs(found.first_weights).max() < 1
    assert found.accuracy[-1] > 0.5 > found.accuracy[0]


def test_accuracy_and_loss_against_a_model_that_knows_and_one_that_does_not(digits):
    accuracy, loss = judged(np.zeros([784, 10], np.float32), digits)
    assert loss == pytest.approx(np.log(10))
    assert accuracy == pytest.approx(np.mean(digits.test_labels == 0))


@pytest.mark.parametrize("name", SAVED)
def test_saved_results_show_what_the_notebook_says(name):
    document = json.loads((RESULTS / name).read_text(encoding="utf-8"))
    assert document["complete"] and list(document["runs"]) == list(VARIANTS)
    assert document["environment"]["tensorflow"].startswith("1.15" if "1.15" in name else "2.")
    at = {
        each: dict(zip(found["steps"], found["accuracy"]))
        for each, found in document["runs"].items()
    }
    assert at["as written"][100] < 0.2 < 0.7 < at["as written"][1000]
    assert max(at["constant rate"].values()) < 0.2
    assert at["centred wrap"][50] > 0.6 > at["centred wrap"][1000]
    assert at["centred wrap, constant rate"][1000] > 0.8


def test_the_command_writes_what_it_prints(tmp_path, capsys):
    target = tmp_path / "result.json"
    assert main(["--steps", "10", "--json", str(target)]) == 0
    document = json.loads(target.read_text(encoding="utf-8"))
    printed = capsys.readouterr().out
    for name, found in document["runs"].items():
        assert "{:<28}{:7.3f}".format(name, found["accuracy"][-1]) in printed


@pytest.mark.parametrize("given", [["--steps", "0"], ["--json", "no/such/folder/x.json"]])
def test_bad_input_is_one_line_and_exit_2(given, capsys):
    assert main(given) == 2
    captured = capsys.readouterr()
    assert captured.out == "" and captured.err.count("\n") == 1
