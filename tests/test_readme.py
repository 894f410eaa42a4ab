"""The README cannot drift: its example runs, and its table is that of the saved result."""

import contextlib
import io
import json
import pathlib
import re

from tf1_updates.commands.show_command import BEGIN, END
from tf1_updates.reports.markdown import render

ROOT = pathlib.Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_example_prints_what_the_readme_says():
    code, output = re.search(r"```python\n(.*?)```\s+```\n(.*?)```", README, re.S).groups()
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(code, "README.md", "exec"), {})
    assert printed.getvalue() == output
    assert len(code.strip().splitlines()) <= 12


def test_the_optimizer_of_the_readme_trains():
    import tensorflow.compat.v1 as tf

    code = re.findall(r"```python\n(.*?)```", README, re.S)[1]
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


def test_the_table_is_that_of_the_saved_result():
    with open(str(ROOT / "data" / "results" / "compare.json"), encoding="utf-8") as file:
        document = json.load(file)
    assert document["complete"] is True
    between = README.split(BEGIN)[1].split(END)[0]
    assert between.strip() == render(document).strip()


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
