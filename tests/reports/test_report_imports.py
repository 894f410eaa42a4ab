"""Words need no plotting, and no report needs TensorFlow."""

import subprocess
import sys

import pytest

HEAVY = ["tensorflow", "matplotlib", "scipy", "mlxtend", "rich", "numpy"]


@pytest.mark.parametrize(
    "module, allowed",
    [
        ("tf1_updates.reports", []),
        ("tf1_updates.reports.findings", []),
        ("tf1_updates.reports.markdown", []),
        ("tf1_updates.reports.colours", []),
        ("tf1_updates.reports.table", ["rich"]),
        ("tf1_updates.reports.plots", ["matplotlib", "numpy"]),
    ],
)
def test_a_module_imports_only_what_it_needs(module, allowed):
    program = "import sys, {}; print([name for name in {!r} if name in sys.modules])"
    output = subprocess.check_output(
        [sys.executable, "-c", program.format(module, HEAVY)], universal_newlines=True
    )
    assert sorted(eval(output)) == sorted(allowed)


def test_drawing_chooses_no_backend_and_leaves_pyplot_out():
    program = (
        "import sys, matplotlib; before = matplotlib.rcParams.copy(); "
        "import tf1_updates.reports.plots; "
        "assert 'matplotlib.pyplot' not in sys.modules; "
        "assert matplotlib.rcParams.copy() == before; "
        "print('as before')"
    )
    output = subprocess.check_output([sys.executable, "-c", program], universal_newlines=True)
    assert output == "as before\n"
