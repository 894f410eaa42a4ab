"""Checks of what is installed. Each is a function from `Facts` to a `Finding`."""

import re

from tf1_updates.doctor.child import NO_ANSWER
from tf1_updates.doctor.finding import BAD, OK, WARN, Finding

INTEL = ("x86_64", "AMD64")
NUMPY, NUMPY_OF_TF1 = "pip install numpy", "pip install 'numpy<1.19'"
PROTOBUF_OF_TF1 = "pip install 'protobuf<3.21'"
NO_KERNELS = "this processor lacks what TensorFlow was built for (AVX); take another machine"


def check_python(facts):
    """TensorFlow 1.15.5 has wheels up to Python 3.7, and what is tested here is 3.11 to 3.13."""
    found = "{}.{}.{}".format(*facts.python)
    if facts.python[:2] == (3, 7):
        return Finding("Python", OK, found + ", which is for TensorFlow 1.15")
    if (3, 11) <= facts.python[:2] <= (3, 13):
        return Finding("Python", OK, found)
    cure = "make an environment with Python 3.11, 3.12 or 3.13 (or 3.7 for TensorFlow 1.15)"
    status = WARN if facts.imported.error is None else BAD
    return Finding("Python", status, found + ", which is not tested", cure)


def check_tensorflow(facts):
    """It has to import; if it does not, the message says what to do about it."""
    listed = facts.described["tensorflow"]
    if facts.imported.error is None:
        version = facts.imported.answer
        if numbers(version)[:2] == (1, 15) or numbers(version) >= (2, 16):
            return Finding("TensorFlow", OK, version)
        return Finding("TensorFlow", WARN, version + ", which is not tested", _install(facts))
    if listed is None:
        return Finding("TensorFlow", BAD, "not installed", _install(facts))
    found = "{} does not import: {}".format(listed, facts.imported.error)
    return Finding("TensorFlow", BAD, found, _repair(facts, facts.imported.error))


def check_numpy(facts):
    """TensorFlow before 2.18 was built for NumPy 1, and 1.15 for what was before 1.19."""
    numpy, tensorflow = facts.described["numpy"], facts.described["tensorflow"]
    if numpy is None:
        is_for_tf1 = facts.python[:2] == (3, 7)
        return Finding("NumPy", BAD, "not installed", NUMPY_OF_TF1 if is_for_tf1 else NUMPY)
    cure = _numpy_cure(numpy, tensorflow)
    if cure is None:
        return Finding("NumPy", OK, numpy)
    status = WARN if facts.imported.error is None else BAD
    found = "{} is too new for TensorFlow {}".format(numpy, tensorflow)
    return Finding("NumPy", status, found, cure)


def check_protobuf(facts):
    """TensorFlow 1.15's generated code is refused by protobuf from 3.21 (4.21) on."""
    protobuf, tensorflow = facts.described["protobuf"], facts.described["tensorflow"]
    if protobuf is None:
        if tensorflow is None:
            return Finding("protobuf", WARN, "not installed", "it comes with TensorFlow")
        cure = PROTOBUF_OF_TF1 if numbers(tensorflow) < (2,) else "pip install protobuf"
        return Finding("protobuf", BAD, "not installed", cure)
    is_old = tensorflow is not None and numbers(tensorflow) < (2,)
    if not is_old or numbers(protobuf) < (3, 21):
        return Finding("protobuf", OK, protobuf)
    found = "{} is too new for TensorFlow {}".format(protobuf, tensorflow)
    if facts.imported.error is None:
        found += ", though it imports"
    status = WARN if facts.imported.error is None else BAD
    return Finding("protobuf", status, found, PROTOBUF_OF_TF1)


def check_keras(facts):
    """From 2.16 on TensorFlow needs Keras 3, a package of its own; before, it brings one."""
    keras, tensorflow = facts.described["keras"], facts.described["tensorflow"]
    if tensorflow is None or numbers(tensorflow) < (2, 16):
        return Finding("Keras", OK, keras or "none of its own, and none is needed")
    if keras is None:
        return Finding("Keras", BAD, "not installed", "pip install keras")
    if numbers(keras) < (3,):
        found = "{} is too old for TensorFlow {}".format(keras, tensorflow)
        return Finding("Keras", BAD, found, "pip install 'keras>=3'")
    return Finding("Keras", OK, keras)


def check_packages(facts):
    """All else that the toolkit imports: most commands stop at the first that is missing."""
    missing = [name for name, version in facts.packages.items() if version is None]
    if missing:
        found, cure = "not installed: " + ", ".join(missing), "pip install " + " ".join(missing)
        return Finding("packages", BAD, found, cure)
    return Finding("packages", OK, ", ".join(map(" ".join, facts.packages.items())))


def numbers(version):
    """Return a version's leading numbers, to compare by.

    >>> numbers("2.21.0rc1"), numbers("1.15.5") < (2,)
    ((2, 21, 0), True)
    """
    return tuple(int(each) for each in re.match(r"[\d.]*", version).group().split(".") if each)


def has_tf1_wheel(facts):
    """Return whether there is a wheel of TensorFlow 1.15.5 for this kind of processor."""
    return facts.machine in INTEL


def _numpy_cure(numpy, tensorflow):
    if tensorflow is None:
        return None
    if numbers(tensorflow) < (2,):
        return NUMPY_OF_TF1 if numbers(numpy) >= (1, 19) else None
    is_newer = numbers(numpy) >= (2,) and numbers(tensorflow) < (2, 18)
    return "pip install 'numpy<2'" if is_newer else None


def _install(facts):
    """What to install, or why nothing can be."""
    if facts.python[:2] == (3, 7):
        if has_tf1_wheel(facts):
            return "pip install tensorflow==1.15.5 'protobuf<3.21' 'numpy<1.19'"
        text = "TensorFlow 1.15.5 has no wheel for {}: take Python 3.11 to 3.13, or another machine"
        return text.format(facts.machine)
    if not (3, 11) <= facts.python[:2] <= (3, 13):
        return "its wheels that are tested here are for Python 3.11 to 3.13, and 3.7"
    if facts.system == "Darwin" and facts.machine in INTEL:
        return "current TensorFlow has no wheels for Macs with an Intel processor: another machine"
    return "pip install tensorflow"


def _repair(facts, error):
    if "Descriptors cannot" in error:
        return PROTOBUF_OF_TF1
    if "SIGILL" in error:
        return NO_KERNELS
    if "SIGKILL" in error:
        return "the system ended it, most likely for want of memory: close other programs"
    for check in (check_numpy, check_protobuf, check_keras):
        finding = check(facts)
        if finding.status == BAD:
            return finding.cure
    if "No module named" in error and "'tensorflow" not in error:
        return "pip install what it names, or make the environment anew"
    if error.startswith(NO_ANSWER):
        return "try again; if it hangs again, make the environment anew: " + _install(facts)
    return "make the environment anew: " + _install(facts)
