"""What is installed, good and broken, on machines that are not there."""

import pytest
from doctor_facts import GOOD, facts, tf1_facts

from tf1_updates.doctor import software
from tf1_updates.doctor.examination import examine
from tf1_updates.doctor.facts import PACKAGES

DESCRIPTORS = "TypeError: Descriptors cannot not be created directly."


def found_by(check, machine):
    finding = check(machine)
    assert bool(finding.cure) == (finding.status != "ok")
    return finding.status, finding.cure


@pytest.mark.parametrize("machine", [GOOD, tf1_facts()], ids=["current", "tf1"])
def test_a_good_machine_has_nothing_to_do(machine):
    document = examine(machine)
    assert document["usable"] is True
    assert {finding["status"] for finding in document["findings"]} == {"ok"}
    assert {finding["cure"] for finding in document["findings"]} == {""}


@pytest.mark.parametrize("python", [(3, 6, 15), (3, 8, 18), (3, 9, 1), (3, 10, 13), (3, 14, 0)])
def test_a_python_that_is_not_tested(python):
    assert found_by(software.check_python, facts(python=python))[0] == "warn"
    broken = facts("ModuleNotFoundError: No module named 'tensorflow'", python=python)
    assert found_by(software.check_python, broken)[0] == "bad"


MISSING = "ModuleNotFoundError: No module named 'tensorflow'"
NONE = dict(tensorflow=None, protobuf=None, keras=None)


@pytest.mark.parametrize(
    "machine, cure",
    [
        (facts(MISSING, NONE), "pip install tensorflow"),
        (facts(MISSING, NONE, system="Darwin"), "Macs with an Intel"),
        (facts(MISSING, NONE, system="Darwin", machine="arm64"), "pip install tensorflow"),
        (facts(MISSING, NONE, machine="aarch64"), "pip install tensorflow"),
        (facts(MISSING, NONE, python=(3, 14, 0)), "3.11 to 3.13"),
        (tf1_facts(MISSING, NONE), "tensorflow==1.15.5 'protobuf<3.21' 'numpy<1.19'"),
        (tf1_facts(MISSING, NONE, machine="aarch64"), "no wheel for aarch64"),
        (tf1_facts(MISSING, NONE, system="Windows", machine="AMD64"), "tensorflow==1.15.5"),
    ],
)
def test_a_missing_tensorflow_is_told_with_what_to_install(machine, cure):
    status, said = found_by(software.check_tensorflow, machine)
    assert status == "bad" and cure in said
    assert examine(machine)["usable"] is False


@pytest.mark.parametrize(
    "machine, cure",
    [
        (tf1_facts(DESCRIPTORS, dict(protobuf="4.21.0")), "'protobuf<3.21'"),
        (tf1_facts(DESCRIPTORS, dict(protobuf="3.20.3")), "'protobuf<3.21'"),
        (facts("ImportError: x", dict(tensorflow="2.16.1", numpy="2.0.0")), "'numpy<2'"),
        (facts("AttributeError: x", dict(tensorflow="2.17.0", numpy="2.1.0")), "'numpy<2'"),
        (tf1_facts("AttributeError: np.object", dict(numpy="1.24.4")), "'numpy<1.19'"),
        (facts("ended by SIGILL"), "AVX"),
        (facts("ImportError: keras", dict(keras=None)), "pip install keras"),
        (facts("ImportError: keras", dict(keras="2.15.0")), "'keras>=3'"),
        (facts("ModuleNotFoundError: No module named 'wrapt'"), "pip install what it names"),
        (
            facts("no answer within 120 s"),
            "try again; if it hangs again, make the environment anew",
        ),
        (facts("ended by SIGSEGV"), "make the environment anew"),
        (facts("ended by SIGKILL"), "for want of memory"),
    ],
)
def test_a_broken_tensorflow_is_told_with_its_cure(machine, cure):
    status, said = found_by(software.check_tensorflow, machine)
    assert status == "bad" and cure in said


def test_one_that_imports_and_is_not_tested_is_a_warning():
    for version in ("2.15.0", "1.14.0", "2.4.1"):
        machine = facts()._replace(imported=GOOD.imported._replace(answer=version))
        assert found_by(software.check_tensorflow, machine)[0] == "warn"


@pytest.mark.parametrize(
    "tensorflow, numpy, status",
    [
        ("2.18.0", "2.0.0", "ok"),
        ("2.17.1", "1.26.4", "ok"),
        ("2.17.1", "2.0.0", "warn"),
        ("1.15.5", "1.18.5", "ok"),
        ("1.15.5", "1.19.0", "warn"),
        (None, "2.4.6", "ok"),
        ("2.21.0", None, "bad"),
    ],
)
def test_numpy_beside_tensorflow(tensorflow, numpy, status):
    machine = facts(described=dict(tensorflow=tensorflow, numpy=numpy))
    assert found_by(software.check_numpy, machine)[0] == status


@pytest.mark.parametrize(
    "tensorflow, protobuf, status",
    [
        ("1.15.5", "3.20.3", "ok"),
        ("1.15.5", "3.21.0", "warn"),
        ("1.15.5", "4.24.4", "warn"),
        ("2.21.0", "7.36.2", "ok"),
        ("2.21.0", None, "bad"),
        (None, None, "warn"),
    ],
)
def test_protobuf_beside_tensorflow(tensorflow, protobuf, status):
    machine = facts(described=dict(tensorflow=tensorflow, protobuf=protobuf))
    assert found_by(software.check_protobuf, machine)[0] == status


@pytest.mark.parametrize(
    "check, name", [(software.check_numpy, "numpy"), (software.check_protobuf, "protobuf")]
)
def test_what_is_missing_is_installed_as_the_tensorflow_needs_it(check, name):
    assert found_by(check, facts(described={name: None})) == ("bad", "pip install " + name)
    limit = {"numpy": "numpy<1.19", "protobuf": "protobuf<3.21"}[name]
    cure = "pip install '{}'".format(limit)
    assert found_by(check, tf1_facts(described={name: None})) == ("bad", cure)
    if name == "numpy":  # which goes by the Python where TensorFlow is missing, too
        assert found_by(check, tf1_facts(MISSING, dict(NONE, numpy=None))) == ("bad", cure)


def test_a_protobuf_too_new_is_bad_once_tensorflow_does_not_import():
    machine = tf1_facts(DESCRIPTORS, dict(protobuf="4.21.0"))
    assert found_by(software.check_protobuf, machine) == ("bad", "pip install 'protobuf<3.21'")


def test_each_other_package_that_is_missing_is_named():
    for name in PACKAGES:
        finding = software.check_packages(facts(packages=dict(GOOD.packages, **{name: None})))
        assert finding[1:] == ("bad", "not installed: " + name, "pip install " + name)


def test_keras_beside_tensorflow():
    for tensorflow, keras, status in [
        ("2.21.0", "3.15.1", "ok"),
        ("2.16.1", "2.15.0", "bad"),
        ("2.16.1", None, "bad"),
        ("2.15.0", "2.15.0", "ok"),
        ("1.15.5", None, "ok"),
        (None, None, "ok"),
    ]:
        machine = facts(described=dict(tensorflow=tensorflow, keras=keras))
        assert found_by(software.check_keras, machine)[0] == status
