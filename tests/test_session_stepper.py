"""Sessions of one approach take turns, and one that adds ops has a single session."""

import pytest
import tensorflow.compat.v1 as tf

from tf1_updates.approaches import APPROACHES
from tf1_updates.compare import examine_each, time_agreeing
from tf1_updates.problems import Quadratic
from tf1_updates.rules import GradientDescent
from tf1_updates.session_stepper import SESSIONS, SETTLING_STEPS, SessionStepper


def turns_of(stepper, steps):
    """Do steps; return the number of the session that did each, in the order of their making."""
    sessions, done = [], []
    for number in range(steps):
        stepper.step(stepper.feed(number))
        if not any(stepper.session is each for each in sessions):
            sessions.append(stepper.session)
        done.append(next(i for i, each in enumerate(sessions) if each is stepper.session))
    return done


def test_sessions_take_turns():
    stepper = SessionStepper(
        APPROACHES["group_assign"], Quadratic(), GradientDescent(0.1), sessions=3, turn=2
    )
    assert turns_of(stepper, 13) == [0, 0, 1, 1, 2, 2, 0, 0, 1, 1, 2, 2, 0]
    stepper.close()


def test_one_session_alone_has_done_no_step_before():
    stepper = SessionStepper(APPROACHES["group_assign"], Quadratic(), GradientDescent(0.1))
    with stepper.graph.as_default():
        counter = next(v for v in tf.global_variables() if v.op.name == "step")
        assert stepper.session.run(tf.convert_to_tensor(counter)) == 0
    stepper.close()


def test_each_session_trains_weights_of_its_own():
    stepper = SessionStepper(
        APPROACHES["group_assign"], Quadratic(), GradientDescent(0.1), sessions=2, turn=1
    )
    with stepper.graph.as_default():
        counter = next(v for v in tf.global_variables() if v.op.name == "step")
        read = tf.convert_to_tensor(counter)
    found = []
    for number in range(5):
        stepper.step(stepper.feed(number))
        found.append(int(stepper.session.run(read)))
    assert found == [SETTLING_STEPS + own for own in (1, 1, 2, 2, 3)]
    stepper.close()


@pytest.mark.parametrize(
    "name, sessions", [("group_assign", SESSIONS), ("eval_after_step", 1), ("built_in", SESSIONS)]
)
def test_compare_gives_several_sessions_only_where_no_op_is_added(name, sessions, monkeypatch):
    asked = {}

    class Asked(SessionStepper):
        def __init__(self, approach, *arguments, sessions, turn, **where):
            asked[approach.name] = sessions, turn
            super().__init__(approach, *arguments, sessions=sessions, turn=turn, **where)

    monkeypatch.setattr("tf1_updates.compare.SessionStepper", Asked)
    problem, rule = Quadratic(), GradientDescent(0.1)
    rows = list(examine_each(["group_assign", name], problem, rule, steps=4))
    measuring = {"steps": 4, "block": 2, "warmup": 1, "budget_seconds": 60.0}
    rows = list({row.name: row for row in rows}.values())
    assert time_agreeing(rows, problem, rule, **measuring).complete
    assert asked[name] == (sessions, 2)


@pytest.mark.parametrize("seconds, sessions", [(0.0, 1), (3600.0, 3)])
def test_no_further_session_is_begun_once_building_took_too_long(seconds, sessions):
    stepper = SessionStepper(
        APPROACHES["group_assign"], Quadratic(), GradientDescent(0.1), sessions=3, seconds=seconds
    )
    assert turns_of(stepper, 6) == [number % sessions for number in range(6)]
    stepper.close()
