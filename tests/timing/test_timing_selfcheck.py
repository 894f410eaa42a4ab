"""The self-check finds good statistics good and bad ones bad, with a clock that only tests move."""

import json
import math
import random

import pytest
from timing_fakes import FakeStepper

from tf1_updates.timing import selfcheck
from tf1_updates.timing.clock import ManualClock
from tf1_updates.timing.delayed import DelayedStepper
from tf1_updates.timing.document import read
from tf1_updates.timing.selfcheck import Repeat, repeat_once, slope_errors
from tf1_updates.timing.selfcheck_document import (
    ALLOWED,
    problem_with,
    selfcheck_document,
    session_to_session,
)
from tf1_updates.timing.statistics import Estimate
from tf1_updates.timing.synthetic import noise_factors, synthetic_series


class ReadClock(ManualClock):
    """A clock that goes on by a tick whenever it is read, as a busy wait needs."""

    def __init__(self, tick):
        super().__init__()
        self.tick = tick

    def __call__(self):
        self.advance(self.tick)
        return super().__call__()


class Copy(FakeStepper):
    closed = 0

    def close(self):
        Copy.closed += 1


def maker(clock, seed, deviation=0.0, steps=500, seconds=1e-3):
    """Make steppers of a millisecond whose noise is as heavy as real, each with a level."""
    draw = random.Random("levels {}".format(seed))

    def make():
        level = seconds * math.exp(draw.gauss(0.0, deviation))
        factors = noise_factors(steps, draw.randrange(10**9))
        return Copy("any", lambda number: level * factors[number], clock)

    return make


