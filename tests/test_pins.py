"""Every package that an install brings is pinned, directly asked for or not, and none besides.

What an install brings is read from the metadata of the packages that are installed here: from ours
on, with all extras that `make` installs, along what each one requires on this system.
"""

import pathlib
import re

import pytest
from lacking import ON_TF1
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from test_packaging import CONSTRAINTS, CONSTRAINTS_TF1, PROJECT, ROOT, pinned

try:
    from importlib import metadata
except ImportError:  # Python 3.7
    import importlib_metadata as metadata

PINS = {
    canonicalize_name(name): version
    for name, version in pinned(CONSTRAINTS_TF1 if ON_TF1 else CONSTRAINTS).items()
}
EXTRAS = ["test"] if ON_TF1 else list(PROJECT["optional-dependencies"])
# One file of pins serves all of these, and some packages are asked for on some of them only.
PYTHONS = ["3.7"] if ON_TF1 else ["3.11", "3.12", "3.13"]
# A new virtual environment of Python 3.7 has it already.
OF_THE_VENV = {"setuptools"} if ON_TF1 else set()
# What asks for an extra by name: `pip install ... '.[test]'` and the like.
ASKED = re.compile(r"\.\[([\w,-]+)\]")
INSTALLERS = ("Makefile", "environment.yml", "environment-tf1.yml", "README.md", ".ci/run")


def applies(requirement, extras):
    marker = requirement.marker
    places = [
        {"extra": extra, "python_version": python, "python_full_version": python + ".99"}
        for extra in extras
        for python in PYTHONS
    ]
    return marker is None or any(map(marker.evaluate, places))


def needed():
    """Return (who requires, requirement) of all that our install needs and that is found here."""
    ours = sum((PROJECT["optional-dependencies"][extra] for extra in EXTRAS), [])
    texts = list(PROJECT["dependencies"]) + ours
    waiting = [("the project", Requirement(text), [""]) for text in texts]
    seen, found = set(), []
    while waiting:
        who, requirement, extras = waiting.pop()
        name = canonicalize_name(requirement.name)
        if not applies(requirement, extras) or name in OF_THE_VENV:
            continue
        found.append((who, requirement))
        key = (name, tuple(sorted(requirement.extras)))
        if key in seen:
            continue
        seen.add(key)
        try:
            requires = metadata.requires(requirement.name) or []
        except metadata.PackageNotFoundError:  # for another Python, or of an extra not asked for
            continue
        asked = sorted(requirement.extras) + [""]
        waiting += [(name, Requirement(text), asked) for text in requires]
    return found


NEEDED = needed()


def test_what_an_install_brings_is_found_by_its_metadata():
    names = {canonicalize_name(requirement.name) for _, requirement in NEEDED}
    # Asked for by others only: by TensorFlow, by Matplotlib, by pytest.
    assert {"absl-py", "grpcio", "pillow", "pluggy"} <= names and len(names) > 40


def test_all_that_an_install_brings_is_pinned():
    missing = {(who, str(each)) for who, each in NEEDED if canonicalize_name(each.name) not in PINS}
    assert missing == set()


def test_each_pin_is_within_what_everybody_asks_for():
    for who, requirement in NEEDED:
        version = PINS[canonicalize_name(requirement.name)]
        assert requirement.specifier.contains(version, prereleases=True), (who, requirement)


def test_nothing_is_pinned_that_no_install_brings():
    try:
        for extra in EXTRAS:
            for text in PROJECT["optional-dependencies"][extra]:
                metadata.version(Requirement(text).name)
    except metadata.PackageNotFoundError as lacking:
        pytest.skip("not all that is pinned is installed: {}".format(lacking))
    assert set(PINS) - {canonicalize_name(each.name) for _, each in NEEDED} == set()


def test_each_extra_that_an_installer_names_exists_and_make_installs_them_all():
    extras, named = set(PROJECT["optional-dependencies"]), {}
    for name in INSTALLERS:
        text = (ROOT / name).read_text(encoding="utf-8")
        named[name] = set(",".join(ASKED.findall(text)).split(",")) - {""}
        assert named[name] <= extras, name
    assert named["Makefile"] == extras


@pytest.mark.parametrize("name", INSTALLERS)
def test_each_file_of_constraints_that_an_installer_names_exists(name):
    text = pathlib.Path(ROOT / name).read_text(encoding="utf-8")
    files = re.findall(r"(?:--constraint|-c) (\S+\.txt)", text)
    assert all((ROOT / file).is_file() for file in files)
    assert files or name not in ("Makefile", "environment.yml", "environment-tf1.yml")
