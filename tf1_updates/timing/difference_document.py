"""Two saved comparisons held against each other, as one document that JSON can hold."""

from statistics import median

from tf1_updates.timing.circumstances import circumstance_warnings
from tf1_updates.timing.difference import SLOWER, difference, same_steps
from tf1_updates.timing.saved_series import saved_series

SCHEMA = "tf1-updates/diff/1"

# Relative standard deviation of the medians of repeated runs. An assumption: two files cannot show
# it. On two cores that other programs shared, six repeats had 0.09 to 0.14 (an approach that grows
# 0.20), and their ratios to the reference 0.02 to 0.08 (0.20). A machine of one's own should have
# less; who has repeated runs of it knows better, and says so.
RUN_TO_RUN = 0.03
# A ratio that is the limit itself may come out a rounding error above it.
ROUNDING = 1e-9


def difference_document(a, b, run_to_run=RUN_TO_RUN, fail_over=None):
    """Return what two comparisons show when they are held against each other.

    Args:
        a, b: comparisons, as `document.read` returns them: the old one and the new one.
        run_to_run: see `difference`.
        fail_over: ratio above which a slower approach is a failure, or `None`.

    Returns:
        A dictionary. `approaches` has one record for each that is in either, with nulls where there
        is nothing to compare. `environment` and `settings` hold those of both.
    """
    series = [saved_series(each) for each in (a, b)]
    reference = a["reference"] if a["reference"] == b["reference"] else None
    references = [each.get(reference) for each in series]
    approaches = [
        _record(name, (a, b), series, references if all(references) else None, run_to_run)
        for name in _names(a, b)
    ]
    document = {
        "schema": SCHEMA,
        "complete": a["complete"] and b["complete"],
        "environment": {"a": a["environment"], "b": b["environment"]},
        "settings": {
            "a": a["settings"],
            "b": b["settings"],
            "run_to_run": run_to_run,
            "fail_over": fail_over,
        },
        "reference": reference,
        "warnings": circumstance_warnings(a, b),
        "approaches": approaches,
    }
    document["failures"] = [] if fail_over is None else failures(document)
    return document


def failures(document):
    """Return why a new comparison fails against an old one, as a list of sentences.

    An approach fails if its verdict is `"slower"` and its ratio lies above the limit, or if it was
    ok and is not any more. A slowdown that is not resolved is no failure; a pair of files without
    an approach to compare is one, since it shows nothing.

    Args:
        document: a difference, with its limit in the settings.
    """
    limit, found = document["settings"]["fail_over"], []
    for row in document["approaches"]:
        if row["status_a"] == "ok" and row["status_b"] not in ("ok", None):
            found.append("{} was ok and is {}".format(row["name"], row["status_b"]))
        elif row["verdict"] == SLOWER and row["ratio"] > limit * (1 + ROUNDING):
            text = "{} takes {:.4g} times as long, which is over {:g}"
            found.append(text.format(row["name"], row["ratio"], limit))
    if all(row["ratio"] is None for row in document["approaches"]):
        found.append("no approach was measured in both")
    return found


def _names(a, b):
    names = [row["name"] for row in a["approaches"]]
    return names + [row["name"] for row in b["approaches"] if row["name"] not in names]


def _record(name, documents, series, references, run_to_run):
    rows = [{row["name"]: row for row in each["approaches"]}.get(name) for each in documents]
    own = [each.get(name) for each in series]
    cut = same_steps(own) if all(own) else None
    found = difference(own[0], own[1], run_to_run) if cut else None
    relative = difference(own[0], own[1], run_to_run, references) if found and references else None
    medians = [median(each.step_seconds) for each in cut.series] if cut else [None, None]
    ratios = [row["ratio"] if row else None for row in rows]
    return dict(
        name=name,
        status_a=rows[0] and rows[0]["status"],
        status_b=rows[1] and rows[1]["status"],
        first_step=cut and cut.first,
        steps=cut and cut.steps,
        blocks=found and found.blocks,
        median_seconds_a=medians[0],
        median_seconds_b=medians[1],
        ratio_to_reference_a=ratios[0],
        ratio_to_reference_b=ratios[1],
        ratio_to_reference_ci95_a=rows[0] and rows[0]["ratio_ci95"],
        ratio_to_reference_ci95_b=rows[1] and rows[1]["ratio_ci95"],
        **_fields("", found),
        **_fields("relative_", relative),
    )


def _fields(prefix, found):
    return {
        prefix + "ratio": found and found.ratio.value,
        prefix + "ratio_ci95": found and _ends(found.ratio),
        prefix + "ratio_ci95_within_runs": found and _ends(found.within_runs),
        prefix + "verdict": found and found.verdict,
    }


def _ends(estimate):
    return None if estimate.low is None else [estimate.low, estimate.high]
