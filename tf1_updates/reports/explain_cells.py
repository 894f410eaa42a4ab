"""An explanation as rows of words: a table of prices, and a waterfall for each slow approach."""

from tf1_updates.explain import ABLATIONS
from tf1_updates.reports.explain_numbers import microseconds
from tf1_updates.reports.number_text import NOTHING, bytes_text, count_text
from tf1_updates.reports.wording import one_line

_CAUSES = {ablation.name: ablation.cause for ablation in ABLATIONS}


def price_rows(document):
    """Return the table of what each subject costs, headings first.

    The first line is the reference's step; the others are what they take longer than that.
    """
    ats = document["settings"]["at"]
    heads = ["microseconds a step", "calls", "unseen", "changed", "ops"]
    heads += ["at {:,}".format(at) for at in ats] + ["growth a step", "GraphDef", "resident"]
    return [heads] + [_price_row(subject, document) for subject in document["subjects"]]


def _price_row(subject, document):
    name, counts = subject["name"], subject["counts"]
    fields = ("session_calls", "unseen_fetches", "graph_changes", "ops_added")
    cells = [one_line(name)] + [count_text(counts[each]) if counts else NOTHING for each in fields]
    ats = document["settings"]["at"]
    found = document["results"]["subjects"].get(name)
    if found is None:
        return cells + [subject["status"]] * len(ats) + [NOTHING] * 3
    is_reference = name == document["reference"]
    key = "seconds" if is_reference else "extra_seconds"
    by_at = {row["at"]: row for row in found["windows"]}
    for at in ats:
        row = by_at.get(at, {})
        text = microseconds(row.get(key), row.get(key + "_ci95"))
        cells.append(text if is_reference or text == NOTHING else _signed(text))
    growth = found["growth_seconds_per_step"]
    cells.append(microseconds(growth, found["growth_seconds_per_step_ci95"]))
    last = found["windows"][-1] if found["windows"] else {}
    return cells + [_bytes(last.get(key + "_bytes_per_step")) for key in ("graphdef", "resident")]


def _signed(text):
    return text if text.startswith("-") else "+" + text


def _bytes(count):
    if count is None:
        return NOTHING
    return ("-" if count < 0 else "") + bytes_text(abs(round(count)))


def waterfall_rows(document, name):
    """Return the waterfall of one approach, headings first: microseconds a step, cause by cause."""
    windows = document["results"]["waterfalls"][name]["windows"]
    heads = ["microseconds a step", "times"] + ["at {:,}".format(row["at"]) for row in windows]
    rows = [heads, [one_line(document["reference"]), ""] + _reference(document, windows)]
    parts = [{part["ablation"]: part for part in row["parts"]} for row in windows]
    for ablation in ABLATIONS:
        found = [each.get(ablation.name) for each in parts]
        if any(found):
            times = next(part["times"] for part in found if part)
            is_size = ablation.count.startswith("bytes")
            times = bytes_text(times) if is_size else count_text(times)
            rows.append([_CAUSES[ablation.name], times] + [_cell(e) for e in found])
    rest = [microseconds(row["rest_seconds"], row["rest_seconds_ci95"]) for row in windows]
    rows.append(["unexplained rest", ""] + rest)
    total = [microseconds(row["total_seconds"], row["total_seconds_ci95"]) for row in windows]
    rows.append(["{} beyond it".format(one_line(name)), ""] + total)
    return rows


def _reference(document, windows):
    found = document["results"]["subjects"][document["reference"]]["windows"]
    by_at = {row["at"]: row for row in found}
    rows = [by_at[row["at"]] for row in windows]
    return [microseconds(row["seconds"], row["seconds_ci95"]) for row in rows]


def _cell(part):
    return microseconds(part["seconds"], part["seconds_ci95"]) if part else NOTHING
