"""The README cannot drift: its example runs, and its table is that of the saved result."""

import contextlib
import io
import pathlib
import re

import pytest

from tf1_updates.commands.saved_kinds import kind_of

ROOT = pathlib.Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_example_prints_what_the_readme_says():
    code, output = re.search(
        r"```python\n((?:(?!```).)*)```\s+```\n(.*?)```", README, re.S
    ).groups()
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(code, "README.md", "exec"), {})
    assert printed.getvalue() == output
    assert len(code.strip().splitlines()) <= 12


def example_with(word):
    return next(code for code in re.findall(r"```python\n(.*?)```", README, re.S) if word in code)


def test_the_own_rule_of_the_readme_is_one_for_every_approach():
    import tensorflow.compat.v1 as tf

    from tf1_updates.approaches import group_assign

    names = {"tf": tf}
    exec(compile(example_with("SignDescent"), "README.md", "exec"), names)
    with tf.Graph().as_default(), tf.Session() as session:
        w = tf.get_variable("w", initializer=[1.0, -3.0])
        train_step = group_assign.build(tf.reduce_sum(w * w), [w], names["SignDescent"]())
        session.run(tf.global_variables_initializer())
        train_step(session)
        assert session.run(w).tolist() == [1.0 - 0.5, -3.0 + 0.5]


def test_the_optimizer_of_the_readme_trains():
    import tensorflow.compat.v1 as tf

    code = example_with("train_op")
    with tf.Graph().as_default(), tf.Session() as session:
        w = tf.get_variable("w", initializer=[1.0, -3.0])
        names = {"tf": tf, "loss": 0.5 * tf.reduce_sum(w * w)}
        exec(compile(code, "README.md", "exec"), names)
        session.run(tf.global_variables_initializer())
        session.run(names["train_op"])
        assert session.run(tf.train.get_global_step()) == 1
        after = session.run(w)
    # One step of momentum from rest is one of descent; the noise is 0.01 wide.
    assert abs(after[0] - (1.0 - 0.1 * 1.0)) < 0.1 and abs(after[1] - (20 - 3.0 + 0.1 * 3.0)) < 0.1


@pytest.mark.parametrize(
    "name", ["compare", "explain", "ladder", "memory_speed", "memory_speed_noise"]
)
def test_the_tables_are_those_of_the_saved_results(name):
    path = str(ROOT / "data" / "results" / (name + ".json"))
    kind = kind_of(path)
    document = kind.read(path)
    assert document["complete"] is True
    begin, end = kind.marks
    between = README.split(begin)[1].split(end)[0]
    assert between.strip() == kind.between_marks(document).strip()


def test_the_two_versions_are_those_of_the_saved_results():
    from tf1_updates.commands.diff_command import MARKS
    from tf1_updates.reports.two_versions import render_markdown
    from tf1_updates.timing.difference_document import difference_document
    from tf1_updates.timing.document import read

    results = ROOT / "data" / "results"
    a, b = (read(str(results / name)) for name in ("compare-tf1.json", "compare.json"))
    assert a["environment"]["tensorflow"] == "1.15.5" and a["complete"] and b["complete"]
    between = README.split(MARKS[0])[1].split(MARKS[1])[0]
    assert between.strip() == render_markdown(difference_document(a, b)).strip()


def test_every_file_that_the_readme_names_is_there():
    links = [link for link in re.findall(r"\]\(([^)]+)\)", README) if "://" not in link]
    assert len(links) >= 3
    for link in links:
        assert (ROOT / link).exists(), link


def test_every_make_target_that_the_readme_names_exists():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in set(re.findall(r"`?make ([a-z-]+)`?$|`make ([a-z-]+)`", README, re.M)):
        name = target[0] or target[1]
        assert re.search("^{}:".format(name), makefile, re.M), name
