"""What is concluded from one series, as the fields of a saved comparison."""

from tf1_updates.timing.series_warnings import warnings_for
from tf1_updates.timing.statistics import (
    SESSION_TO_SESSION,
    figures,
    growth,
    median_interval,
    outliers,
    paired_ratio,
)
from tf1_updates.timing.verdict import verdict
from tf1_updates.timing.warmup import warmup_steps
from tf1_updates.timing.windows import windows

NO_TIMING = {
    "steps_per_session_run": None,
    "graph_ops": [],
    "step_seconds": [],
    "warmup_seconds": [],
    "median_seconds": None,
    "median_ci95": None,
    "ratio": None,
    "ratio_ci95": None,
    "growth_seconds_per_step": None,
    "growth_ci95": None,
    "stopped_early_at_step": None,
    "warnings": [],
    "verdict": None,
    "verdict_reason": None,
    "first_window_seconds": None,
    "last_window_seconds": None,
    "window_steps": None,
    "warmup_steps_found": None,
    "outliers": None,
}


def timing_of(series, reference, ops_added_per_step, seed=0):
    """Return the series and everything that is concluded from it, as fields of a saved comparison.

    Args:
        series: the approach's `Series`.
        reference: the `Series` that the ratio is to, or `None`.
        ops_added_per_step: the exact count of the untimed check, or `None`.
        seed: seed of the bootstraps.

    >>> from tf1_updates.timing.series import Series
    >>> found = timing_of(Series("any", 1, [], [1.0] * 20, [7] * 20), None, 0)
    >>> found["verdict"], found["first_window_seconds"], found["window_steps"], found["outliers"]
    ('constant', 1.0, 2, 0)
    """
    median = median_interval(series, seed)
    ratio = None
    if reference:
        ratio = paired_ratio(series, reference, session_to_session=SESSION_TO_SESSION)
    slope = growth(series)
    timing = {
        "steps_per_session_run": series.steps_per_run,
        "graph_ops": series.graph_ops,
        "step_seconds": series.step_seconds,
        "warmup_seconds": series.warmup_seconds,
        "stopped_early_at_step": len(series.step_seconds) if series.stopped_early else None,
        "warnings": warnings_for(series, median),
    }
    timing.update(figures("median_seconds", median, "median_ci95"))
    timing.update(figures("ratio", ratio))
    timing.update(figures("growth_seconds_per_step", slope, "growth_ci95"))
    ends = windows(series.step_seconds)
    timing["first_window_seconds"] = ends.first_seconds if ends else None
    timing["last_window_seconds"] = ends.last_seconds if ends else None
    timing["window_steps"] = ends.steps if ends else None
    timing["warmup_steps_found"] = warmup_steps(series.warmup_seconds + series.step_seconds)
    timing["outliers"] = outliers(series) if series.step_seconds else None
    judged = verdict(dict(timing, ops_added_per_step=ops_added_per_step))
    timing["verdict"], timing["verdict_reason"] = judged
    return timing
