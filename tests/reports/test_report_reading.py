"""What a record says of growth, and what its last tenth is."""

import pytest
from sample_documents import approach, document, refused

from tf1_updates.reports.growth import growth_text
from tf1_updates.reports.reading import last_tenth, measured, reference_of, rise_between_tenths
from tf1_updates.timing.verdict import slope_shown


def with_growth(estimate, ends, ops=0, **fields):
    return approach(
        "constraint",
        step_seconds=[1e-3] * 200,
        growth_seconds_per_step=estimate,
        growth_ci95=ends,
        ops_added_per_step=ops,
        **fields,
    )


@pytest.mark.parametrize(
    "estimate, ends, ops, verdict, text",
    [
        (2e-3, [1.7e-3, 2.3e-3], 52, "grows", "2.0 ms [1.7, 2.3]"),
        (2e-3, [1.7e-3, 2.3e-3], 0, "grows", "2.0 ms [1.7, 2.3]"),
        # 200 steps of 1 us more each are 0.2 ms of 1 ms: seen, but less than a quarter.
        (1e-6, [0.9e-6, 1.1e-6], 0, "grows", "constant [0.90, 1.10] us"),
        # 40% of a step, but of that no more than 8% for sure.
        (2e-6, [0.4e-6, 9e-6], 0, "grows", "not resolved [0.4, 9.0] us"),
        (-5e-6, [-8e-6, -2e-6], 0, "falls", "-5 us [-8, -2]"),
        (1e-8, [-3e-7, 4e-7], 0, "none", "constant [-0.3, 0.4] us"),
        # The graph grows, so that the times do not show it is no proof that they stay.
        (1e-8, [-3e-7, 4e-7], 4, "not resolved", "not resolved [-0.3, 0.4] us"),
        # 200 steps of 2 us more each are 0.4 ms: a step of 1 ms could have grown by 40%.
        (1e-8, [-1e-7, 2e-6], 0, "not resolved", "not resolved [-0.1, 2.0] us"),
        (1e-6, None, 0, "not resolved", "not resolved"),
        (2e-3, None, 52, "not resolved", "not resolved"),
        (None, None, 0, None, "-"),
    ],
)
def test_a_growth_is_claimed_only_as_far_as_its_interval_goes(estimate, ends, ops, verdict, text):
    record = with_growth(estimate, ends, ops)
    assert slope_shown(record) == verdict
    assert growth_text(record) == text


def test_nothing_grows_in_what_was_not_timed():
    assert growth_text(refused("compiled", "wrong", "step 3")) == "-"
    assert growth_text(approach("constraint", steps=0)) == "-"


def test_a_clock_that_stands_still_has_no_steady_step():
    record = with_growth(0.0, [0.0, 0.0])
    record["step_seconds"] = [0.0] * 200
    assert growth_text(record).startswith("not resolved")


@pytest.mark.parametrize("steps, first", [(10, 10), (45, 42), (200, 181), (209, 190)])
def test_the_last_tenth_ends_with_the_last_step(steps, first):
    record = approach("constraint", step_seconds=list(range(1, steps + 1)))
    assert last_tenth(record) == (first, steps, (first + steps) / 2)


def test_fewer_than_ten_steps_have_no_tenth():
    assert last_tenth(approach("constraint", steps=9)) is None
    assert rise_between_tenths(approach("constraint", steps=9)) is None


def test_a_rise_from_nothing_has_no_ratio():
    assert rise_between_tenths({"step_seconds": [0.0] * 10 + [1.0] * 10}) is None


def test_a_reference_that_was_not_timed_is_none():
    timed, empty = approach("constraint"), approach("group_assign", steps=0)
    assert reference_of(document([timed, empty])) is None
    assert reference_of(document([timed])) is None
    assert measured(document([timed, empty])) == [timed]
