"""Imports point one way, cheap modules stay cheap, and nothing global changes."""

import ast
import pathlib
import subprocess
import sys

import pytest

import tf1_updates
from tf1_updates.cli import COMMANDS

PACKAGE = pathlib.Path(tf1_updates.__file__).parent
FILES = sorted(PACKAGE.rglob("*.py"))

# A part may import itself, parts to its right, and the leaves. `compare` joins checking and timing.
ORDER = [
    "cli",
    "benchmarks",
    "commands",
    "export",
    "teaching",
    "reports",
    "sweep",
    "doctor",
    "explain",
    "compare",
    "compose",
    "cluster",
    "session_stepper",
    "golden",
    "timing",
    "agreement",
    "approaches",
    "optimizer",
    "optimizer_input",
    "stock_descent",
    "train_loop",
    "loop_tables",
    "run_length",
    "gradients",
    "step_counter",
    "compiled_update",
    "updates",
    "rules",
]
LEAVES = {
    "datasets",
    "devices",
    "errors",
    "files",
    "graph_walk",
    "notebook_checks",
    "placement",
    "problems",
    "tf1_scripts",
    "variable_constraint",
    "__init__",
    "__main__",
}


def part_of(path):
    return path.relative_to(PACKAGE).parts[0].replace(".py", "")


def imported_parts(path):
    """The parts of the package that a file imports at module level or within functions."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = []
        if isinstance(node, ast.ImportFrom):
            names = [node.module]
            if node.module == "tf1_updates":
                names = ["tf1_updates." + alias.name for alias in node.names]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        for name in names:
            if name.startswith("tf1_updates.") and not name.endswith("__version__"):
                yield name.split(".")[1]


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_point_one_way(path):
    part = part_of(path)
    assert part in ORDER or part in LEAVES, "a new part: give it a place in ORDER or LEAVES"
    for imported in imported_parts(path):
        if part == "__main__":
            assert imported == "cli"
        elif part in LEAVES:
            assert imported == part or imported in LEAVES
        else:
            right = ORDER[ORDER.index(part) :]
            assert imported in right or imported in LEAVES, "{} imports {}".format(part, imported)


def test_timing_knows_no_tensorflow():
    timing = [path for path in FILES if part_of(path) == "timing"]
    assert timing
    for path in timing:
        names = {
            alias.name.split(".")[0]
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, (ast.Import, ast.ImportFrom))
            for alias in node.names
        } | {
            (node.module or "").split(".")[0]
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, ast.ImportFrom)
        }
        assert not names & {"tensorflow", "matplotlib"}


def loaded_after(code):
    """The heavy packages that are loaded in a fresh process after it has run some code."""
    program = code + (
        "\nimport sys\nheavy = 'tensorflow', 'matplotlib', 'scipy', 'numpy'\n"
        "print(*[name for name in heavy if name in sys.modules])"
    )
    result = subprocess.run([sys.executable, "-c", program], stdout=subprocess.PIPE, check=True)
    return result.stdout.decode().splitlines()[-1].split()


@pytest.mark.parametrize(
    "code",
    [
        "import tf1_updates",
        "import tf1_updates.rules, tf1_updates.approaches, tf1_updates.problems",
        "from tf1_updates.cli import main; main(['list'])",
        "from tf1_updates.cli import main; main(['data'])",
        "from tf1_updates.cli import main; main(['compare', '--bound', '-1'])",
        "from tf1_updates.cli import main\ntry:\n    main(['--help'])\nexcept SystemExit: pass",
    ],
)
def test_cheap_commands_load_neither_tensorflow_nor_matplotlib(code):
    assert not set(loaded_after(code)) - {"numpy"}


@pytest.mark.parametrize("command", [[]] + [[name] for name in COMMANDS], ids=str)
def test_help_loads_not_even_numpy(command):
    code = "from tf1_updates.cli import main\ntry:\n    main({})\nexcept SystemExit: pass"
    assert loaded_after(code.format(command + ["--help"])) == []


def test_importing_changes_no_global_state_of_tensorflow():
    program = (
        "import tensorflow.compat.v1 as tf\n"
        "state = lambda: (tf.executing_eagerly(), tf.resource_variables_enabled(),"
        " tf.control_flow_v2_enabled(), len(tf.get_default_graph().get_operations()),"
        " tf.get_default_session())\n"
        "before = state()\n"
        "import tf1_updates.optimizer, tf1_updates.compare\n"
        "import tf1_updates.problems.softmax_digits, tf1_updates.rules.wrapped\n"
        "from tf1_updates.approaches import group_assign, session_run_in_update\n"
        "assert state() == before, (before, state())\n"
    )
    result = subprocess.run([sys.executable, "-c", program], stdout=subprocess.PIPE)
    assert result.returncode == 0 and result.stdout == b""


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_every_file_is_written_in_the_syntax_of_python_37(path):
    source = path.read_text(encoding="utf-8")
    if sys.version_info >= (3, 8):
        ast.parse(source, feature_version=(3, 7))
    else:
        ast.parse(source)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_files_are_short_and_open_with_what_they_are(path):
    source = path.read_text(encoding="utf-8")
    assert ast.get_docstring(ast.parse(source))
    assert len(source.splitlines()) <= 200
