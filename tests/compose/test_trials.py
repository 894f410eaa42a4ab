"""Each trial says yes to what is right, and each one can fail."""

import os
import sys
import threading

import broken_approaches as bad
import numpy as np
import pytest
import tensorflow.compat.v1 as tf

from tf1_updates.compose import FEATURES
from tf1_updates.compose.bench import Bench, Hung
from tf1_updates.compose.subjects import subject_of
from tf1_updates.compose.training import WrongWeights, check_weights
from tf1_updates.compose.trials import reason_of, try_one
from tf1_updates.errors import UnsupportedError

# TensorFlow's queue runners complain when a replica's session ends under them.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")

HACKS = ("session_run_in_update", "eval_after_step")
SPARSE_AND_WRAPPABLE = ("optimizer_subclass", "built_in")


@pytest.fixture(scope="module")
def bench():
    """One bench, and so one server, for all tests of this file."""
    with Bench() as bench:
        yield bench


def right_outcome(approach, feature):
    """What each pair should come to, and why not."""
    if approach in HACKS and feature in ("finalize", "monitored"):
        return "no", "RuntimeError: Graph is finalized and cannot be modified."
    if approach not in SPARSE_AND_WRAPPABLE and feature == "sync_replicas":
        return "no", "is no tf.train.Optimizer"
    if approach not in SPARSE_AND_WRAPPABLE and feature == "sparse":
        return "no", "the gradient of 'rows' is sparse"
    if approach == "session_run_in_update" and feature == "partitioned":
        return "no", "the gradient of 'w/part_1' would see the new 'w/part_0'"
    return "yes", None


@pytest.mark.parametrize("feature", FEATURES)
@pytest.mark.parametrize(
    "approach",
    HACKS
    + SPARSE_AND_WRAPPABLE
    + ("prebuilt_session_run", "process_gradients", "constraint")
    # These are `constraint` with other words.
    + tuple(
        pytest.param(name, marks=pytest.mark.slow)
        for name in ("rewritten_gradient", "group_assign", "group_assign_from_optimizer")
    ),
)
def test_each_approach_composes_as_said(approach, feature, bench):
    name, reason = right_outcome(approach, feature)
    found = try_one(subject_of(approach), feature, bench)
    assert found.name == name, found
    assert found.reason is None if reason is None else reason in found.reason


BROKEN = [
    ("saver", bad.keeps_its_step_in_python, "wrong", "ends elsewhere than uninterrupted"),
    ("saver", bad.stays_at_step_0, "wrong", "w is ["),
    ("monitored", bad.keeps_its_step_in_python, "wrong", "ends elsewhere than uninterrupted"),
    ("monitored", bad.adds_an_op, "no", "Graph is finalized"),
    ("sparse", bad.sums_no_duplicates, "wrong", "rows is [19.5 19.5 0.5 0.5 "),
    ("sparse", bad.touches_every_row, "wrong", "rows that were not looked up changed"),
    ("float16", bad.computes_in_float32, "no", "float32"),
    ("float16", bad.steps_too_small_for_float16, "wrong", "w is ["),
    ("resource", bad.writes_references_only, "no", "resource variables: "),
    ("resource", bad.writes_resources_only, "no", "reference variables: "),
    ("resource", bad.forgets_the_wrap, "wrong", "resource variables: w is ["),
    ("schedule", bad.is_a_step_ahead, "wrong", "w is ["),
    ("schedule", bad.stays_at_step_0, "wrong", "w is ["),
    ("finalize", bad.adds_an_op, "no", "Graph is finalized"),
    ("grpc", bad.opens_a_session_of_its_own, "no", "FailedPrecondition"),
    ("partitioned", bad.trains_the_first_slice_only, "wrong", "w is ["),
]


@pytest.mark.parametrize("feature, build, name, reason", BROKEN)
def test_what_is_broken_for_a_feature_fails_it(feature, build, name, reason, bench):
    found = try_one(bad.broken(build), feature, bench)
    assert found.name == name and reason in found.reason
    assert "\n" not in found.reason


