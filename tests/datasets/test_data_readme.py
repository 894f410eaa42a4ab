import doctest
import pathlib

README = pathlib.Path(__file__).parents[2] / "data" / "README.md"


def test_the_examples_in_the_readme_print_what_they_show():
    outcome = doctest.testfile(str(README), module_relative=False)
    assert outcome.attempted >= 5 and outcome.failed == 0