def repeats_of(count, steps=400, deviation=0.0):
    found = []
    for seed in range(count):
        clock = ReadClock(tick=2e-6)
        make = maker(clock, seed, deviation)
        found.append(repeat_once(make, steps, steps // 40, 5, seed, clock))
    return found


def checks_of(repeats, errors=(0.0,), wanted=None):
    document = selfcheck_document(repeats, errors, wanted or len(repeats), {}, {})
    return {check["name"]: check for check in document["checks"]}


def test_sound_statistics_pass_under_heavy_noise():
    found = checks_of(repeats_of(60, deviation=0.01), slope_errors(seed=0))
    assert all(check["passes"] for check in found.values())
    assert found["same"]["held"] >= 0.9 * 60 and found["delayed"]["held"] >= 0.8 * 60
    assert found["slope"]["held"] >= 0.95 * 100


def test_sessions_that_differ_more_than_is_reckoned_with_fail():
    repeats = repeats_of(40, deviation=0.05)
    assert not checks_of(repeats)["same"]["passes"]
    assert 0.03 < session_to_session([each.same_within for each in repeats]) < 0.07


def test_too_few_steps_to_find_the_delay_fail():
    assert not checks_of(repeats_of(20, steps=40))["delayed"]["passes"]


def test_a_delay_is_as_long_as_was_asked_for():
    clock = ReadClock(tick=1e-6)
    stepper = DelayedStepper(FakeStepper("any", lambda number: 0.5, clock), "slow", 0.025, clock)
    assert (stepper.name, stepper.feed(3), stepper.graph_ops()) == ("slow", 3, 10)
    start = clock()
    stepper.step(3)
    assert clock() - start == pytest.approx(0.5 + 0.025, abs=5e-6)


def test_the_delay_is_a_twentieth_of_the_step_and_copies_are_closed():
    Copy.closed, clock = 0, ReadClock(tick=1e-6)
    found = repeat_once(lambda: Copy("any", lambda number: 0.01, clock), 40, 1, 5, 0, clock)
    assert Copy.closed == 3
    assert found.delay_seconds == pytest.approx(0.05 * 0.01, rel=1e-3)
    assert found.median_seconds == pytest.approx(0.01, rel=1e-3)
    assert found.same.value == pytest.approx(1.0)
    assert found.delayed.value == pytest.approx(1.05, rel=2e-3)


def test_who_comes_first_in_a_round_is_told(monkeypatch):
    monkeypatch.setattr(selfcheck, "CALIBRATION_STEPS", 4)  # less than the warm-up, so no turn
    clock, turns = ReadClock(tick=0.001), []

    class Turns(Copy):
        """Of the two equal copies, whoever has the first turn of a round takes half as long again.

        A block is one step here, so turns can be counted by steps after the warm-up.
        """

        def step(self, feed):
            is_turn = self.name != selfcheck.DELAYED and feed >= 5
            turns.extend([self.name] * is_turn)
            self.clock.advance(1.5 if is_turn and len(turns) % 2 == 1 else 1.0)

    found = repeat_once(lambda: Turns("any", None, clock), 40, 1, 5, 3, clock)
    assert found.first_to_later == pytest.approx(1.5, rel=0.01)
    assert {turns[at] for at in range(0, 80, 2)} == {selfcheck.REFERENCE, selfcheck.COPY}


def test_a_copy_that_fails_is_an_error_and_ctrl_c_is_no_repeat(monkeypatch):
    monkeypatch.setattr(selfcheck, "CALIBRATION_STEPS", 40)
    clock = ReadClock(tick=1e-6)

    def breaks(number):
        if number > 50:
            raise ValueError("no more")
        return 0.01

    with pytest.raises(RuntimeError, match="failed: ValueError: no more"):
        repeat_once(lambda: Copy("any", breaks, clock), 80, 2, 5, 0, clock)

    def interrupted(number):
        if number > 50:
            raise KeyboardInterrupt
        return 0.01

    assert repeat_once(lambda: Copy("any", interrupted, clock), 80, 2, 5, 0, clock) is None


def test_known_slopes_are_recovered_with_any_seed():
    for seed in range(3):
        errors = slope_errors(seed)
        assert len(errors) == 100
        assert sum(abs(error) <= 0.1 for error in errors) >= 95
    assert slope_errors(0, series=5) == slope_errors(0, series=5) != slope_errors(1, series=5)


def test_made_up_noise_is_as_heavy_as_real_and_leaves_the_median():
    factors = sorted(noise_factors(20000, seed=1))
    quarter, middle, three_quarters = (factors[20000 * part // 4] for part in (1, 2, 3))
    assert 0.10 < three_quarters - quarter < 0.15 and abs(middle - 1.0) < 0.01
    assert factors[-20000 // 200] > 3.0  # one step in a hundred takes several times as long
    series = synthetic_series(4000, 5, 1.0, 0.001, seed=2)
    assert len(series.blocks()) == 800
    # Sides of the median: neighbours lie on the same side more often than not.
    near = noise_factors(4000, seed=2)
    alike = sum((a > 1) == (b > 1) for a, b in zip(near, near[1:]))
    assert alike > 0.6 * 4000


def repeat(same=(1.0, 0.97, 1.03), delayed=(1.05, 1.01, 1.09)):
    return Repeat(Estimate(*same), Estimate(*delayed), Estimate(1.0, 0.99, 1.01), 5e-5, 1e-3, 1.0)


@pytest.mark.parametrize("held, passes", [(18, True), (17, False), (20, True)])
def test_the_copies_have_to_hold_one_in_nine_of_ten(held, passes):
    apart = repeat(same=(1.05, 1.01, 1.09))
    check = checks_of([repeat()] * held + [apart] * (20 - held))["same"]
    assert (check["held"], check["of"], check["asked"]) == (held, 20, 0.9)
    assert check["passes"] is passes


@pytest.mark.parametrize("held, passes", [(16, True), (15, False)])
def test_the_delay_has_to_be_found_in_eight_of_ten(held, passes):
    missed = repeat(delayed=(1.05, 1.0, 1.09))
    assert checks_of([repeat()] * held + [missed] * (20 - held))["delayed"]["passes"] is passes


@pytest.mark.parametrize("off, passes", [(5, True), (6, False)])
def test_slopes_have_to_be_right_in_95_of_100(off, passes):
    errors = [0.1] * (100 - off) + [-0.11] * off
    assert checks_of([repeat()] * 20, errors)["slope"]["passes"] is passes


def test_nineteen_repeats_pass_nothing():
    found = checks_of([repeat()] * 19)
    assert not found["same"]["passes"] and not found["delayed"]["passes"]


def test_equal_sessions_have_no_deviation_of_their_own():
    assert session_to_session([]) is session_to_session([Estimate(1.0, 0.9, 1.1)]) is None
    assert session_to_session([Estimate(1.001, 0.9, 1.1), Estimate(0.999, 0.9, 1.1)]) == 0.0


def test_the_document_survives_json_and_is_read_again(tmp_path):
    found = selfcheck_document([repeat()] * 20, [0.0], 20, {"python": "3"}, {"steps": 200})
    assert found["complete"] and found["delay_share"][0] == pytest.approx(0.05)
    path = tmp_path / "check.json"
    path.write_text(json.dumps(found, allow_nan=False), encoding="utf-8")
    again = read(path, problem_with, ALLOWED)
    assert again["checks"] == found["checks"] and again["schema"] == "tf1-updates/selfcheck/1"


@pytest.mark.parametrize(
    "change, told",
    [
        ({"schema": "tf1-updates/compare/1"}, "schema"),
        ({"schema": "tf1-updates/selfcheck/12"}, "newer"),
        ({"complete": 1}, '"complete"'),
        ({"checks": {}}, '"checks"'),
        ({"checks": [{"name": "other"}]}, "no check"),
        ({"checks": [{"name": "same", "held": None, "of": 3}]}, "no check"),
        ({"repeats": None}, '"repeats"'),
    ],
)
def test_other_documents_are_refused(change, told):
    found = selfcheck_document([repeat()], [0.0], 1, {}, {})
    assert problem_with(found) is None
    assert told in problem_with(dict(found, **change))
    assert problem_with([]) == problem_with({}) == 'JSON without "schema"'
