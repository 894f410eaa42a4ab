import pkgutil
import subprocess
import sys
from pathlib import Path

import tf1_updates.timing

ROOT = str(Path(tf1_updates.__file__).parents[1])
HEAVY = ["tensorflow", "matplotlib", "rich", "scipy", "mlxtend", "pandas"]


def test_timing_imports_nothing_heavy_and_prints_nothing():
    modules = [module.name for module in pkgutil.iter_modules(tf1_updates.timing.__path__)]
    assert {"measure", "statistics", "environment", "document", "overhead"} <= set(modules)
    lines = ["import tf1_updates.timing." + module for module in modules]
    lines += ["import sys", "sys.exit(', '.join({!r} & sys.modules.keys()))".format(set(HEAVY))]
    result = subprocess.run(
        [sys.executable, "-c", "\n".join(lines)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        universal_newlines=True,
        cwd=ROOT,
    )
    assert result.stdout.strip() == ""


def test_describing_the_machine_does_not_import_tensorflow():
    code = (
        "from tf1_updates.timing.environment import describe; import sys\n"
        "assert describe()['tensorflow']; sys.exit('tensorflow' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT).returncode == 0
