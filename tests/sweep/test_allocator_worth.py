"""What settings of the allocator are worth, in a sweep: kept, checked, shown, asked for again."""

import json
import sys

import pytest
from sweep_documents import sample
from test_memory_speed import swept

from tf1_updates.commands.sweep_options import options_of
from tf1_updates.doctor.allocator import measure
from tf1_updates.doctor.allocator_child import command, step_seconds
from tf1_updates.doctor.child import Child, run
from tf1_updates.reports import sweep_text
from tf1_updates.sweep.allocators import worth_of_settings
from tf1_updates.sweep.contract import problem_with
from tf1_updates.sweep.document import document

STEPS = {"built_in": [0.004] * 8, "group_assign": [0.06] * 8, "optimizer_subclass": [0.064] * 8}


def answered(line, environment):
    """A stand-in for child processes: TensorFlow's pool makes the plain forms thrice as fast."""
    asked = json.loads(line[-1])
    worth = 3 if environment.get("TF_CPU_ALLOCATOR_USE_BFC") == "true" else 1
    steps = {name: STEPS[name] for name in asked["approaches"]}
    return Child({n: [s / worth if n != "built_in" else s for s in steps[n]] for n in steps}, None)


def measured(run=answered, **changed):
    return measure(
        10**7, 8, **dict({"approaches": ["group_assign", "optimizer_subclass"]}, run=run, **changed)
    )


def with_allocator(measured, **settings):
    found = swept()
    asked = dict(found["settings"], **settings)
    return document(found["points"], found["environment"], asked, measured)


def test_each_setting_is_a_row_held_against_built_in_of_the_same_child():
    found = with_allocator(measured())
    assert problem_with(json.loads(json.dumps(found))) is None
    text = " ".join(sweep_text.render(found).split())
    default, pool = 0.06 / 0.004, 0.06 / 3 / 0.004
    assert "group_assign, default allocator 60 ms {:.1f}x".format(default) in text
    assert "group_assign, TF_CPU_ALLOCATOR_USE_BFC=true 20 ms {:.2f}x".format(pool) in text
    assert "optimizer_subclass, MALLOC_MMAP_MAX_=0 MALLOC_TRIM_THRESHOLD_=-1 64 ms" in text
    assert "as multiples of built_in: {:.1f}x".format(default) in text


def test_what_a_child_could_not_do_is_said():
    found = with_allocator(measured(run=lambda line, environment: Child(None, "ended by SIGKILL")))
    assert problem_with(found) is None
    assert "The allocator: not measured: ended by SIGKILL." in sweep_text.render(found)


def test_only_what_was_timed_is_asked_for_and_without_noise():
    (point,) = swept()["points"]
    point = dict(
        point,
        approaches=[each for each in point["approaches"] if each["name"] != "optimizer_subclass"],
    )
    rule = {"name": "wrapped_noisy_descent", "noise_stddev": 0.5, "bound": 3.0}
    weights, _, names, asked = worth_of_settings(point, rule, measure=lambda *given: given)
    assert weights == 10**7 and names == ["group_assign"]
    assert asked == dict(rule, noise_stddev=0.0)


def test_a_sweep_that_lacks_it_is_not_complete_and_asks_for_it_again():
    assert with_allocator(None)["complete"] and not with_allocator(None, allocator=True)["complete"]
    whole = with_allocator(measured(), allocator=True)
    assert whole["complete"]
    settings = dict(whole["settings"], max_memory_bytes=1, quick=False, seed=0, steps=40)
    whole["settings"] = dict(settings, large_steps=400)
    asked = options_of(whole)
    assert asked["allocator"] is True and asked["steps"] is None
    del whole["settings"]["large_steps"], whole["settings"]["allocator"]
    asked = options_of(whole)
    assert asked["allocator"] is False and asked["steps"] == "40"


@pytest.mark.parametrize(
    "change, said",
    [
        (lambda a: a.update(weights=0), "allocator.weights"),
        (lambda a: a.pop("children"), "allocator.children"),
        (lambda a: a.update(block=0), "allocator.block"),
        (lambda a: a["children"][0].update(setting=3), "children[0].setting"),
        (lambda a: a["children"][1]["step_seconds"].pop("built_in"), "step_seconds.built_in"),
        (lambda a: a["children"][1]["step_seconds"].pop("group_assign"), "group_assign"),
        (lambda a: a["children"][0]["step_seconds"].update(built_in=[]), "as many"),
        (lambda a: a["children"][0]["step_seconds"].update(built_in=["1"]), "finite numbers"),
        (lambda a: a.update(error=1), "allocator.error"),
    ],
)
def test_a_damaged_record_is_refused(change, said):
    content = json.loads(json.dumps(with_allocator(measured())))
    change(content["allocator"])
    assert said in problem_with(content)


def test_the_child_times_all_in_as_many_whole_blocks():
    rule = {"name": "wrapped_noisy_descent", "noise_stddev": 0.0}
    found = step_seconds(10, 6, 2, rule, ["built_in", "group_assign"])
    assert [len(found[name]) for name in ("built_in", "group_assign")] == [6, 6]
    assert all(seconds > 0 for steps in found.values() for seconds in steps)


@pytest.mark.slow
def test_a_real_child_answers_or_says_why_not():
    rule = {"name": "gradient_descent"}
    asked = dict(weights=10, steps=4, block=2, rule=rule, approaches=["built_in", "group_assign"])
    found = run(command(sys.executable, asked), patience=120.0)
    assert found.error is None and len(found.answer["group_assign"]) == 4
    refused = run(command(sys.executable, dict(asked, rule={"name": "none"})), patience=120.0)
    assert refused.answer is None and refused.error


def test_a_sweep_of_other_things_has_no_such_rows():
    assert "allocator" not in sweep_text.render(sample())