@pytest.mark.parametrize("feature", FEATURES)
def test_no_feature_is_passed_by_doing_nothing(feature, bench):
    still = bad.broken(bad.does_nothing, optimizer=bad.StillOptimizer)
    assert try_one(still, feature, bench).name == "wrong"


@pytest.mark.parametrize("feature", [name for name in FEATURES if name != "sync_replicas"])
def test_the_right_way_passes_where_the_broken_ones_fail(feature, bench):
    assert try_one(bad.broken(bad.group), feature, bench).name == "yes"


def test_another_rule_than_the_claimed_one_is_wrong(bench):
    def plain(rule):
        return tf.train.GradientDescentOptimizer(rule.learning_rate)

    found = try_one(bad.broken(bad.forgets_the_wrap, optimizer=plain), "sync_replicas", bench)
    assert found == ("wrong", "w is [-2] and should be [18]")


def test_a_wrapped_weight_is_wrong_for_who_claims_plain_descent(bench):
    def wraps(loss, variables, rule):
        return bad.group(loss, variables, bad.broken(None).rule(0.25))

    assert try_one(bad.broken(wraps), "finalize", bench).name == "yes"
    assert try_one(bad.broken(wraps)._replace(is_plain=True), "finalize", bench).name == "wrong"


@pytest.mark.parametrize(
    "found, bound",
    [
        ([0.5, np.nan], 20.0),
        ([0.5, np.inf], 20.0),
        ([0.5, 19.0], 20.0),
        ([0.5, 20.0 + 18.0], 20.0),
        ([-19.5, 18.0], 20.0),
        ([0.5, 38.0], None),
    ],
)
def test_weights_off_or_outside_or_nan_are_wrong(found, bound):
    check_weights({"w": np.float32([0.5, 18.0])}, {"w": np.array([0.5, 18.0])}, bound)
    with pytest.raises(WrongWeights, match="^w is "):
        check_weights({"w": np.float32(found)}, {"w": np.array([0.5, 18.0])}, bound)


def test_what_blocks_is_hung_and_its_thread_is_left():
    blocked = threading.Event()
    with Bench(limit_seconds=0.05) as bench:
        with pytest.raises(Hung, match="no answer within 0.05 seconds"):
            bench.run(lambda: blocked.wait(60))
        found = try_one(bad.broken(lambda *args: blocked.wait(60)), "finalize", bench)
        assert found == ("hung", "gave no answer within 0.05 seconds")
    blocked.set()


def test_a_bench_leaves_neither_files_nor_settings(capsys):
    before, stderr = tf.logging.get_verbosity(), sys.stderr
    with Bench() as bench:
        folder = bench.folder()
        open(os.path.join(folder, "model"), "w").close()
        print("seen", file=sys.stderr)
        bench.run(lambda: print("not seen", file=sys.stderr))
        tf.logging.error("not seen")
    assert not os.path.exists(os.path.dirname(folder))
    assert tf.logging.get_verbosity() == before and sys.stderr is stderr
    assert capsys.readouterr().err == "seen\n"


@pytest.mark.parametrize(
    "problem, line",
    [
        (UnsupportedError("a", "cannot", "use b"), "cannot; use b"),
        (WrongWeights("w is off"), "w is off"),
        (ValueError(""), "ValueError: (no message)"),
        (KeyError("w"), "KeyError: 'w'"),
        (ValueError("in /usr/lib/a.py at 0x7fab"), "ValueError: in (path) at (address)"),
        (ValueError("first\nsecond"), "ValueError: first"),
        (ValueError("a\x1b[2J\tb"), "ValueError: a [2J b"),
        (ValueError("grpc://localhost:1 and a/b"), "ValueError: grpc://localhost:1 and a/b"),
        (ValueError("x" * 500), "ValueError: " + "x" * 185 + "..."),
    ],
)
def test_a_reason_is_one_line_without_paths_and_addresses(problem, line):
    assert reason_of(problem) == line
