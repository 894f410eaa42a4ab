"""The files that install the project say the same: no version and no dependency twice."""

import pathlib
import re
import sys

import pytest
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.version import Version

from tf1_updates.doctor.facts import PACKAGES

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

OURSELVES = pathlib.Path(__file__)
ROOT = pathlib.Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
CONSTRAINTS = (ROOT / "constraints.txt").read_text(encoding="utf-8")
CONSTRAINTS_TF1 = (ROOT / "constraints-tf1.txt").read_text(encoding="utf-8")
CONDA_TF1 = (ROOT / "environment-tf1.yml").read_text(encoding="utf-8")
CONDA = (ROOT / "environment.yml").read_text(encoding="utf-8")


def requirements():
    extras = PROJECT["optional-dependencies"].values()
    return [Requirement(text) for text in sum(extras, list(PROJECT["dependencies"]))]


NO_NOTEBOOKS = [Requirement(text).name for text in PROJECT["optional-dependencies"]["notebooks"]]


def pinned(constraints=CONSTRAINTS):
    lines = [line for line in constraints.splitlines() if line and not line.startswith("#")]
    return dict(line.split("==") for line in lines)


def conda_items(conda=CONDA):
    return [line.strip()[2:] for line in conda.splitlines() if line.strip().startswith("- ")]


@pytest.mark.parametrize("constraints", [CONSTRAINTS, CONSTRAINTS_TF1], ids=["current", "tf1"])
def test_constraints_are_names_and_versions_only(constraints):
    for line in constraints.splitlines():
        assert line.startswith("#") or re.match(r"^[A-Za-z0-9_.-]+==[0-9][A-Za-z0-9.!+]*$", line)


@pytest.mark.parametrize(
    "python, constraints, left_out",
    [(python, CONSTRAINTS, []) for python in ("3.11", "3.12", "3.13")]
    + [("3.7", CONSTRAINTS_TF1, NO_NOTEBOOKS + ["ruff"])],
    ids=["3.11", "3.12", "3.13", "3.7"],
)
def test_every_dependency_is_pinned_within_its_range(python, constraints, left_out):
    pins = {name.lower().replace("_", "-"): text for name, text in pinned(constraints).items()}
    for requirement in requirements():
        if requirement.name in left_out:  # no notebooks and no linter there
            continue
        marker = requirement.marker
        if marker is None or marker.evaluate({"python_version": python}):
            assert requirement.specifier.contains(pins[requirement.name.lower()])


def test_the_doctor_looks_for_every_dependency():
    checks_of_their_own = {"tensorflow", "numpy", "protobuf"}
    names = {Requirement(text).name for text in PROJECT["dependencies"]}
    assert set(PACKAGES) == names - checks_of_their_own


@pytest.mark.parametrize("python", ["3.7"])
def test_python_37_gets_the_real_tensorflow_1_15(python):
    chosen = {
        requirement.name: str(requirement.specifier)
        for requirement in requirements()
        if requirement.marker is None or requirement.marker.evaluate({"python_version": python})
    }
    assert chosen["tensorflow"] == "==1.15.5"
    assert not Requirement("protobuf" + chosen["protobuf"]).specifier.contains("3.21.0")


def test_the_conda_environment_installs_the_project_itself_and_lists_nothing_twice():
    items = conda_items()
    assert items == [
        "conda-forge",
        "python=3.11",
        "pip",
        "pip:",
        "--constraint constraints.txt",
        "--editable .[notebooks]",
    ]
    assert set(re.findall(r"\[(.*)\]", items[-1])) <= set(PROJECT["optional-dependencies"])


def test_the_conda_environment_of_tensorflow_1_has_the_same_pins_as_make():
    assert conda_items(CONDA_TF1) == [
        "conda-forge",
        "python=3.7",
        "pip",
        "pip:",
        "--constraint constraints-tf1.txt",
        "--editable .[test]",
    ]
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert "--constraint constraints-tf1.txt --editable '.[test]'" in makefile
    assert pinned(CONSTRAINTS_TF1)["tensorflow"] == "1.15.5"


@pytest.mark.parametrize("conda", [CONDA, CONDA_TF1], ids=["current", "tf1"])
def test_the_conda_environments_python_is_one_that_the_project_allows(conda):
    python = [item.split("=")[1] for item in conda_items(conda) if item.startswith("python=")]
    allowed = SpecifierSet(PROJECT["requires-python"])
    assert len(python) == 1 and allowed.contains(Version(python[0] + ".0"))


@pytest.mark.parametrize(
    "python, allowed",
    [("3.7.16", True), ("3.8.18", False), ("3.10.13", False), ("3.11.0", True), ("3.13.9", True)]
    + [("3.14.0", False), ("3.6.15", False)],
)
def test_only_pythons_with_a_tensorflow_are_allowed(python, allowed):
    assert SpecifierSet(PROJECT["requires-python"]).contains(python) == allowed


def test_the_pythons_that_make_looks_for_are_those_of_the_project():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert "(3, 11) <= sys.version_info[:2] <= (3, 13)" in makefile
    for python in re.findall(r"python(3\.\d+)", makefile):
        assert SpecifierSet(PROJECT["requires-python"]).contains(Version(python + ".0"))


def test_nothing_committed_holds_a_path_of_a_machine():
    suffixes = {".py", ".md", ".toml", ".txt", ".yml", ".json", ".svg", ".ipynb", ""}
    places = re.compile(r"/(?:root|work|tmp)/|/home/\w|/Users/\w")
    for path in ROOT.rglob("*"):
        inside = path.relative_to(ROOT).parts
        left_out = [
            part
            for part in inside
            if part.startswith(".") and part != ".ci" or part.endswith(".egg-info")
        ]
        if path.is_file() and path.suffix in suffixes and not left_out and path != OURSELVES:
            assert not places.search(path.read_text(encoding="utf-8", errors="replace")), path
