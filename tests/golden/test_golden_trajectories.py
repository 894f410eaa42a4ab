"""This TensorFlow does what 1.15.5 did: the noise to the bit, the weights within a bound."""

import pathlib

import pytest

from tf1_updates.golden.__main__ import NEEDED, golden_rules
from tf1_updates.golden.document import TOLERANCE, error_of, read
from tf1_updates.golden.trajectory import noise_record, trajectory
from tf1_updates.problems import PROBLEMS
from tf1_updates.problems.loading import load_digits, problem_on
from tf1_updates.rules import make_rule

FOLDER = pathlib.Path(__file__).parents[2] / "data" / "golden"
CASES = [(problem, rule) for problem in PROBLEMS for rule in golden_rules()]


@pytest.fixture(scope="module")
def golden():
    return {name: read(str(FOLDER / (name + ".json"))) for name in PROBLEMS}


@pytest.fixture(scope="module")
def problems():
    return {name: problem_on(load_digits(name, "bundled"), name, 0) for name in PROBLEMS}


def test_every_rule_with_a_gradient_is_kept_on_every_problem(golden):
    assert {name for name, _ in CASES} == {path.stem for path in FOLDER.glob("*.json")}
    for document in golden.values():
        assert document["environment"]["tensorflow"] == "1.15.5"
        assert document["settings"]["steps"] == 200 and document["settings"]["every"] == 10
        assert sorted(document["trajectories"]) == sorted(golden_rules())
        for kept in document["trajectories"].values():
            for record in kept["weights"].values():
                assert {len(each) for each in record.values()} == {200 // 10}


@pytest.mark.parametrize("name", PROBLEMS)
def test_the_noise_is_equal_to_the_bit(name, golden, problems):
    settings = golden[name]["settings"]
    found = noise_record(problems[name], settings["seed"], settings["steps"], settings["every"])
    assert found == golden[name]["noise"]


@pytest.mark.parametrize("name, rule_name", CASES)
def test_the_weights_are_within_the_bound(name, rule_name, golden, problems):
    rule = make_rule(rule_name, **NEEDED.get(rule_name, {}))
    kept, settings = golden[name]["trajectories"][rule_name], golden[name]["settings"]
    assert kept["rule"] == repr(rule)
    found = trajectory(problems[name], rule, settings["steps"], settings["every"])
    assert sorted(found) == sorted(kept["weights"])
    for variable, record in kept["weights"].items():
        error = error_of(found[variable], record, getattr(rule, "bound", None))
        assert error <= TOLERANCE, variable
