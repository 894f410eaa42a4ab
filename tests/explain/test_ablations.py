"""Each ablation gives the reference's weights, and differs from it by exactly what it says."""

import numpy as np
import pytest
import tensorflow.compat.v1 as tf

from tf1_updates.agreement.judge import Judge
from tf1_updates.approaches import APPROACHES
from tf1_updates.compare import examine
from tf1_updates.explain import ABLATIONS, HACKS, PREBUILT, subjects
from tf1_updates.explain.growth_ops import DIGITS, MOST_STEPS, unseen_fetches
from tf1_updates.explain.reference_update import reference_update
from tf1_updates.explain.stepper import GrowingStepper
from tf1_updates.explain.watch import Watched
from tf1_updates.problems import Coupled, Quadratic
from tf1_updates.rules import WrappedNoisyDescent

RULE = WrappedNoisyDescent(0.1, 20, 0.01, seed=2)
OPS = 30  # more than any of them needs for itself
EVERY = subjects(OPS)
TOLD = [each for each in EVERY if getattr(each, "ops_per_step", None) is not None]
WEIGHT_BYTES = 4 * (6 + 2 * 3)

# Beyond the reference, for two variables: the fields of `Counts` but the last.
EXPECTED = {
    "group_assign": (0, 0, 0, 0, 0, 0, 0),
    "one_more_call": (1, 0, 0, 0, 0, 0, 0),
    "numpy_round_trip": (1, 2 * WEIGHT_BYTES, 0, 0, 0, 0, 0),
    "unseen_fetch": (1, 0, 1, 0, 0, 0, 0),
    "dead_ops": (0, 0, 0, 1, 0, 0, 0),
    "unseen_fetch_and_dead_ops": (1, 0, 1, 1, 1, 0, 0),
    "baked_constant": (1, WEIGHT_BYTES, 1, 1, 1, 2, 0),
    "rebuilt_gradients": (0, 0, 1, 1, 1, 0, 1),
    "prebuilt_session_run": (6, 4 * WEIGHT_BYTES, 0, 0, 0, 0, 0),
    "eval_after_step": (6, 3 * WEIGHT_BYTES, 4, 4, 4, 2, 0),
}


@pytest.fixture(scope="module")
def judges():
    found = {
        problem.name: (problem, Judge(problem, RULE)) for problem in (Quadratic(1), Coupled(1))
    }
    yield found
    for _, judge in found.values():
        judge.close()


@pytest.fixture(scope="module")
def counts(judges):
    problem, judge = judges["quadratic"]
    found = {}
    for subject in EVERY:
        watched = Watched(subject)
        row = examine(watched, problem, RULE, judge, 6)
        assert row.status == "ok", row
        found[subject.name] = row, watched.counts()
    return found


@pytest.mark.parametrize("problem_name", ["quadratic", "coupled"])
@pytest.mark.parametrize("ablation", subjects(OPS)[1:8], ids=lambda ablation: ablation.name)
def test_ablations_give_the_weights_of_the_rule_at_every_step(judges, problem_name, ablation):
    problem, judge = judges[problem_name]
    row = examine(ablation, problem, RULE, judge, 8)
    assert row.status == "ok" and row.max_circle_error < 1e-5
    assert row.bit_equal_share == 1.0


def test_an_ablation_that_changes_weights_is_found_out(judges, monkeypatch):
    from tf1_updates.explain import one_more_call

    def steps_twice(loss, variables, rule):
        step = APPROACHES["group_assign"].build(loss, variables, rule)

        def train_step(session, feed_dict=None):
            step(session, feed_dict)
            step(session, feed_dict)

        return train_step

    monkeypatch.setattr(one_more_call, "build", steps_twice)
    problem, judge = judges["quadratic"]
    assert examine(ABLATIONS[0], problem, RULE, judge, 4).status == "wrong"


@pytest.mark.parametrize("name", list(EXPECTED))
def test_counts_are_exactly_what_it_says(counts, name):
    beyond = counts[name][1].beyond(counts["group_assign"][1])
    assert tuple(beyond)[:7] == EXPECTED[name]


def test_the_counts_are_those_of_the_agreement(counts):
    for row, own in counts.values():
        assert own.session_calls == row.session_runs_per_step
        assert own.ops_added == row.ops_added_per_step
        assert own.bytes_crossing == row.bytes_fed_per_step + row.bytes_fetched_per_step


def test_the_question_s_hack_has_its_causes_too(counts):
    beyond = counts["session_run_in_update"][1].beyond(counts["group_assign"][1])
    assert beyond.session_calls == 1  # one run for each of the two variables
    assert beyond.unseen_fetches == beyond.graph_changes == beyond.unseen_in_changed == 2
    assert beyond.gradient_builds == 1 and beyond.constants_assigned == 0


def test_growing_ablations_add_as_many_ops_as_they_are_told(counts):
    assert [each.name for each in TOLD] == [
        "dead_ops",
        "unseen_fetch_and_dead_ops",
        "baked_constant",
    ]
    assert {counts[each.name][1].ops_added for each in TOLD} == {OPS}
    flat = ("one_more_call", "numpy_round_trip", "unseen_fetch", PREBUILT)
    assert {counts[name][1].ops_added for name in flat} == {0}
    assert all(counts[name][1].ops_added > 0 for name in HACKS)


def test_the_reference_update_is_group_assign_op_for_op():
    def ops(build):
        with tf.Graph().as_default() as graph:
            model = Quadratic(1).build()
            build(model.loss, model.variables, RULE)
            return [(op.name, op.type) for op in graph.get_operations()]

    assert ops(reference_update) == ops(APPROACHES["group_assign"].build)


def test_no_two_unseen_fetches_are_alike_and_none_adds_an_op():
    with tf.Graph().as_default() as graph:
        fetches = unseen_fetches()
        assert len(graph.get_operations()) == 10 * DIGITS
        sets = [frozenset(op.name for op in each) for each in fetches]
        assert len(set(sets)) == len(sets) == MOST_STEPS
        assert len(graph.get_operations()) == 10 * DIGITS


@pytest.mark.parametrize("name", [each.name for each in EVERY])
def test_steps_that_are_not_run_leave_the_same_graph_behind(name):
    subject = next(each for each in EVERY if each.name == name)
    real, idle = (GrowingStepper(subject, Quadratic(1), RULE) for _ in range(2))
    for number in range(6):
        real.step(real.feed(number))
    idle.go_to(7)
    assert idle.next_step == real.next_step == 7
    types = [[op.type for op in each.graph.get_operations()] for each in (real, idle)]
    assert types[0] == types[1]
    # Resource variables' initial values and baked weights differ; their sizes do not.
    assert real.graphdef_bytes() == idle.graphdef_bytes()
    real.close()
    idle.close()


def test_steps_that_are_not_run_leave_the_weights_alone():
    stepper = GrowingStepper(APPROACHES["eval_after_step"], Quadratic(1), RULE)
    before = stepper.session.run(stepper.model.variables)
    stepper.go_to(5)
    after = stepper.session.run(stepper.model.variables)
    assert all(np.array_equal(*pair) for pair in zip(before, after))
    stepper.close()
