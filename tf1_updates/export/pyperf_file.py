"""A comparison as the JSON that pyperf reads.

One benchmark per measured approach, its unit is the second, a value is one step. pyperf takes runs
for what is measured at a stretch, so each block is a run; the warm-up stands in the first.

pyperf knows one mean per benchmark. Of an approach whose graph grows, that mean is of the first so
many steps and no property of the approach; its metadata say so under `step_time`.

Source of the format: the class `pyperf.Run` and its `_json_load`, file version 1.0.
"""

import datetime
import json

from tf1_updates.timing.saved_series import saved_series
from tf1_updates.timing.verdict import verdict

VERSION = "1.0"
# pyperf's own names for what every comparison knows, and ours for the rest.
METADATA = {
    "cpu": "cpu_model_name",
    "cpus_logical": "cpu_count",
    "python": "python_version",
    "tensorflow": "tensorflow_version",
    "numpy": "numpy_version",
    "platform": "platform",
    "variable_kind": "variable_kind",
}


def pyperf_text(document):
    """Return a comparison as the text of a pyperf file.

    Args:
        document: a saved comparison, as loaded.

    Returns:
        JSON text; `None` without a measured step, since pyperf refuses a file without a benchmark.
    """
    rows = {row["name"]: row for row in document["approaches"]}
    benchmarks = [
        {"metadata": _of_approach(rows[name]), "runs": runs}
        for name, runs in ((name, _runs(each)) for name, each in saved_series(document).items())
        if runs
    ]
    if not benchmarks:
        return None
    content = {"version": VERSION, "metadata": _of_all(document), "benchmarks": benchmarks}
    return json.dumps(content, allow_nan=False) + "\n"


def _runs(series):
    """The blocks as runs; pyperf has no word for a step in which the clock saw no time pass."""
    runs = [{"values": [seconds for seconds in block if seconds > 0]} for block in series.blocks()]
    runs = [run for run in runs if run["values"]]
    warmups = [[1, seconds] for seconds in series.warmup_seconds if seconds >= 0]
    if runs and warmups:
        runs[0]["warmups"] = warmups
    return runs


def _of_all(document):
    found = {"unit": "second", "loops": 1, "problem": document["settings"].get("problem")}
    environment = document["environment"]
    for key, name in METADATA.items():
        found[name] = environment.get(key)
    found["date"] = _date(environment.get("utc"))
    rule = document["settings"].get("rule")
    found["rule"] = rule.get("name") if isinstance(rule, dict) else rule
    return _accepted(found)


def _of_approach(row):
    step_time, reason = verdict(row)
    found = {
        "name": row["name"],
        "thread_row": row["origin"],
        "step_time": "{}: {}".format(step_time, reason),
        "session_runs_per_step": row["session_runs_per_step"],
        "ops_added_per_step": row["ops_added_per_step"],
    }
    return _accepted(found)


def _accepted(metadata):
    """Metadata as pyperf wants them: numbers, and text of one line that is not empty."""
    found = {}
    for name, value in metadata.items():
        if isinstance(value, str):
            value = " ".join(value.split())
        if value not in (None, "") and isinstance(value, (int, float, str)):
            found[name] = value
    return found


def _date(utc):
    """The time in pyperf's form, which has a space and no zone; `None` if there is none.

    >>> _date("2026-12-01T06:11:20+00:00")
    '2026-12-01 06:11:20'
    """
    try:
        read = datetime.datetime.strptime(utc[:19], "%Y-%m-%dT%H:%M:%S")
    except (TypeError, ValueError):
        return None
    return read.isoformat(" ")
