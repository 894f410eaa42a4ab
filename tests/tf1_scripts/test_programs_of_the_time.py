"""Programs of TensorFlow 1's time, as they were written, print what they printed then.

What they print natively on TensorFlow 1.15.5 is kept in programs/expected/. There this module runs
them natively, and elsewhere with `python -m tf1_updates run`; each in a process of its own, as
users do, so it takes minutes.
"""

import importlib.util
import re
import subprocess
import sys

import pytest
from lacking import ABOUT_OTHERS, ON_TF1
from program_runs import EXPECTED, ROOT, SCRIPTS, STATUS, run

pytestmark = pytest.mark.slow

_NUMBER = re.compile(r"[-+]?\d+\.\d+(?:e[-+]?\d+)?")

LEGACY = dict.fromkeys(("rnn_cells", "contrib_cells"), "its RNN cells are in the package tf-keras")


def compared(printed, expected):
    """Assert that two texts have the same words and whole numbers, and nearly the same decimals.

    These may be one unit of their last printed digit apart: sums are done in another order on
    another version or processor, and what is rounded may fall on the other side.
    """
    lines, wanted = printed.splitlines(), expected.splitlines()
    assert [_NUMBER.sub("#", line) for line in lines] == [_NUMBER.sub("#", line) for line in wanted]
    for line, right in zip(lines, wanted):
        for given, number in zip(_NUMBER.findall(line), _NUMBER.findall(right)):
            unit = 10.0 ** -len(number.split(".")[1].split("e")[0])
            assert abs(float(given) - float(number)) <= 1.001 * unit, (line, right)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_program_prints_what_it_printed_on_1_15(script, tmp_path):
    if not ON_TF1 and script.stem in LEGACY and importlib.util.find_spec("tf_keras") is None:
        pytest.skip(LEGACY[script.stem] + ", which is not installed")
    launcher = () if ON_TF1 else ("-m", "tf1_updates", "run")
    status, printed, errors = run(script, tmp_path, launcher)
    assert status == STATUS.get(script.stem, 0), errors
    expected = (EXPECTED / (script.stem + ".txt")).read_text(encoding="utf-8")
    compared(printed, expected)


def test_natively_a_script_needs_the_real_tensorflow(tmp_path):
    if ON_TF1:
        pytest.skip(ABOUT_OTHERS["launcher"])
    # The comparison above would show nothing if TensorFlow 2 ran them by itself.
    script = next(script for script in SCRIPTS if script.stem == "linear_regression")
    status, _, errors = run(script, tmp_path)
    assert status == 1 and "has no attribute 'placeholder'" in errors


def test_every_program_has_its_expected_text_and_the_other_way_round():
    assert len(SCRIPTS) >= 12
    texts = sorted(path.stem for path in EXPECTED.glob("*.txt"))
    assert texts == [script.stem for script in SCRIPTS]
    assert all(_NUMBER.search((EXPECTED / (name + ".txt")).read_text()) for name in texts)


def test_programs_are_of_their_time():
    for script in SCRIPTS:
        text = script.read_text(encoding="utf-8")
        assert "\nimport tensorflow as tf\n" in text, script.name
        assert "compat" not in text and "tf1_updates" not in text, script.name


@pytest.mark.parametrize(
    "printed", ["loss 0.504", "lost 0.501", "loss 0.501 1", "loss 0.501\nmore", "", "loss 1"]
)
def test_the_comparison_can_fail(printed):
    compared("loss 0.502", "loss 0.501")
    with pytest.raises(AssertionError):
        compared(printed, "loss 0.501")


def test_only_1_15_writes_the_expected_texts():
    if ON_TF1:
        pytest.skip(ABOUT_OTHERS["expected texts"])
    command = [sys.executable, str(ROOT / "tests" / "tf1_scripts" / "program_runs.py"), "no_such"]
    done = subprocess.run(command, stderr=subprocess.PIPE, timeout=120)
    assert done.returncode == 1 and b"1.15 is needed" in done.stderr
