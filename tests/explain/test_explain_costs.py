"""From programmed costs: the waterfall, the projections and the limit come out exactly."""

import numpy as np
import pytest
from explain_documents import COUNTS, NAMES, PRICES, REFERENCE_SECONDS, REST, explanation

from tf1_updates.explain import ABLATIONS, HACKS
from tf1_updates.explain.costs import prices, waterfall
from tf1_updates.explain.document import with_results
from tf1_updates.explain.projection import GRAPHDEF_LIMIT_BYTES, limit_step, line_through
from tf1_updates.reports.explain_text import render

CHECK = {"name": "eval_after_step", "first_step": 221, "step_seconds": [0.5, 0.25]}
CENTRES = {1: 11.5, 50: 49.5, 100: 99.5, 200: 199.5}  # of windows of 20 steps


def total_of(cause, name, step):
    beyond = COUNTS[name].beyond(COUNTS["group_assign"])._asdict()
    return beyond[cause] * PRICES[cause](step)


@pytest.mark.parametrize("name", HACKS)
def test_known_costs_come_out_as_the_known_parts(name):
    windows = explanation()["results"]["waterfalls"][name]["windows"]
    assert [row["at"] for row in windows] == list(CENTRES)
    for row in windows:
        parts = {part["ablation"]: part["seconds"] for part in row["parts"]}
        for ablation in ABLATIONS:
            expected = total_of(ablation.count, name, CENTRES[row["at"]])
            assert parts.get(ablation.name, 0.0) == pytest.approx(expected, abs=1e-12)
        assert row["rest_seconds"] == pytest.approx(REST[name], abs=1e-12)
        whole = sum(parts.values()) + row["rest_seconds"]
        assert whole == pytest.approx(row["total_seconds"], abs=1e-15)


@pytest.mark.parametrize("name", HACKS)
def test_the_shares_are_the_known_ones_and_add_up(name):
    for row in explanation()["results"]["waterfalls"][name]["windows"]:
        step, groups = CENTRES[row["at"]], row["groups"]
        calls = sum(total_of(cause, name, step) for cause in ("session_calls", "bytes_crossing"))
        new_ops = sum(total_of(cause, name, step) for cause in list(PRICES)[2:])
        total = calls + new_ops + REST[name]
        assert groups["session_run"]["share"] == pytest.approx(calls / total, abs=1e-12)
        assert groups["new_ops"]["share"] == pytest.approx(new_ops / total, abs=1e-12)
        assert sum(group["share"] for group in groups.values()) == pytest.approx(1.0)


def test_how_each_group_grows_is_known():
    growth = explanation()["results"]["waterfalls"]["eval_after_step"]["growth"]
    # Two changes, two unseen fetches in a changed graph, one constant.
    expected = 2 * 0.0001 + 2 * 0.0002 + 0.00005
    assert growth["new_ops"]["growth_seconds_per_step"] == pytest.approx(expected)
    assert growth["session_run"]["growth_seconds_per_step"] == pytest.approx(0.0, abs=1e-12)
    assert growth["rest"]["growth_seconds_per_step"] == pytest.approx(0.0, abs=1e-12)


def test_a_growing_series_is_projected_along_its_line():
    found = explanation()["results"]["subjects"]["eval_after_step"]
    slope = 2 * 0.0001 + 2 * 0.0002 + 0.00005
    first = REFERENCE_SECONDS + 3 * 0.0002 + 1200 * 0.0004 / 800 + 2 * 0.02 + 0.003 + 0.004
    for steps in (1000, 10000):
        expected = steps * first + slope * steps * (steps + 1) / 2
        assert found["projected"][str(steps)]["seconds"] == pytest.approx(expected)


def test_what_adds_no_op_is_projected_as_constant_whatever_its_noise():
    document = explanation()
    for window in document["windows"]:  # the machine slows down while the reference is measured
        for series in window["series"]:
            if series["name"] == "group_assign":
                slower = 0.001 * (1 + window["at"] / 200)
                series["step_seconds"] = [slower] * len(series["step_seconds"])
    found = with_results(document)["results"]["subjects"]["group_assign"]
    medians = [0.001 * (1 + at / 200) for at in (1, 50, 100, 200) for _ in range(10)]
    assert found["growth_seconds_per_step"] > 0
    assert found["projected"]["1000"]["seconds"] == pytest.approx(1000 * np.median(medians))


def test_the_limit_of_the_graphdef_is_that_of_its_exact_growth():
    found = explanation()["results"]["subjects"]["eval_after_step"]
    # 1000 bytes, and 16 ops of 50 bytes more in each step.
    assert found["graphdef_limit_step"] == (GRAPHDEF_LIMIT_BYTES - 1000) // (16 * 50)
    assert found["windows"][-1]["graphdef_bytes_per_step"] == 16 * 50
    assert found["windows"][-1]["resident_bytes_per_step"] == 2048
    reference = explanation()["results"]["subjects"]["group_assign"]
    assert reference["graphdef_limit_step"] is None


def test_a_graph_that_is_full_already_ends_at_once():
    assert limit_step(bytes_now=1000, step_now=7, bytes_per_step=1, limit=1000) == 7


@pytest.mark.parametrize("missing", [ablation.name for ablation in ABLATIONS])
def test_a_cause_that_was_not_measured_is_left_in_the_rest(missing):
    names = [name for name in NAMES if name != missing]
    row = explanation(names=names)["results"]["waterfalls"]["eval_after_step"]["windows"][-1]
    assert missing not in [part["ablation"] for part in row["parts"]]
    whole = sum(part["seconds"] for part in row["parts"]) + row["rest_seconds"]
    assert whole == pytest.approx(row["total_seconds"], abs=1e-15)


def test_prices_are_told_block_by_block():
    extra = {"one_more_call": np.array([1.0, 2.0, 3.0])}
    counts = {name: own.beyond(COUNTS["group_assign"]) for name, own in COUNTS.items()}
    found = prices(ABLATIONS, extra, counts)
    apart = waterfall(ABLATIONS, found, np.array([3.5, 6.0, 9.0]), counts["eval_after_step"])
    np.testing.assert_allclose(apart.parts["one_more_call"], [3.0, 6.0, 9.0])
    np.testing.assert_allclose(apart.rest, [0.5, 0.0, 0.0])


def test_a_line_needs_two_places():
    assert line_through([3.0, 3.0], [1.0, 2.0]) is None
    assert line_through([], []) is None


def test_a_projection_is_held_against_what_was_run():
    found = explanation(check=CHECK)["results"]["projection_check"]
    slope = 2 * 0.0001 + 2 * 0.0002 + 0.00005
    first = REFERENCE_SECONDS + 3 * 0.0002 + 1200 * 0.0004 / 800 + 2 * 0.02 + 0.003 + 0.004
    assert found["measured_seconds"] == 0.75 and found["last_step"] == 222
    assert found["projected_seconds"] == pytest.approx(2 * first + slope * (221 + 222))


def test_a_growth_that_noise_hides_is_not_projected():
    document = explanation()
    for window in document["windows"]:
        for series in window["series"]:
            if series["name"] == "eval_after_step":
                series["step_seconds"] = [1.0, 1.0, 2.0, 2.0, 0.5, 0.5] * 3 + [1.0, 1.0]
    found = with_results(dict(document, projection_check=CHECK))["results"]
    assert found["subjects"]["eval_after_step"]["projected"] == {}
    assert found["projection_check"] is None
    assert "eval_after_step is not projected" in render(dict(document, results=found))
