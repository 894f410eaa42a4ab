"""What is written down of one approach at one point: checked, timed, or the reason why not."""

import statistics

from tf1_updates.timing.statistics import figures, median_interval, paired_ratio

NO_TIMING = {
    "group": None,
    "warmup_seconds": [],
    "step_seconds": [],
    "stopped_early": False,
    "median_seconds": None,
    "median_ci95": None,
    "ratio": None,
    "ratio_ci95": None,
}


def checked_record(row, check_seconds):
    """Return the record of an approach that was checked and is not timed yet.

    Args:
        row: the `Row` of the check.
        check_seconds: how long the check took, the building included.

    >>> from tf1_updates.timing.document import Row
    >>> checked_record(Row("group_assign", "A2", "ok"), 0.25)["median_seconds"] is None
    True
    """
    return dict(
        name=row.name,
        origin=row.origin,
        status=row.status,
        reason=row.reason,
        check_seconds=check_seconds,
        bit_equal_share=row.bit_equal_share,
        max_circle_error=row.max_circle_error,
        session_runs_per_step=row.session_runs_per_step,
        ops_added_per_step=row.ops_added_per_step,
        **NO_TIMING,
    )


def floors_of(point):
    """Return the records of a point's floors: NumPy's, and that of the noise alone, if timed.

    >>> floors_of({"floor": {"name": "numpy_in_place"}})
    [{'name': 'numpy_in_place'}]
    """
    found = [point["floor"], point.get("normals_alone")]  # older files do not have the second
    return [record for record in found if record is not None]


def timed_fields(series, reference, group, seed=0):
    """Return what timing adds to a record.

    Args:
        series: the approach's `Series`.
        reference: the reference's `Series` of the same rounds, or `None`.
        group: position of the measurement among those of the point.
        seed: of the bootstraps.
    """
    fields = dict(
        NO_TIMING,
        group=group,
        warmup_seconds=list(series.warmup_seconds),
        step_seconds=list(series.step_seconds),
        stopped_early=series.stopped_early,
    )
    if series.failed:
        # It agreed when it was checked, and broke later: what it took until then is no result.
        reason = "failed after {:,} measured steps: {}"
        reason = reason.format(len(series.step_seconds), series.failed)
        return dict(NO_TIMING, status="wrong", reason=reason)
    fields.update(figures("median_seconds", median_interval(series, seed), "median_ci95"))
    if reference is not None and not reference.failed:
        fields.update(figures("ratio", paired_ratio(series, reference)))
    return fields


def group_record(block, reference):
    """Return what is common to the approaches that were timed in the same rounds.

    Args:
        block: steps in a block.
        reference: the reference's `Series`, or `None`.
    """
    seconds = list(reference.step_seconds) if reference is not None else []
    return {
        "block": block,
        "reference_step_seconds": seconds,
        "reference_median_seconds": statistics.median(seconds) if seconds else None,
    }
