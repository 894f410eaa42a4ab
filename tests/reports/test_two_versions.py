"""Two versions of TensorFlow next to each other: the answers, and the section that they go into."""

import json
import pathlib

import pytest

from tf1_updates.cli import main
from tf1_updates.commands.diff_command import MARKS
from tf1_updates.reports.two_versions import answers, render_markdown
from tf1_updates.timing.difference_document import difference_document
from tf1_updates.timing.document import read

SAVED = pathlib.Path(__file__).parents[1] / "saved" / "compare.json"


@pytest.fixture
def old(tmp_path):
    """The saved comparison as if 1.15.5 had taken twice as long, and four times for eval."""
    document = json.loads(SAVED.read_text(encoding="utf-8"))
    document["environment"]["tensorflow"] = "1.15.5"
    for row in document["approaches"]:
        factor = 4.0 if row["name"] == "eval_after_step" else 2.0
        row["step_seconds"] = [factor * seconds for seconds in row["step_seconds"]]
    path = tmp_path / "old.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    return str(path)


def test_both_questions_are_answered_with_their_ratios(old):
    first, second = answers(difference_document(read(old), read(str(SAVED))))
    assert first.startswith("From TensorFlow 1.15.5 to TensorFlow 2.")
    assert ", session.run: built_in is faster (0.50x [" in first
    assert "group_assign is faster (0.50x [" in first and "hacks" not in first
    assert ", the hacks, which add ops at each step: eval_after_step is faster (0.25x [" in second
    assert "session_run_in_update is faster (0.50x [" in second


def test_the_other_way_round_it_is_slower_and_twice_the_same_is_no_difference(old):
    back = answers(difference_document(read(str(SAVED)), read(old)))
    assert "built_in is slower (2.0" in back[0] and "eval_after_step is slower (4.0" in back[1]
    same = answers(difference_document(read(old), read(old)))
    assert "built_in is not told apart from what it was (1.00x" in same[0]


def test_what_was_not_measured_in_both_is_not_answered(old):
    a, b = read(old), read(str(SAVED))
    b["approaches"] = [row for row in b["approaches"] if row["name"] == "group_assign"]
    found = answers(difference_document(a, b))
    assert len(found) == 1 and "group_assign" in found[0] and "built_in" not in found[0]
    b["approaches"] = []
    assert answers(difference_document(a, b)) == []


def test_diff_puts_the_section_between_its_marks_and_nothing_else(old, tmp_path, capsys):
    page = tmp_path / "page.md"
    page.write_text("above\n{}\nstale\n{}\nbelow\n".format(*MARKS), encoding="utf-8")
    assert main(["diff", old, str(SAVED), "--into", str(page)]) == 0
    text = page.read_text(encoding="utf-8")
    right = render_markdown(difference_document(read(old), read(str(SAVED))))
    assert text == "above\n{}\n\n{}\n\n{}\nbelow\n".format(MARKS[0], right.strip(), MARKS[1])
    assert "stale" not in text and "B = TensorFlow 2." in text
    assert str(tmp_path) not in text and capsys.readouterr().out == ""


def test_a_page_without_marks_is_refused_and_kept(old, tmp_path, capsys):
    page = tmp_path / "page.md"
    page.write_text("no marks\n", encoding="utf-8")
    assert main(["diff", old, str(SAVED), "--into", str(page)]) == 2
    assert "versions: begin" in capsys.readouterr().err
    assert page.read_text(encoding="utf-8") == "no marks\n"
    assert main(["diff", old, str(SAVED), "--into", old]) == 2
