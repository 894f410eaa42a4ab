"""A sweep of known costs: what is measured, what is left out, and why."""

import json

import pytest
from sweep_fakes import COSTS, GB, FakeMemory, FakeSweep, plan

from tf1_updates.errors import InputError
from tf1_updates.sweep.contract import problem_with
from tf1_updates.sweep.document import document, known_points
from tf1_updates.sweep.memory import CHECKING_COPIES, Needs, bytes_of
from tf1_updates.sweep.sizes import MOST_CHECKED, size_of
from tf1_updates.sweep.sweeping import Sweeping

ENVIRONMENT = {"variable_kind": "resource"}


def swept(fake, known=None, on_point=None, **changed):
    sweeping = Sweeping(plan(over=fake.over, **changed), fake.tools(), known, on_point)
    sweeping.run()
    return sweeping


def as_document(sweeping, **settings):
    settings = dict({"over": "weights", "approaches": list(COSTS)}, **settings)
    found = document(sweeping.points(), ENVIRONMENT, settings)
    assert problem_with(json.loads(json.dumps(found, allow_nan=False))) is None
    return found


def record(point, name):
    return next(each for each in point["approaches"] if each["name"] == name)


def test_every_approach_is_checked_before_it_is_timed_and_the_costs_are_found():
    fake = FakeSweep()
    found = as_document(swept(fake))
    assert found["complete"] and [point["value"] for point in found["points"]] == [1, 10, 100]
    for point in found["points"]:
        assert [each["name"] for each in point["approaches"]] == list(COSTS)
        n = point["value"]
        for name, (first, slope) in COSTS.items():
            one = record(point, name)
            assert one["median_seconds"] == pytest.approx(first + slope * n)
            ratio = (first + slope * n) / (1 + n)
            assert one["ratio"] == pytest.approx(ratio)
            assert one["ratio_ci95"] == pytest.approx([ratio, ratio])
            steps = 6 if name == "session_run_in_update" else 12
            assert len(one["step_seconds"]) == steps
        assert point["floor"]["median_seconds"] == pytest.approx(0.001 + 0.001 * n)
    checks = [at for at, (what, _, value) in enumerate(fake.log) if what == "check" and value == 10]
    builds = [at for at, (what, _, value) in enumerate(fake.log) if what == "build" and value == 10]
    assert max(checks) < min(builds) and fake.alive == 0
    # The reference is checked first, what grows last; it is timed apart from the others.
    names = [name for what, name, value in fake.log if what == "check" and value == 10]
    assert names[0] == "group_assign" and names[-1] == "session_run_in_update"
    groups = {each["name"]: each["group"] for each in found["points"][1]["approaches"]}
    assert groups["session_run_in_update"] == 1
    assert {groups[name] for name in COSTS if name != "session_run_in_update"} == {0}


def test_a_wrong_approach_gets_no_timing_and_the_others_go_on():
    fake = FakeSweep(wrong=("prebuilt_session_run",))
    found = as_document(swept(fake))
    for point in found["points"]:
        wrong = record(point, "prebuilt_session_run")
        assert wrong["status"] == "wrong" and wrong["step_seconds"] == []
        assert wrong["median_seconds"] is None and wrong["ratio"] is None
        assert record(point, "built_in")["ratio"] is not None
    assert ("build", "prebuilt_session_run", 10) not in fake.log


def test_what_is_refused_once_is_not_checked_again():
    fake = FakeSweep()
    fake.unsupported = ("prebuilt_session_run",)
    found = as_document(swept(fake))
    assert {record(p, "prebuilt_session_run")["status"] for p in found["points"]} == {"unsupported"}
    assert {record(p, "prebuilt_session_run")["reason"] for p in found["points"]} == {
        "cannot see w"
    }
    assert [v for w, name, v in fake.log if w == "check" and name == "prebuilt_session_run"] == [1]


