"""Ops decide first, times second, and the reason says what else the record shows."""

import pytest

from tf1_updates.timing.verdict import ops_added, verdict
from tf1_updates.timing.windows import windows


def record(ops=0, sizes=None, slope=0.0, ends=(0.0, 0.0), steps=200, stopped=None):
    """An approach whose step takes 1 ms."""
    return {
        "ops_added_per_step": ops,
        "graph_ops": sizes if sizes is not None else [90 + ops * n for n in range(steps)],
        "step_seconds": [1e-3] * steps,
        "growth_seconds_per_step": slope,
        "growth_ci95": list(ends) if ends else None,
        "stopped_early_at_step": stopped,
    }


QUIET = "no op is added, and the step time does not change by a quarter over the run"


@pytest.mark.parametrize(
    "found, expected, reason",
    [
        (record(), "constant", QUIET),
        # 200 steps of 2 us more each are 0.4 ms, 40% of a step.
        (
            record(slope=2e-6, ends=(1.9e-6, 2.1e-6)),
            "grows",
            "no op is added, yet the step time rose by 40% over the run: something other than the "
            "graph grows",
        ),
        (
            record(slope=1e-6, ends=(0.9e-6, 1.1e-6)),
            "constant",
            "no op is added; the step time rose by 20%, less than a quarter, over the run",
        ),
        # The near end of the interval is 0.4 us: 200 steps of it are 8% of a step.
        (
            record(slope=2e-6, ends=(0.4e-6, 9e-6)),
            "constant",
            "no op is added; the step time rose by 40% over the run, but it may be no more than 8%",
        ),
        (
            record(slope=-2e-6, ends=(-2.1e-6, -1.9e-6)),
            "constant",
            "no op is added; the step time fell by 40% over the run",
        ),
        (
            record(slope=1e-6, ends=(-1e-6, 3e-6)),
            "constant",
            "no op is added; by its times alone, which are too noisy, a growth of a quarter could "
            "hide",
        ),
        (
            record(ends=None, steps=2),
            "constant",
            "no op is added; the run is too short to judge by its times as well",
        ),
        (
            record(ops=60, slope=7e-4, ends=(6e-4, 8e-4)),
            "grows",
            "60 ops are added per step, and the step time shows it",
        ),
        (
            record(ops=4, slope=1e-8, ends=(-1e-7, 1e-7)),
            "grows",
            "4 ops are added per step; the step time is too noisy to show what that costs",
        ),
        (
            record(ops=4, slope=-1e-6, ends=(-2e-6, -1e-7)),
            "grows",
            "4 ops are added per step, although the step time fell in this run",
        ),
        (
            record(ops=4, ends=None, steps=2),
            "grows",
            "4 ops are added per step; the run is too short to show what that costs",
        ),
        (
            record(ops=4, slope=7e-4, ends=(6e-4, 8e-4), steps=45, stopped=45),
            "grows",
            "4 ops are added per step, and the step time shows it; judged by its 45 steps",
        ),
        # A function that is traced twice at the start: the graph has settled.
        (
            record(sizes=[10, 10, 30] + [50] * 197),
            "constant",
            "no op is added in the second half of the run, and the step time does not change by a "
            "quarter over the run",
        ),
        (
            record(sizes=[10 + 5 * (n // 50) for n in range(200)], slope=0.0, ends=(-1e-9, 1e-9)),
            "grows",
            "0.0754 ops are added per step, in 3 of 199 steps; the step time is too noisy to show "
            "what that costs",
        ),
        (
            record(ops=4, sizes=[10] * 200, ends=(-1e-9, 1e-9)),
            "grows",
            "4 ops are added per step of the check, though none in the measured steps; the step "
            "time is too noisy to show what that costs",
        ),
    ],
)
def test_every_case_of_ops_and_times(found, expected, reason):
    assert verdict(found) == (expected, reason)


def test_nothing_is_judged_that_was_not_timed():
    assert verdict(record(steps=0)) == (None, None)


def test_ops_that_only_the_measured_steps_show_are_counted_there():
    assert ops_added(record(ops=None, sizes=[10, 13, 16])) == (16 - 10) / 2
    assert ops_added(record(ops=0, sizes=[10])) == 0
    assert ops_added(record(ops=2.5, sizes=[])) == 2.5


@pytest.mark.parametrize("steps, length", [(10, 1), (19, 1), (20, 2), (205, 20)])
def test_windows_are_the_first_and_the_last_tenth(steps, length):
    found = windows(list(range(steps)))
    assert found == (length, (length - 1) / 2, steps - 1 - (length - 1) / 2)


def test_fewer_than_ten_steps_have_no_windows():
    assert windows([1.0] * 9) is None
