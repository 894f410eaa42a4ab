"""What is printed of an explanation, as text: tables, sentences, odd documents, the plot."""

import copy
import json
import os

import pytest
from explain_documents import NAMES, explanation

from tf1_updates.errors import InputError
from tf1_updates.explain.contract import problem_with
from tf1_updates.explain.document import read
from tf1_updates.reports.explain_plot import causes_of, explanation_figure, save_figure
from tf1_updates.reports.explain_text import render, render_markdown
from tf1_updates.reports.explain_trace import render as render_trace
from tf1_updates.timing.document import Row
from tf1_updates.timing.load import load_warnings


def flat(text):
    return " ".join(text.split())


def test_the_sentences_say_what_was_programmed():
    text = flat(render(explanation()))
    # 1.2 ms of calls; at step 199.5: 2 * (20 + 19.95 + 39.9) + 12.975 ms of new ops; 4 ms of rest.
    total = 1.2 + 2 * (20 + 19.95 + 39.9) + 12.975 + 4
    assert "At step 200, a step of eval_after_step takes 178 ms" in text
    assert "{:.1%}".format(1.2 / total) == "0.7%" and "0.7% [0.7%, 0.7%] of that is due to" in text
    assert "session.run calls (3 more a step" in text and "97% [97%, 97%] to the 16 new ops" in text
    assert "2% [2%, 2%] is what no ablation explains" in text
    assert "what the calls cost goes from 1,200 us to 1,200 us and is not seen to grow" in text
    assert "what the new ops cost goes from 50,475 us to 172,675 us and grows by 650" in text
    assert "eval_after_step adds 800 B to the GraphDef in each step, which is full (2 GB)" in text
    assert "after step {:,}".format((2**31 - 1 - 1000) // 800) in text
    assert "prebuilt_session_run, which makes the same calls and adds no op, takes 1.40 ms" in text


def test_the_waterfall_is_a_table_of_microseconds():
    lines = render(explanation()).splitlines()
    start = next(i for i, line in enumerate(lines) if "Where the time of eval_after_step" in line)
    table = {line.split("  ")[0]: flat(line) for line in lines[start + 3 : start + 14]}
    assert table["one more session.run"].startswith("one more session.run 3 600 [600, 600]")
    assert table["weights through NumPy"].startswith("weights through NumPy 1.2 KB 600 [600, 600]")
    assert table["unexplained rest"].endswith("4,000 [4,000, 4,000]")
    assert "gradients rebuilt" not in table


def test_a_narrow_terminal_gets_the_table_in_pieces():
    text = render(explanation(), width=80)
    assert all(len(line) <= 80 for line in text.splitlines())
    assert text.count("eval_after_step beyond it") > 1


def test_markdown_has_the_same_numbers():
    text = render_markdown(explanation())
    assert "| one more session.run | 3 | 600 [600, 600] |" in text
    assert "- At step 200, a step of eval_after_step takes 178 ms" in text


REFUSED = [
    Row(
        name,
        "ours",
        "unsupported" if name == "session_run_in_update" else "ok",
        "writes one by one",
    )
    for name in NAMES
]
WRONG = [
    Row(name, "ours", "wrong" if name == "one_more_call" else "ok", "step 0 in 'w'")
    for name in NAMES
]
ODD = {
    "nothing timed": explanation(at=()),
    "one window": explanation(at=(1,)),
    "few blocks": explanation(at=(1, 20), length=4),
    "only the reference": explanation(names=["group_assign"]),
    "no reference": explanation(names=NAMES[1:]),
    "refused": explanation(rows=REFUSED),
    "wrong": explanation(rows=WRONG),
    "interrupted": explanation(complete=False),
}


@pytest.mark.parametrize("kind", list(ODD))
def test_odd_explanations_are_shown_without_a_stumble(kind, tmp_path):
    found = ODD[kind]
    assert problem_with(json.loads(json.dumps(found))) is None
    assert render(found) and render_markdown(found)
    save_figure(str(tmp_path / "a.svg"), found)
    assert os.listdir(str(tmp_path)) == ["a.svg"]


def test_doubts_are_told():
    assert "session_run_in_update is unsupported, and was not timed: writes one" in flat(
        render(ODD["refused"])
    )
    assert "one_more_call is wrong, and was not timed: step 0 in 'w'" in flat(render(ODD["wrong"]))
    assert "Fewer than 6 blocks at step 1 and 20" in flat(render(ODD["few blocks"]))
    assert "Interrupted: what was measured" in flat(render(ODD["interrupted"]))


BUSY = {"cpus": 2, "average_before": 0.1, "average_after": 2.0, "share_of_others": 0.5}


@pytest.mark.parametrize("warnings", [[], load_warnings(BUSY)], ids=["idle", "loaded"])
def test_the_load_of_the_machine_is_told(warnings):
    document = dict(explanation(), load=BUSY if warnings else None, warnings=warnings)
    assert problem_with(document) is None and len(load_warnings(BUSY)) == 1
    said = "the machine was loaded: other programs had 50% of its 2 processors"
    for text in (render(document), render_markdown(document)):
        assert (said in flat(text)) == bool(warnings)


@pytest.mark.parametrize("field, value", [("load", 3), ("warnings", "busy"), ("warnings", [3])])
def test_a_spoilt_load_is_named(field, value):
    assert field in problem_with(dict(explanation(), **{field: value}))


def test_the_causes_for_a_notebook_add_up_to_the_step():
    causes = causes_of(explanation(), "eval_after_step", at=50)
    assert [cause for cause, _, _ in causes][:2] == ["group_assign", "one more session.run"]
    calls, new_ops = 1.2, 2 * (20 + 4.95 + 9.9) + 3 + 0.05 * 49.5
    assert sum(seconds for _, seconds, _ in causes) == pytest.approx(
        1e-3 * (1 + calls + new_ops + 4)
    )


def test_the_bars_of_the_waterfall_join():
    figure = explanation_figure(explanation())
    axes = figure.axes[0]
    bars = axes.patches
    ends = 0.0
    for bar in bars[:-1]:
        assert bar.get_x() == pytest.approx(ends)
        ends += bar.get_width()
    assert bars[-1].get_x() == 0 and bars[-1].get_width() == pytest.approx(ends)


def test_a_saved_file_gives_its_results_again(tmp_path):
    path = tmp_path / "a.json"
    found = json.loads(json.dumps(explanation()))
    path.write_text(json.dumps(dict(found, results=None)), "utf-8")
    assert read(str(path))["results"] == found["results"]


def _spoilt():
    whole = json.loads(json.dumps(explanation(at=(1,))))
    for key in sorted(set(whole) - {"load", "warnings"}):  # which older files have not
        yield key, {name: value for name, value in whole.items() if name != key}
    for place, value in [
        (("windows", 0, "series", 0, "step_seconds"), [-1.0]),
        (("windows", 0, "series", 0, "step_seconds"), [1.0]),
        (("windows", 0, "series", 0, "graphdef_bytes"), []),
        (("windows", 0, "at"), 0),
        (("subjects", 0, "status"), "fine"),
        (("subjects", 0, "counts"), {"session_calls": 1}),
        (("settings", "block"), 0),
        (("projection_check",), {"name": "x"}),
        (("schema",), "tf1-updates/explain/2"),
        (("schema",), "tf1-updates/compare/1"),
    ]:
        content = copy.deepcopy(whole)
        inner = content
        for key in place[:-1]:
            inner = inner[key]
        inner[place[-1]] = value
        yield "{} = {!r}".format(place, value), content


@pytest.mark.parametrize(
    "what,content", list(_spoilt()), ids=lambda part: part if isinstance(part, str) else ""
)
def test_a_spoilt_file_is_refused_in_one_line(what, content, tmp_path):
    path = tmp_path / "a.json"
    path.write_text(json.dumps(content), "utf-8")
    with pytest.raises(InputError) as refusal:
        read(str(path))
    assert "\n" not in str(refusal.value) and "a.json" in str(refusal.value)


def test_a_trace_is_a_table_of_the_longest_kernels():
    kernels = [("Op{}".format(n), n + 1, float(100 - n)) for n in range(14)]
    figures = {"kernels": kernels, "session_calls": 4, "step_seconds": 0.1, "before_seconds": None}
    lines = render_trace("eval_after_step", 20, figures).splitlines()
    assert flat(lines[2]) == "Op0 1 100 8%"
    assert flat(lines[14]) == "2 other types 27 175 13%"
    assert "Step 20 of eval_after_step made 4 calls of session.run and took 100 ms" in lines[-1]
