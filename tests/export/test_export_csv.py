"""Every step and every digit is in the CSV, as pandas and Python's own reader see it."""

import csv
import io
import pathlib

import pytest

from tf1_updates.export.csv_file import COLUMNS, csv_text
from tf1_updates.timing.document import read

SAVED = pathlib.Path(__file__).parents[1] / "saved" / "compare.json"


@pytest.fixture(scope="module")
def saved():
    return read(str(SAVED))


def test_pandas_reads_back_what_was_saved(saved):
    pandas = pytest.importorskip("pandas")
    exact = {} if int(pandas.__version__.split(".")[0]) >= 3 else {"float_precision": "round_trip"}
    table = pandas.read_csv(io.StringIO(csv_text(saved)), **exact)
    assert list(table.columns) == list(COLUMNS)
    measured = [row for row in saved["approaches"] if row["step_seconds"]]
    assert list(table["approach"].unique()) == [row["name"] for row in measured]
    for row in measured:
        own = table[table["approach"] == row["name"]]
        warmup, steps = own[own["phase"] == "warmup"], own[own["phase"] == "measured"]
        assert list(warmup["seconds"]) == row["warmup_seconds"]
        assert list(steps["seconds"]) == row["step_seconds"]
        assert list(steps["graph_ops"]) == row["graph_ops"]
        assert warmup["graph_ops"].isna().all()
        assert list(own["step"]) == list(range(len(own)))


def test_python_reads_back_awkward_names_and_numbers():
    seconds = [0.1 + 0.2, 5e-324, 1.7976931348623157e308, 1, 1e-9 / 3]
    name = 'two\nlines, "quoted"; \u00e9'
    row = {"name": name, "warmup_seconds": [], "step_seconds": seconds, "graph_ops": [9] * 5}
    lines = list(csv.DictReader(io.StringIO(csv_text({"approaches": [row]}), newline="")))
    assert [line["approach"] for line in lines] == [name] * 5
    assert [float(line["seconds"]) for line in lines] == seconds


def test_nothing_measured_is_a_table_without_lines():
    nothing = {"name": "any", "warmup_seconds": [], "step_seconds": [], "graph_ops": []}
    for approaches in ([], [nothing]):
        assert csv_text({"approaches": approaches}) == ",".join(COLUMNS) + "\n"
