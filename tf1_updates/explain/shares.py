"""What a slow approach's extra time is due to, window by window and cause by cause."""

from collections import OrderedDict

import numpy as np

from tf1_updates.explain import ABLATIONS
from tf1_updates.explain.costs import prices, waterfall
from tf1_updates.explain.counts import Counts
from tf1_updates.explain.projection import line_through
from tf1_updates.timing.statistics import Estimate, figures

# The causes fall into two groups; what no ablation explains is the third.
SESSION_RUN, NEW_OPS, REST = "session_run", "new_ops", "rest"


def waterfall_of(name, windows, document):
    """Return the waterfall of one approach as plain data.

    Args:
        name: the approach, `ok` in the document.
        windows: list of `Blocks`.
        document: the explanation.

    Returns:
        A dictionary: `windows`, each with `parts` (one for each cause that was priced, with how
        many `times` a step has it), the rest, their total and the `groups` with their shares of
        the total; and `growth`, by group, in seconds per step.
    """
    counts = _counts_beyond(document)
    rows, points = [], {group: [] for group in (SESSION_RUN, NEW_OPS, REST)}
    for blocks in windows:
        found = _taken_apart(name, blocks, counts)
        if found is None:
            continue
        rows.append(_row(blocks, found, counts[name]))
        for group, values in _groups(found).items():
            points[group] += zip(blocks.centres(name), map(float, values))
    lines = {group: line_through(*zip(*found)) for group, found in points.items() if found}
    growth = {
        group: figures("growth_seconds_per_step", line and line.growth)
        for group, line in lines.items()
    }
    return {"windows": rows, "growth": growth}


def _counts_beyond(document):
    counts = {
        each["name"]: Counts(**each["counts"])
        for each in document["subjects"]
        if each["status"] == "ok" and each["counts"]
    }
    reference = counts.get(document["reference"])
    return {name: own.beyond(reference) for name, own in counts.items()} if reference else {}


def _taken_apart(name, blocks, counts):
    wanted = [each.name for each in ABLATIONS] + [name]
    extra = {each: blocks.extra(each) for each in wanted if each in counts}
    extra = {each: values for each, values in extra.items() if values is not None}
    if name not in extra:
        return None
    fewest = min(len(values) for values in extra.values())  # rounds that all of them have
    extra = {each: values[:fewest] for each, values in extra.items()}
    return waterfall(ABLATIONS, prices(ABLATIONS, extra, counts), extra[name], counts[name])


def _row(blocks, found, counts):
    total = blocks.estimate(found.total)
    parts, explained = [], 0.0
    for ablation in ABLATIONS:
        times = getattr(counts, ablation.count)
        if times and ablation.name in found.parts:
            estimate = blocks.estimate(found.parts[ablation.name])
            explained += estimate.value
            part = {"cause": ablation.cause, "ablation": ablation.name, "times": times}
            parts.append(dict(part, **figures("seconds", estimate)))
    # Medians do not add up; the rest is what the table leaves open.
    rest = _moved(blocks.estimate(found.rest), total.value - explained)
    row = {"at": blocks.window["at"], "blocks": len(found.total), "parts": parts}
    row.update(figures("rest_seconds", rest))
    row.update(figures("total_seconds", total))
    row["groups"] = {
        group: _group(group, values, parts, rest.value, total.value, blocks, found.total)
        for group, values in _groups(found).items()
    }
    return row


def _group(group, values, parts, rest, total, blocks, totals):
    is_call = {ablation.name: ablation.is_call for ablation in ABLATIONS}
    seconds = rest
    if group != REST:
        own = [part for part in parts if is_call[part["ablation"]] == (group == SESSION_RUN)]
        seconds = sum(part["seconds"] for part in own)
    row = {"seconds": seconds}
    shares = values[totals > 0] / totals[totals > 0]
    share = blocks.estimate(shares) if total > 0 and len(shares) else None
    return dict(row, **figures("share", share and _moved(share, seconds / total)))


def _moved(estimate, value):
    """Return the estimate with the value that makes the sum right, and wide enough to hold it."""
    if estimate.low is None:
        return estimate._replace(value=value)
    return Estimate(value, min(estimate.low, value), max(estimate.high, value))


def _groups(found):
    groups = OrderedDict((group, np.zeros_like(found.total)) for group in (SESSION_RUN, NEW_OPS))
    for ablation in ABLATIONS:
        group = SESSION_RUN if ablation.is_call else NEW_OPS
        groups[group] = groups[group] + found.parts.get(ablation.name, 0.0)
    groups[REST] = found.rest
    return groups
