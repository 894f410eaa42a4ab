"""The raw series of a saved comparison, by name."""

from tf1_updates.timing.continued import measurement_of
from tf1_updates.timing.per_update import per_update

# Where a file does not say how long its blocks are: so many of them, as `compare` makes.
BLOCKS = 40


def saved_series(document):
    """Return the `Series` of every approach with a measured step, in the document's order.

    Their seconds are of one update, as everywhere in a saved comparison.

    Args:
        document: a comparison, as `document.read` returns it.

    Returns:
        A dictionary from the approach's name.

    >>> from tf1_updates.timing.document import Row, document
    >>> from tf1_updates.timing.measure import Measurement
    >>> from tf1_updates.timing.series import Series
    >>> rows = [Row("a", "ours", "ok"), Row("b", "ours", "ok"), Row("c", "ours", "wrong")]
    >>> timed = Measurement([Series("a", 2, [9.0], [1.0, 2.0], [7, 7]), Series("b", 2)])
    >>> list(saved_series(document(rows, timed, {}, {"block": 2}, "a")))
    ['a']
    """
    block = document["settings"].get("block")  # the settings are anybody's
    if not isinstance(block, int) or isinstance(block, bool) or block < 1:
        longest = max([len(row["step_seconds"]) for row in document["approaches"]] or [0])
        block = max(1, longest // BLOCKS)
    settings = dict(document["settings"], block=block)
    series = measurement_of(dict(document, settings=settings)).series
    return {each.name: per_update(each) for each in series if each.step_seconds}