@pytest.mark.parametrize("budget", [5.0, 30.0, 200.0, 3000.0])
def test_the_budget_ends_the_sweep_and_the_rest_is_told(budget):
    costs = {name: (0.1, 0.01) for name in COSTS}
    fake = FakeSweep(costs=costs, check_seconds=lambda name, value: 2 * (0.1 + 0.01 * value))
    points = (1, 10, 100, 1000, 10000, 100000)
    found = as_document(swept(fake, points=points, budget_seconds=budget))
    measured = [point for point in found["points"] if point["approaches"]]
    # A step cannot be cut, and a check has two: the last ones may come on top.
    assert fake.clock() <= budget + 4 * (0.1 + 0.01 * measured[-1]["value"])
    for point in found["points"]:
        if not point["approaches"]:
            assert point["skipped_reason"] and not point["complete"]
            assert "budget" in point["skipped_reason"]
    assert found["complete"] == (len(measured) == len(points))


def test_time_that_small_points_leave_goes_to_the_large_ones():
    fake = FakeSweep(costs={name: (0.001, 0.001) for name in COSTS}, check_seconds=0.1)
    found = as_document(swept(fake, points=(1, 10000), budget_seconds=2000.0))
    # 4 approaches of 10 s a step, 13 steps each: more than half of the budget.
    assert not record(found["points"][1], "built_in")["stopped_early"]


def test_a_check_that_would_take_too_long_is_left_out_before_it_begins():
    def check_seconds(name, value):
        return value**2 if name == "session_run_in_update" else 0.1

    fake = FakeSweep(costs={n: (0.001, 0.0) for n in COSTS}, check_seconds=check_seconds)
    found = as_document(swept(fake, points=(1, 10, 100, 1000), budget_seconds=400.0))
    last = record(found["points"][2], "session_run_in_update")
    assert last["status"] == "skipped" and "longer than" in last["reason"]
    assert ("check", "session_run_in_update", 100) not in fake.log
    assert record(found["points"][2], "built_in")["status"] == "ok" and fake.clock() < 400


def test_too_much_memory_is_told_before_anything_is_built():
    fake = FakeSweep()
    found = as_document(
        swept(fake, points=(10, 10**6, 10**8), max_memory=2 * GB, budget_seconds=1e12)
    )
    last = found["points"][-1]
    assert last["complete"] and last["approaches"] == [] and found["complete"]
    assert last["skipped_reason"].startswith("needs about ")
    assert last["skipped_reason"].endswith(" of memory, allowed are 2 GB")
    assert not [what for what, _, value in fake.log if value == 10**8]
    assert fake.memory.most - 10**8 <= 2 * GB


def test_what_is_free_limits_as_well():
    fake = FakeSweep(memory=FakeMemory(free=10**6))
    found = as_document(swept(fake))
    assert all("allowed are 1 MB" in point["skipped_reason"] for point in found["points"])


def test_sessions_that_are_too_large_together_are_timed_a_few_at_a_time():
    many = {"constraint": (1.0, 1.0), "rewritten_gradient": (1.0, 1.0)}
    many.update({"optimizer_subclass": (1.0, 1.0), "group_assign_from_optimizer": (1.0, 1.0)})
    names = tuple(COSTS) + tuple(many)
    needs, size = Needs(), size_of("weights", 10**8)
    allowed = needs.to_time(size, sessions=4)
    assert needs.to_check(size) < allowed  # so that the timing is what is short of memory
    fake = FakeSweep(costs=many)
    names = tuple(name for name in names if name != "session_run_in_update")
    settings = {"points": (10, 10**8), "approaches": names, "budget_seconds": 1e12}
    point = swept(fake, max_memory=allowed, **settings).points()[-1]
    assert fake.most_alive[10**8] == 4 and fake.alive == 0 and len(point["groups"]) > 1
    assert all(each["ratio"] is not None for each in point["approaches"])
    assert fake.memory.most - 10**8 <= allowed


@pytest.mark.parametrize("room_for, each", [(5 * 3 + 1, 5), (5 * 3, 4), (3 + 1, 1), (3, 1)])
def test_sessions_take_turns_as_far_as_memory_has_room_for_them(room_for, each):
    names = tuple(name for name in COSTS if name != "session_run_in_update")
    assert len(names) == 3  # each with its sessions, and the floor beside them
    allowed = Needs().to_time(size_of("weights", 10**8), sessions=room_for)
    fake = FakeSweep()
    settings = {"points": (10, 10**8), "approaches": names, "sessions": 5}
    found = swept(fake, max_memory=allowed, budget_seconds=1e12, **settings).points()
    assert {given[0] for given in fake.turns.values()} == {each}
    assert all(one["ratio"] is not None for one in found[1]["approaches"])
    assert fake.memory.most - 10**8 <= allowed


