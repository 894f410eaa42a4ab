"""The ladder: every rung is checked before it is timed, and what is saved can be shown."""

import json

import numpy as np
import pytest
import tensorflow.compat.v1 as tf
from lacking import ON_TF1

from tf1_updates.agreement.counting_session import CountingSession
from tf1_updates.agreement.judge import Judge
from tf1_updates.benchmarks import ladder, rungs
from tf1_updates.benchmarks.rungs import RUNGS, Rung
from tf1_updates.commands.saved_kinds import kind_of
from tf1_updates.problems import Quadratic
from tf1_updates.reports import ladder_table
from tf1_updates.rules import GradientDescent, Momentum, WrappedNoisyDescent
from tf1_updates.timing.contract import problem_with

RULE = WrappedNoisyDescent(0.1, 20, 0.01, seed=2)
NEEDS_XLA = ("compiled", "in_graph_loop_compiled")


def lacking(rung, use_resource):
    return rung.name in NEEDS_XLA and (ON_TF1 or not use_resource)


@pytest.mark.parametrize("rule", [RULE, Momentum(0.05, 0.9)], ids=["wrapped", "momentum"])
@pytest.mark.parametrize("rung", RUNGS[:-1], ids=lambda rung: rung.name)
def test_every_rung_gives_the_weights_of_its_rule(rung, rule, use_resource):
    judge = Judge(Quadratic(1), rule, use_resource)
    row = rung.examine(Quadratic(1), rule, judge, 6, use_resource)
    judge.close()
    if lacking(rung, use_resource):
        assert row.status == "unsupported" and ("compiles no" in row.reason or "XLA" in row.reason)
        return
    assert (row.status, row.reason) == ("ok", None)
    assert row.bit_equal_share == 1.0 or rung.name in NEEDS_XLA
    assert (row.session_runs_per_step, row.ops_added_per_step) == (1, 0)


def test_what_is_fed_is_what_the_rung_says(use_resource):
    batch_bytes = 2 * (6 + 2 * 3) * 4  # bottom and curvature of 6 and of 2x3 floats
    judge, fed = Judge(Quadratic(1), RULE, use_resource), {}
    for rung in RUNGS:
        if not lacking(rung, use_resource):
            row = rung.examine(Quadratic(1), RULE, judge, 2, use_resource)
            fed[rung.name] = row.bytes_fed_per_step
    judge.close()
    assert {name: count for name, count in fed.items() if name not in NEEDS_XLA} == {
        "group_assign": batch_bytes,
        "make_callable": batch_bytes,
        "tf_data": 0,
        "constant_batches": 0,
        "in_graph_loop": 8,  # the number of steps in the run
        "built_in": batch_bytes,
    }


def test_the_floor_is_held_to_plain_descent():
    judge = Judge(Quadratic(1), GradientDescent(0.1))
    assert RUNGS[-1].examine(Quadratic(1), RULE, judge, 6).status == "ok"
    judge.close()


def test_a_callable_gets_each_batch_in_its_place():
    with tf.Graph().as_default(), tf.Session() as session:
        a, b = tf.placeholder(tf.float32, []), tf.placeholder(tf.float32, [])
        total = tf.get_variable("total", initializer=0.0)
        op = total.assign_add(a - 10.0 * b).op
        step = rungs.CallableStep(lambda session, feed=None: session.run(op, feed))
        session.run(tf.global_variables_initializer())
        step(session, {a: 1.0, b: 2.0})
        step(session, {a: 3.0, b: 4.0})
        counting = CountingSession(session)
        step(counting, {a: 0.0, b: 0.0})
        assert session.run(total) == 1.0 - 20.0 + 3.0 - 40.0
        assert (counting.runs, counting.bytes_fed) == (1, 8)


def rungs_named(*names):
    return [rung for rung in RUNGS if rung.name in names]


def test_a_wrong_rung_keeps_its_row_and_gets_no_time():
    def forgets(model, rule):
        return RUNGS[0].build(model, WrappedNoisyDescent(0.2, 20, 0.01, seed=2))

    chosen = rungs_named("group_assign", "in_graph_loop") + [Rung("off", "ours", "wrong", forgets)]
    document = ladder.measure_ladder(Quadratic(1), RULE, 6, 20.0, chosen)
    assert problem_with(json.loads(json.dumps(document))) is None and document["complete"]
    group, loop, off = document["approaches"]
    assert (off["status"], off["step_seconds"], off["median_seconds"]) == ("wrong", [], None)
    assert off["reason"].startswith("step 0 in 'vector'")
    assert len(group["step_seconds"]) == len(loop["step_seconds"]) == 6
    assert group["steps_per_session_run"] == 1
    assert loop["session_runs_per_step"] == 1 / loop["steps_per_session_run"]
    assert loop["bytes_fed_per_step"] == 8 / loop["steps_per_session_run"]
    group_cells, loop_cells, off_cells = ladder_table.rows(document)
    assert group_cells[1:3] == ["session.run with a feed_dict", "1"]
    assert (group_cells[5], group_cells[6]) == ("1 (reference)", "-")
    assert loop_cells[2] == "{:,}".format(loop["steps_per_session_run"])
    assert loop_cells[6] == ladder_table.gain_text(loop["ratio"], loop["ratio_ci95"])
    assert off_cells[1].startswith("wrong: step 0 in 'vector'") and off_cells[6] == "-"


