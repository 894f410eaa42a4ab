"""The end of a sweep where memory sets the speed: ratios of known costs, and what is said of it."""

import json

import pytest
from sweep_documents import sample
from sweep_fakes import GB, FakeSweep

from tf1_updates.commands.saved_kinds import kind_of
from tf1_updates.commands.show_command import replace_between_marks
from tf1_updates.reports import sweep_text
from tf1_updates.reports.sweep_memory import memory_speed_sentences, memory_speed_tables
from tf1_updates.sweep.contract import problem_with
from tf1_updates.sweep.memory import Needs
from tf1_updates.sweep.memory_speed import memory_point, ratio_to
from tf1_updates.sweep.sizes import size_of

# Seconds of a step, whatever the size.
COSTS = {
    "numpy_in_place": 6.0,
    "normals_alone": 90.0,
    "built_in": 4.0,
    "compiled": 5.0,
    "group_assign": 25.0,
    "optimizer_subclass": 30.0,
}
NAMES = ("group_assign", "optimizer_subclass", "compiled", "built_in")
LARGE = 10**7


def swept(noise=False, points=(LARGE,), **changed):
    fake = FakeSweep(costs={name: (cost, 0.0) for name, cost in COSTS.items()}, noise=noise)
    return sample(fake=fake, points=points, approaches=NAMES, **changed)


def cells(document):
    ((_, rows),) = memory_speed_tables(document)
    return {row[0]: row[1:] for row in rows}


def numbers(row):
    return [float(cell.split("x")[0]) for cell in row[1:]]


def test_each_row_is_held_against_built_in_and_numpy():
    found = cells(swept())
    assert found["at memory speed"] == ["median step", "of built_in", "of numpy_in_place"]
    for name in ("compiled", "group_assign", "optimizer_subclass"):
        expected = [COSTS[name] / COSTS["built_in"], COSTS[name] / COSTS["numpy_in_place"]]
        assert numbers(found[name]) == pytest.approx(expected, rel=1e-3)
        assert all("[" in cell for cell in found[name])
    assert found["built_in"][1] == found["numpy_in_place"][2] == "1"
    assert "normals_alone" not in found


def test_with_noise_the_draws_and_the_fused_update_are_a_column_together():
    document = swept(noise=True)
    assert problem_with(document) is None
    assert document["points"][0]["normals_alone"]["median_seconds"] == pytest.approx(90.0)
    found = cells(document)
    assert found["at memory speed"][-1] == "of (normals_alone + built_in)"
    assert numbers(found["group_assign"])[-1] == pytest.approx(25 / (90 + 4), rel=1e-3)
    assert numbers(found["normals_alone"])[-1] == pytest.approx(90 / (90 + 4), rel=1e-3)
    text = sweep_text.render(document)
    assert text.count("\nnormals_alone") == 3  # times, ratios, and this table


def test_the_sentence_says_what_multiple_of_compiled_group_assign_takes():
    (said,) = memory_speed_sentences(swept())
    assert said.startswith("At 10,000,000 weights, group_assign takes 5.00")
    assert said.endswith("as long as compiled in the same rounds.")


@pytest.mark.parametrize("points", [(10, 1000), (5 * 10**6,)])
def test_arrays_that_may_lie_in_a_cache_have_no_such_table(points):
    document = swept(points=points)
    assert memory_point(document) is None and memory_speed_tables(document) == []
    assert "At memory speed" not in sweep_text.render(document)


def test_more_steps_are_done_where_no_cache_holds_the_arrays():
    document = swept(points=(10, LARGE), large_steps=30)
    steps = [len(point["approaches"][0]["step_seconds"]) for point in document["points"]]
    assert steps == [12, 30]
    assert len(document["points"][1]["floor"]["step_seconds"]) == 30


def test_what_was_not_timed_in_the_same_rounds_has_no_ratio():
    size = size_of("weights", 10**8)
    few = Needs().to_time(size, sessions=4)
    document = swept(points=(10, 10**8), max_memory=max(few, 6 * GB), budget_seconds=1e12)
    point = document["points"][-1]
    assert len(point["groups"]) > 1
    records = {each["name"]: each for each in point["approaches"]}
    apart = [name for name in NAMES if records[name]["group"] != records["built_in"]["group"]]
    assert apart
    for name in apart:
        # The reference is in the rounds of all, but only those of its first group are its own.
        assert ratio_to(point, name, "built_in") is None
        assert cells(document)[name][1] == "-"


def test_files_from_before_are_read_and_shown_as_they_were():
    document = json.loads(json.dumps(swept()))
    del document["allocator"], document["settings"]["approaches"]
    for point in document["points"]:
        del point["normals_alone"]
    assert problem_with(document) is None
    assert "compiled" in cells(document) and sweep_text.render_markdown(document)


@pytest.mark.parametrize("noise", [False, True])
def test_the_table_alone_goes_between_its_marks(noise, tmp_path):
    saved, page = tmp_path / "saved.json", tmp_path / "page.md"
    saved.write_text(json.dumps(swept(noise=noise)), "utf-8")
    kind = kind_of(str(saved))
    assert kind.name == ("memory_speed_noise" if noise else "memory_speed")
    page.write_text("before\n{}\n{}\nafter\n".format(*kind.marks), "utf-8")
    document = kind.read(str(saved))
    replace_between_marks(str(page), kind.between_marks(document), kind.marks)
    text = page.read_text("utf-8")
    assert text.startswith("before\n") and text.endswith("after\n")
    assert "| compiled |" in text and "within 2 times" not in text


def test_a_sweep_of_several_points_goes_between_other_marks(tmp_path):
    saved = tmp_path / "saved.json"
    saved.write_text(json.dumps(swept(points=(10, LARGE))), "utf-8")
    kind = kind_of(str(saved))
    assert kind.name == "sweep" and "within 2 times" in kind.between_marks(kind.read(str(saved)))
