"""What has changed between two comparisons, in sentences."""

from tf1_updates.reports.wording import names, one_line, sentence

_FEW_BLOCKS = 6  # an interval from fewer covers less than it claims


def findings(document):
    """Return what the differences mean, as a list of sentences.

    Args:
        document: what `timing.difference_document` returned.
    """
    compared = [row for row in document["approaches"] if row["ratio"] is not None]
    if not compared:
        return ["No approach was measured in both files: there is nothing to compare."]
    found = [
        sentence(_verdicts(compared), document),
        _conclusions(compared, document),
        _reversed(compared, document),
    ]
    return [text for text in found if text] + _limits(compared, document)


def _verdicts(rows):
    for verdict, text in (
        ("slower", "B is slower for {}"),
        ("faster", "B is faster for {}"),
        ("not resolved", "no difference is resolved for {}"),
    ):
        alike = [row for row in rows if row["verdict"] == verdict]
        if alike:
            yield text.format(_who(alike, rows))


def _who(alike, rows):
    if len(alike) < len(rows) or len(rows) == 1:
        return names(alike)
    return "all {} approaches".format(len(rows))


def _conclusions(rows, document):
    """Whether the ratios to the reference, which need not be of the same machine, are the same."""
    others = [
        row for row in rows if row["relative_verdict"] and row["name"] != document["reference"]
    ]
    if not others:
        return ""
    moved = [row for row in others if row["relative_verdict"] != "not resolved"]
    reference = one_line(document["reference"])
    if not moved:
        text = "No ratio to {} has changed by more than its uncertainty: the conclusions stand."
        return text.format(reference)
    clauses = []
    for verdict in ("slower", "faster"):
        alike = [row for row in moved if row["relative_verdict"] == verdict]
        if alike:
            clauses.append("against {}, B is {} for {}".format(reference, verdict, names(alike)))
    if len(moved) < len(others):
        clauses.append("{} of {} ratios stand".format(len(others) - len(moved), len(others)))
    return sentence(clauses, document)


def _reversed(rows, document):
    """Who was slower than the reference in one file and faster than it in the other."""
    turned = [row for row in rows if _side(row, "a") * _side(row, "b") < 0]
    if not turned or document["reference"] is None:
        return ""
    text = "{}: slower than {} in one file, faster in the other."
    return text.format(names(turned), one_line(document["reference"]))


def _side(row, letter):
    ends = row["ratio_to_reference_ci95_" + letter]
    return 0 if ends is None else (ends[0] > 1) - (ends[1] < 1)


def _limits(rows, document):
    found = [
        "Each block of B is held against the block of A with the same steps, so that a growth that "
        "both have cancels; steps count from 1, the warm-up along."
    ]
    without = [row for row in rows if row["ratio_ci95"] is None]
    few = [row for row in rows if row["ratio_ci95"] is not None and row["blocks"] < _FEW_BLOCKS]
    if without:
        found.append("Fewer than 3 groups of blocks, so no interval: {}.".format(names(without)))
    if few:
        text = "Fewer than {} blocks, so an interval that covers less than 95%: {}."
        found.append(text.format(_FEW_BLOCKS, names(few)))
    share = document["settings"]["run_to_run"]
    text = "What two runs cannot show is how much repeated runs of one program differ: "
    if share:
        text += "the intervals allow for {:.3g}% (one standard deviation, --run-to-run)."
    else:
        text += "the intervals allow for nothing (--run-to-run 0)."
    return found + [text.format(100 * share)]