def test_the_table_goes_between_its_marks_and_show_knows_it(monkeypatch, tmp_path, capsys):
    _small(monkeypatch)
    page, saved = tmp_path / "page.md", tmp_path / "ladder.json"
    page.write_text(
        "before\n<!-- ladder: begin -->\n<!-- ladder: end -->\nafter\n", encoding="utf-8"
    )
    assert ladder.main(["--quick", "--json", str(saved), "--into", str(page)]) == 0
    kind = kind_of(str(saved))
    table = ladder_table.render_markdown(kind.read(str(saved)))
    begin, end = kind.marks
    found = page.read_text(encoding="utf-8")
    assert found == "before\n{}\n\n{}\n\n{}\nafter\n".format(begin, table.strip(), end)
    assert "| make_callable | session.make_callable, fed its arguments | 1 |" in found


def test_a_page_without_marks_is_refused_before_anything_is_measured(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(ladder, "measure_ladder", lambda *_, **__: 1 / 0)
    page = tmp_path / "page.md"
    page.write_text("no marks\n", encoding="utf-8")
    assert ladder.main(["--into", str(page)]) == 2
    assert "ladder: begin" in capsys.readouterr().err
    assert page.read_text(encoding="utf-8") == "no marks\n"


def test_after_ctrl_c_what_was_checked_is_told(monkeypatch):
    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(ladder, "_time", interrupted)
    document = ladder.measure_ladder(Quadratic(1), RULE, 6, 20.0, rungs_named("group_assign"))
    assert problem_with(json.loads(json.dumps(document))) is None
    assert document["complete"] is False
    assert [row["status"] for row in document["approaches"]] == ["ok"]


def _small(monkeypatch):
    whole = ladder.measure_ladder

    def small(problem, rule, **effort):
        chosen = rungs_named("group_assign", "make_callable", "built_in")
        return whole(Quadratic(1), rule, 6, 20.0, chosen, save=effort.get("save"))

    monkeypatch.setattr(ladder, "measure_ladder", small)


@pytest.mark.parametrize("options", [[], ["--markdown"]], ids=["text", "markdown"])
def test_the_command_prints_and_saves(monkeypatch, tmp_path, capsys, options):
    _small(monkeypatch)
    path = tmp_path / "ladder.json"
    assert ladder.main(["--quick", "--json", str(path)] + options) == 0
    saved = json.loads(path.read_text(encoding="utf-8"))
    assert problem_with(saved) is None
    assert [row["name"] for row in saved["approaches"]] == [
        "group_assign",
        "make_callable",
        "built_in",
    ]
    printed = capsys.readouterr().out
    assert "make_callable" in printed and "session.make_callable, fed its arguments" in printed
    assert ("| make_callable |" in printed) == bool(options)


def test_a_file_that_cannot_be_written_is_refused_before_anything_is_measured(
    monkeypatch, tmp_path, capsys
):
    monkeypatch.setattr(ladder, "measure_ladder", lambda *_, **__: 1 / 0)
    assert ladder.main(["--json", str(tmp_path / "missing" / "ladder.json")]) == 2
    told = capsys.readouterr().err
    assert told.startswith("--json: ") and told.count("\n") == 1


def test_an_interrupted_command_says_so(monkeypatch, tmp_path, capsys):
    _small(monkeypatch)

    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(ladder, "_time", interrupted)
    path = tmp_path / "ladder.json"
    assert ladder.main(["--json", str(path)]) == 130
    assert json.loads(path.read_text(encoding="utf-8"))["complete"] is False
    assert "interrupted; what was measured is reported" in capsys.readouterr().err


def test_batches_in_the_graph_are_those_that_are_fed_and_start_over():
    from tf1_updates.problems import Coupled, SoftmaxDigits

    images = np.random.RandomState(0).uniform(size=(30, 5)).astype(np.float32)
    one_hot = np.eye(3, dtype=np.float32)[np.arange(30) % 3]
    for problem in (Quadratic(1), Coupled(1), SoftmaxDigits(images, one_hot, batch_size=10)):
        with tf.Graph().as_default(), tf.Session() as session:
            number = tf.placeholder(tf.int64, [])
            batch = problem.batches_in_graph(5)(number)
            for step in range(12):
                found = session.run(batch, {number: step})
                right = problem.batch(step % 5)
                assert len(found) == len(right)
                assert all((a == b).all() for a, b in zip(found, right))
