"""A loop in the graph does many updates in one session call: its figures, for a single update.

Nothing can be read off a clock while a session call runs. So what is timed is the call as a whole,
and what is told is its seconds divided by its updates, with how many there were.
"""

import dataclasses


def per_update(series):
    """Return a series with the seconds of each step divided among the updates that it did.

    Args:
        series: a `Series`, which is left as it is.

    >>> from tf1_updates.timing.series import Series
    >>> per_update(Series("loop", 1, step_seconds=[1.0, 3.0], steps_per_run=4)).step_seconds
    [0.25, 0.75]
    """
    return _scaled(series, 1 / series.steps_per_run)


def per_run(series):
    """Return the series that `per_update` was made from: with the seconds of whole runs.

    The updates of a run are a power of two, so that there and back changes no bit.

    >>> from tf1_updates.timing.series import Series
    >>> per_run(Series("loop", 1, step_seconds=[0.25, 0.75], steps_per_run=4)).step_seconds
    [1.0, 3.0]
    """
    return _scaled(series, series.steps_per_run)


def counted_per_update(row, series):
    """Return the `Row` of a loop, which was checked with one update in a call, for many in a call.

    Args:
        row: the `Row`, whose counts are of one update in a session call.
        series: the `Series` that was timed, or `None`.

    >>> from tf1_updates.timing.document import Row
    >>> from tf1_updates.timing.series import Series
    >>> row = Row("loop", "ours", "ok", session_runs_per_step=1, bytes_fed_per_step=8)
    >>> counted = counted_per_update(row, Series("loop", 1, steps_per_run=4))
    >>> counted.session_runs_per_step, counted.bytes_fed_per_step, counted.bytes_fetched_per_step
    (0.25, 2, None)
    """
    return row if series is None else _counts_scaled(row, 1 / series.steps_per_run)


def counted_per_run(row, steps_per_run):
    """Return the `Row` that `counted_per_update` was made from.

    >>> from tf1_updates.timing.document import Row
    >>> counted_per_run(Row("loop", "ours", "ok", session_runs_per_step=0.25), 4)[6]
    1
    """
    return row if steps_per_run == 1 else _counts_scaled(row, steps_per_run)


def _scaled(series, factor):
    if factor == 1:
        return series
    return dataclasses.replace(
        series,
        warmup_seconds=[seconds * factor for seconds in series.warmup_seconds],
        step_seconds=[seconds * factor for seconds in series.step_seconds],
    )


def _counts_scaled(row, factor):
    if factor == 1:
        return row
    counts = {
        name: getattr(row, name) * factor
        for name in ("session_runs_per_step", "bytes_fed_per_step", "bytes_fetched_per_step")
        if getattr(row, name) is not None
    }
    whole = {name: int(count) for name, count in counts.items() if count == int(count)}
    return row._replace(**dict(counts, **whole))
