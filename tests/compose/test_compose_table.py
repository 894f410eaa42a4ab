"""The table as text and as Markdown, from documents made by hand; no TensorFlow."""

import json
import pathlib

import pytest

from tf1_updates.commands.compose_command import MARKS
from tf1_updates.compose.document import problem_with, read
from tf1_updates.errors import InputError
from tf1_updates.reports.compose_table import render, render_markdown

ROOT = pathlib.Path(__file__).parent.parent.parent


def result(outcome, reason=None):
    return {"works": outcome == "yes", "outcome": outcome, "reason": reason}


def sample():
    """Four approaches and two features, one of them unknown to this version."""
    yes, late = result("yes"), result("no", "too | late")
    rows = [
        ("first", {"saver": late, "newer": yes}),
        ("second", {"saver": late, "newer": result("wrong", "w is [1] and should be [2]")}),
        ("third", {"saver": late, "newer": result("hung", "gave no answer")}),
        ("fourth", {"saver": yes}),
    ]
    return {
        "schema": "tf1-updates/compose/1",
        "complete": False,
        "environment": {"tensorflow": "2.21.0", "python": None},
        "features": ["saver", "newer"],
        "approaches": [
            {"name": name, "origin": "ours", "rule": "gradient_descent", "results": results}
            if name == "fourth"
            else {"name": name, "origin": "ours", "results": results}
            for name, results in rows
        ],
    }


TABLE = """\
approach  saver  newer
--------  -----  -----
first     no     yes
second    no     wrong
third     no     hung
fourth*   yes    -

- all but fourth with saver: too | late
- second with newer: wrong: w is [1] and should be [2]
- third with newer: hung: gave no answer

- interrupted: - was not tried
"""


def test_the_table_as_text():
    text = render(sample())
    assert text.startswith(TABLE)
    assert text.endswith(
        "- * fourth: tried with plain gradient descent; the thread's rule is beyond it\n"
        "- tried with tensorflow 2.21.0\n"
    )
    assert all(len(line) <= 100 and line == line.rstrip() for line in text.splitlines())


def test_a_narrow_terminal_gets_the_table_in_pieces_with_the_names_repeated():
    lines = render(sample(), width=17).splitlines()
    assert lines[0].split() == ["approach", "saver"]
    assert lines[7].split() == ["approach", "newer"] and lines[9].split() == ["first", "yes"]
    whole = render(sample(), width=22).splitlines()
    assert whole[0].split() == ["approach", "saver", "newer"]


def test_the_table_as_markdown_escapes_what_markdown_would_take():
    text = render_markdown(sample())
    assert text.startswith(
        "| approach | saver | newer |\n| --- | --- | --- |\n| first | no | yes |"
    )
    assert "| fourth\\* | yes | - |\n" in text and "with saver: too \\| late\n" in text


def test_a_foreign_text_cannot_move_the_cursor_and_an_old_encoding_cannot_fail():
    document = sample()
    document["approaches"][0]["results"]["saver"] = result("no", "a\x1b[2J\nb \u2265 c")
    text = render(document, encoding="ascii")
    assert "first with saver: a [2J b \\u2265 c" in text and "\x1b" not in text


def without(*keys):
    document = sample()
    place = document
    for key in keys[:-1]:
        place = place[key]
    del place[keys[-1]]
    return document


@pytest.mark.parametrize(
    "document",
    [[], {}, {"schema": "tf1-updates/compose/2"}]
    + [without(key) for key in sample()]
    + [
        without("approaches", 0, "name"),
        without("approaches", 0, "results"),
        without("approaches", 0, "results", "saver", "outcome"),
        without("approaches", 0, "results", "saver", "works"),
        without("approaches", 0, "results", "saver", "reason"),
        without("features", 1),
        dict(sample(), features=[1]),
    ],
)
def test_a_document_that_was_never_saved_is_refused(document, tmp_path):
    path = tmp_path / "a.json"
    path.write_text(json.dumps(document), "utf-8")
    with pytest.raises(InputError, match="a table that `tf1-updates compose` saved"):
        read(str(path))
    assert problem_with(sample()) is None


def test_the_readme_holds_the_saved_table():
    document = read(str(ROOT / "data" / "results" / "compose.json"))
    assert document["complete"] is True
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    between = readme.split(MARKS[0])[1].split(MARKS[1])[0]
    assert between.strip() == render_markdown(document).strip()