def test_what_grows_has_one_session_and_little_time_goes_into_building():
    fake = FakeSweep()
    found = swept(fake, sessions=5, points=(10,), budget_seconds=600.0).points()
    assert found[0]["complete"]
    assert {name: given[0] for name, given in fake.turns.items()} == {
        name: 1 if name == "session_run_in_update" else 5 for name in COSTS
    }
    assert 0 < sum(seconds for _, seconds in fake.turns.values()) < 600.0 / 2


def test_what_grows_gets_as_many_steps_as_memory_allows():
    fake = FakeSweep()
    needs, size = Needs(), size_of("weights", 10**7)
    base = needs.to_time(size, sessions=2)
    five = needs.of_growth(size, ops_added=52, steps=5)
    found = swept(fake, points=(10, 10**7), max_memory=base + five, budget_seconds=1e12).points()
    last = record(found[-1], "session_run_in_update")
    assert last["status"] == "ok" and len(last["step_seconds"]) == 5 - 1  # one is the warm-up
    assert found[-1]["memory"]["needed_bytes"] <= base + five


def test_an_estimate_that_was_too_low_makes_the_later_ones_larger():
    class Greedy(FakeMemory):
        def take(self, count):
            super().take(5 * count)

    needs = {}
    for kind in (FakeMemory, Greedy):
        fake = FakeSweep(memory=kind())
        settings = {"points": (10, 10**8, 2 * 10**8), "max_memory": 60 * GB, "steps": 3}
        names = tuple(name for name in COSTS if name != "session_run_in_update")
        points = swept(fake, approaches=names, budget_seconds=1e12, **settings).points()[1:]
        needs[kind] = [point["memory"]["needed_bytes"] for point in points]
        assert points[0]["memory"]["grown_bytes"] > 0
    assert needs[Greedy][0] == needs[FakeMemory][0] and needs[Greedy][1] > needs[FakeMemory][1]


def test_only_the_head_of_a_large_variable_is_checked():
    large, head = (Needs().to_check(size_of("weights", n)) for n in (10 * MOST_CHECKED, 1))
    assert large - head < CHECKING_COPIES * 4 * 10 * MOST_CHECKED


def test_ctrl_c_keeps_what_was_done_and_resuming_measures_the_rest():
    fake = FakeSweep()
    fake.interrupt_at = ("built_in", 10)
    saves = []
    sweeping = swept(fake, on_point=lambda: saves.append(1))
    found = as_document(sweeping)
    assert sweeping.interrupted and not found["complete"] and len(saves) == 1
    assert [point["complete"] for point in found["points"]] == [True, False, False]
    assert [each["name"] for each in found["points"][1]["approaches"]] == ["group_assign"]
    assert found["points"][2]["skipped_reason"] == "interrupted before this point"
    again = FakeSweep()
    whole = as_document(swept(again, known=known_points(found)))
    assert whole["complete"] and whole["points"][0] == found["points"][0]
    assert {value for _, _, value in again.log} == {10, 100}


def test_a_reference_that_is_wrong_leaves_times_without_ratios():
    found = as_document(swept(FakeSweep(wrong=("group_assign",))))
    one = record(found["points"][0], "built_in")
    assert one["median_seconds"] is not None and one["ratio"] is None


@pytest.mark.parametrize(
    "text, count",
    [("2G", 2 * GB), ("500M", 5 * 10**8), ("1.5 gb", 15 * 10**8), ("64000", 64000), (".5k", 500)],
)
def test_bytes(text, count):
    assert bytes_of("--max-memory", text) == count


@pytest.mark.parametrize(
    "text", ["", "0", "-1G", "2X", "G", "1e9", "nan", "inf", "2 G B", "1" * 40]
)
def test_no_bytes(text):
    with pytest.raises(InputError, match="--max-memory: "):
        bytes_of("--max-memory", text)
