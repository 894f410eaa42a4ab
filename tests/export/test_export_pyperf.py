"""The real pyperf reads the file, and tells the numbers that stand in the comparison."""

import copy
import pathlib
import re
import subprocess
import sys
from statistics import mean, median

import pytest

from tf1_updates.export.pyperf_file import pyperf_text
from tf1_updates.timing.document import read

pyperf = pytest.importorskip("pyperf")

SAVED = pathlib.Path(__file__).parents[1] / "saved" / "compare.json"


@pytest.fixture(scope="module")
def saved():
    return read(str(SAVED))


@pytest.fixture(scope="module")
def files(saved, tmp_path_factory):
    """The saved comparison and a copy 1.2 times as slow, both as pyperf files."""
    slow = copy.deepcopy(saved)
    for row in slow["approaches"]:
        row["step_seconds"] = [1.2 * seconds for seconds in row["step_seconds"]]
    folder = tmp_path_factory.mktemp("pyperf")
    for name, document in (("a.json", saved), ("b.json", slow)):
        (folder / name).write_text(pyperf_text(document), encoding="utf-8")
    return str(folder / "a.json"), str(folder / "b.json")


def asked(*line):
    result = subprocess.run(
        [sys.executable, "-m", "pyperf"] + list(line),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        universal_newlines=True,
    )
    assert result.returncode == 0, result.stdout
    assert "Traceback" not in result.stdout
    return result.stdout


def measured(document):
    return [row for row in document["approaches"] if row["step_seconds"]]


def test_its_loader_finds_every_step(saved, files):
    suite = pyperf.BenchmarkSuite.load(files[0])
    assert suite.get_benchmark_names() == [row["name"] for row in measured(saved)]
    for benchmark, row in zip(suite.get_benchmarks(), measured(saved)):
        assert list(benchmark.get_values()) == row["step_seconds"]
        assert benchmark.median() == median(row["step_seconds"]) == row["median_seconds"]
        assert benchmark.mean() == pytest.approx(mean(row["step_seconds"]))
        assert benchmark.get_unit() == "second"
        runs = benchmark.get_runs()
        assert [len(run.values) for run in runs] == [5] * 40  # the blocks
        assert list(runs[0].warmups) == [(1, seconds) for seconds in row["warmup_seconds"]]
        assert not any(run.warmups for run in runs[1:])


def test_its_own_writer_accepts_the_file(files, tmp_path):
    """Its loader trusts a file; adding run after run checks them."""
    for benchmark in pyperf.BenchmarkSuite.load(files[0]).get_benchmarks():
        again = pyperf.Benchmark(benchmark.get_runs()[:1])
        for run in benchmark.get_runs()[1:]:
            again.add_run(run)
        again.dump(str(tmp_path / "again.json"), replace=True)


def test_stats_tells_our_median(saved, files):
    shown = asked("stats", files[0])
    assert "Number of benchmarks: 9" in shown
    medians = re.findall(r"Median \+- MAD: +([\d.]+) (ms|us)", shown)
    found = [float(number) * {"ms": 1e-3, "us": 1e-6}[unit] for number, unit in medians]
    expected = [row["median_seconds"] for row in measured(saved)]
    assert found == pytest.approx(expected, rel=0.005)  # three digits


def test_compare_to_finds_the_slow_copy(files):
    shown = asked("compare_to", *files)
    assert shown.count("1.20x slower") == 9 + 1  # and the geometric mean
    assert "Benchmark hidden because not significant (9)" in asked("compare_to", files[0], files[0])


def test_metadata_name_the_machine_and_what_the_mean_is_worth(saved, files):
    shown = asked("show", "--metadata", files[0])
    for name, key in (
        ("cpu_model_name", "cpu"),
        ("python_version", "python"),
        ("tensorflow_version", "tensorflow"),
        ("variable_kind", "variable_kind"),
    ):
        assert "- {}: {}".format(name, saved["environment"][key]) in shown
    assert "- unit: second" in shown
    assert "- step_time: grows: 60 ops are added per step" in shown


@pytest.mark.parametrize("line", [["hist"], ["check"], ["dump"], ["slowest"]])
def test_its_other_commands_read_it(line, files):
    assert "session_run_in_update" in asked(*(line + [files[0]]))


def test_awkward_metadata_and_steps_of_no_time(saved, tmp_path):
    odd = copy.deepcopy(saved)
    odd["environment"] = {"cpu": " two\nlines ", "python": None, "platform": "", "utc": "today"}
    odd["environment"]["cpus_logical"] = {"many": 2}
    odd["settings"] = {"rule": "plain", "problem": ["a", "list"]}
    odd["approaches"][0]["step_seconds"][:7] = [0.0] * 7
    path = tmp_path / "odd.json"
    path.write_text(pyperf_text(odd), encoding="utf-8")
    benchmark = pyperf.BenchmarkSuite.load(str(path)).get_benchmarks()[0]
    assert list(benchmark.get_values()) == odd["approaches"][0]["step_seconds"][7:]
    assert benchmark.get_metadata()["cpu_model_name"] == "two lines"
    asked("show", "--metadata", str(path))


def test_nothing_measured_is_no_file(saved):
    assert pyperf_text(dict(saved, approaches=[])) is None
