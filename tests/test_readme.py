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
