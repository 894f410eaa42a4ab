"""What a saved comparison says of a measurement that is to go on."""

from tf1_updates.timing.document import row_of
from tf1_updates.timing.measure import Measurement
from tf1_updates.timing.per_update import counted_per_run, per_run
from tf1_updates.timing.series import Series


def rows_of(document):
    """Return the `Row` of each approach that was checked, in the document's order.

    >>> from tf1_updates.timing.document import Row, document
    >>> row = Row("process_gradients", "Q0", "unsupported", "it cannot see the weights")
    >>> rows_of(document([row], None, {}, {}, "group_assign")) == [row]
    True
    """
    return [
        counted_per_run(row_of(record), _steps_per_run(record)) for record in document["approaches"]
    ]


def measurement_of(document):
    """Return the `Measurement` as far as it went, for `measure` to go on with.

    Args:
        document: a comparison, as `read` returns it, whose settings have `block`.

    >>> from tf1_updates.timing.document import Row, document
    >>> rows = [Row("a", "ours", "ok"), Row("b", "ours", "ok")]
    >>> timed = Measurement([Series("a", 2, [9.0], [1.0, 2.0], [7, 7]), Series("b", 2)])
    >>> measurement_of(document(rows, timed, {}, {"block": 2}, "a")) == timed
    True
    """
    block = document["settings"]["block"]
    return Measurement(
        [
            per_run(
                Series(
                    row["name"],
                    block,
                    list(row["warmup_seconds"]),
                    list(row["step_seconds"]),
                    list(row["graph_ops"]),
                    stopped_early=row["stopped_early_at_step"] is not None,
                    steps_per_run=_steps_per_run(row),
                )
            )
            for row in document["approaches"]
            if row["status"] == "ok"
        ]
    )


def _steps_per_run(record):
    return record.get("steps_per_session_run") or 1
