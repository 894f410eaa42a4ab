"""The command line knows every rule's hyper-parameters, and refuses those of another rule."""

import pytest

from tf1_updates.cli import main
from tf1_updates.rules import RULES

REFUSED = {
    "--rule adam --beta1 1": ["--beta1", "1.0", "from 0 to below 1"],
    "--rule adam --epsilon 0": ["--epsilon", "0.0", "above 0"],
    "--rule adam --nesterov": ["--nesterov", "adam has no momentum"],
    "--rule momentum --momentum 1.5": ["--momentum", "1.5", "from 0 to 1"],
    "--rule langevin --temperature -1": ["--temperature", "-1.0", "at least 0"],
    "--rule projected_descent --radius 0": ["--radius", "0.0", "above 0"],
    "--rule projected_descent --radius 1 --low -1": ["--radius", "1.0", "a ball or a box"],
    "--rule gradient_descent --radius 1": ["--radius", "'1'", "has no radius"],
    "--rule oja": ["--rule", "'oja'", "takes a gradient", "takes inputs x"],
    "--rule feedback_alignment": ["--rule", "'feedback_alignment'", "takes a gradient"],
}


@pytest.mark.parametrize("line", list(REFUSED))
def test_what_a_rule_cannot_be_given_is_one_line_and_status_2(line, capsys):
    assert main(["compare"] + line.split()) == 2
    said = capsys.readouterr().err
    assert said.startswith("tf1-updates: ") and said.count("\n") == 1
    assert all(part in said for part in REFUSED[line])


def test_list_names_every_rule(capsys):
    assert main(["list"]) == 0
    listed = capsys.readouterr().out
    assert all("  {:<29}".format(name) + RULES[name].summary in listed for name in RULES)
