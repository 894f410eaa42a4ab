"""Explanations of programmed costs: what a run of the command would have saved."""

from tf1_updates.explain import subjects
from tf1_updates.explain.counts import Counts
from tf1_updates.explain.document import document, with_results
from tf1_updates.explain.windows import Record, windows_at
from tf1_updates.timing.document import Row
from tf1_updates.timing.measure import Measurement
from tf1_updates.timing.series import Series

NAMES = [subject.name for subject in subjects(16)]
REFERENCE_SECONDS = 0.001

# Seconds that one of each cause takes in step s, exactly.
PRICES = {
    "session_calls": lambda step: 0.0002,
    "bytes_crossing": lambda step: 0.0004 / 800,
    "unseen_fetches": lambda step: 0.02,
    "graph_changes": lambda step: 0.0001 * step,
    "unseen_in_changed": lambda step: 0.0002 * step,
    "constants_assigned": lambda step: 0.003 + 0.00005 * step,
    "gradient_builds": lambda step: 0.01 + 0.0005 * step,
}
REST = {"eval_after_step": 0.004, "session_run_in_update": -0.002}

COUNTS = {
    "group_assign": Counts(1, 100, 0, 0, 0, 0, 0, 0),
    "one_more_call": Counts(2, 100, 0, 0, 0, 0, 0, 0),
    "numpy_round_trip": Counts(2, 900, 0, 0, 0, 0, 0, 0),
    "unseen_fetch": Counts(2, 100, 1, 0, 0, 0, 0, 0),
    "dead_ops": Counts(1, 100, 0, 1, 0, 0, 0, 16),
    "unseen_fetch_and_dead_ops": Counts(2, 100, 1, 1, 1, 0, 0, 16),
    "baked_constant": Counts(2, 500, 1, 1, 1, 1, 0, 16),
    "rebuilt_gradients": Counts(1, 100, 1, 1, 1, 0, 1, 32),
    "prebuilt_session_run": Counts(4, 1700, 0, 0, 0, 0, 0, 0),
    "eval_after_step": Counts(4, 1300, 2, 2, 2, 1, 0, 16),
    "session_run_in_update": Counts(1, 100, 1, 1, 1, 0, 1, 63),
}


def seconds_of(name, step):
    """The programmed seconds of a step: the equation that the costs are told from."""
    beyond = COUNTS[name].beyond(COUNTS["group_assign"])._asdict()
    causes = sum(beyond[cause] * price(step) for cause, price in PRICES.items())
    return REFERENCE_SECONDS + causes + REST.get(name, 0.0)


def explanation(at=(1, 50, 100, 200), length=20, names=NAMES, rows=None, complete=True, check=None):
    """Return an explanation with its results, of steps that cost what was programmed."""
    records = []
    for window in windows_at(at, length):
        steps = range(window.first, window.last + 1)
        series = [
            Series(
                name,
                block=2,
                warmup_seconds=[seconds_of(name, window.first - 1)],
                step_seconds=[seconds_of(name, step) for step in steps],
                graph_ops=[100 + int(COUNTS[name].ops_added * step) for step in steps],
            )
            for name in names
        ]
        sizes = {
            name: [1000 + 50 * int(COUNTS[name].ops_added) * step for step in _ends(window)]
            for name in names
        }
        resident = {name: [4096, 0] * (length // 2) for name in names}
        measurement = Measurement(series, complete=True)
        records.append(Record(window, measurement, sizes, resident))
    rows = rows or [Row(name, "ours", "ok") for name in names]
    settings = {"problem": "quadratic", "at": list(at), "block": 2, "seed": 0, "window": length}
    environment = {"tensorflow": "2.21.0", "cpu": "a processor"}
    return with_results(
        document(rows, dict(COUNTS), records, check, environment, settings, complete)
    )


def _ends(window):
    return window.first - 2, window.last
