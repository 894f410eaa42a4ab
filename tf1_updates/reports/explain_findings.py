"""What an explanation shows, in sentences that follow from its numbers."""

from tf1_updates.explain import PREBUILT
from tf1_updates.reports.explain_numbers import duration, microseconds, percent
from tf1_updates.reports.number_text import bytes_text, count_text, seconds_text
from tf1_updates.reports.wording import listed, one_line

# An interval from fewer blocks covers less than the 95% that it claims.
_SURE_FROM = 6


def findings(document):
    """Return what the explanation shows, as a list of sentences.

    Args:
        document: an explanation with its results.
    """
    said = []
    for name in document["results"]["waterfalls"]:
        said += _of_hack(name, document)
    said += _checked(document)
    return said + _doubts(document)


def _of_hack(name, document):
    windows = document["results"]["waterfalls"][name]["windows"]
    if not windows:
        return []
    said = [_shares(name, windows[-1], document)]
    if len(windows) > 1:
        said.append(_growth(name, document))
    said += [_prebuilt(name, document), _projected(name, document), _limit(name, document)]
    return [sentence for sentence in said if sentence]


def _shares(name, row, document):
    groups, counts = row["groups"], _counts(name, document)
    calls = counts["session_calls"] - _counts(document["reference"], document)["session_calls"]
    text = (
        "At step {}, a step of {} takes {} more than one of {}: {} of that is due to session.run "
        "calls ({} more a step, and the weights they carry through NumPy), {} to the {} new ops a "
        "step, and {} is what no ablation explains."
    )
    return text.format(
        count_text(row["at"]),
        one_line(name),
        seconds_text(row["total_seconds"], row["total_seconds_ci95"]),
        one_line(document["reference"]),
        percent(groups["session_run"]["share"], groups["session_run"]["share_ci95"]),
        count_text(calls),
        percent(groups["new_ops"]["share"], groups["new_ops"]["share_ci95"]),
        count_text(counts["ops_added"]),
        percent(groups["rest"]["share"], groups["rest"]["share_ci95"]),
    )


def _growth(name, document):
    found = document["results"]["waterfalls"][name]
    first, last = found["windows"][0], found["windows"][-1]
    clauses = []
    for group, what in (("session_run", "the calls"), ("new_ops", "the new ops")):
        if not first["groups"][group]["seconds"] and not last["groups"][group]["seconds"]:
            continue
        slope = found["growth"].get(group, {})
        ends = slope.get("growth_seconds_per_step_ci95")
        if ends and ends[0] > 0:
            verdict = "grows by {} us a step"
        elif ends and ends[1] < 0:
            verdict = "falls, by {} us a step"
        else:
            verdict = "is not seen to grow ({} us a step)"
        clause = "what {} cost goes from {} us to {} us and " + verdict
        clauses.append(
            clause.format(
                what,
                microseconds(first["groups"][group]["seconds"]),
                microseconds(last["groups"][group]["seconds"]),
                microseconds(slope.get("growth_seconds_per_step"), ends),
            )
        )
    text = "{}, from step {} to step {}: {}."
    steps = count_text(first["at"]), count_text(last["at"])
    return clauses and text.format(one_line(name), steps[0], steps[1], "; ".join(clauses))


def _prebuilt(name, document):
    if name != "eval_after_step" or PREBUILT not in document["results"]["subjects"]:
        return None
    windows = document["results"]["subjects"][PREBUILT]["windows"]
    last = document["results"]["waterfalls"][name]["windows"][-1]
    row = next((each for each in windows if each["at"] == last["at"]), None)
    if row is None or not row["extra_seconds"] or last["total_seconds"] <= 0:
        return None
    text = (
        "Without any ablation: {}, which makes the same calls and adds no op, takes {} more than "
        "{}, {} of what {} does."
    )
    return text.format(
        PREBUILT,
        seconds_text(row["extra_seconds"], row["extra_seconds_ci95"]),
        one_line(document["reference"]),
        percent(row["extra_seconds"] / last["total_seconds"]),
        one_line(name),
    )


def _projected(name, document):
    own = document["results"]["subjects"][name]["projected"]
    other = document["results"]["subjects"][document["reference"]]["projected"]
    clauses = [
        "{} steps take {} ({}: {})".format(
            count_text(int(steps)),
            duration(own[steps]["seconds"], own[steps]["seconds_ci95"]),
            one_line(document["reference"]),
            duration(other[steps]["seconds"]),
        )
        for steps in own
        if steps in other
    ]
    if not clauses:
        text = "{} is not projected: its growth cannot be told from noise in the steps measured."
        return text.format(one_line(name))
    return "{}, projected: {}.".format(one_line(name), listed(clauses))


def _limit(name, document):
    found = document["results"]["subjects"][name]
    rows = [row for row in found["windows"] if row["graphdef_bytes_per_step"]]
    if not rows or found["graphdef_limit_step"] is None:
        return None
    text = "{} adds {} to the GraphDef in each step, which is full (2 GB) after step {}."
    size = bytes_text(round(rows[-1]["graphdef_bytes_per_step"]))
    return text.format(one_line(name), size, count_text(found["graphdef_limit_step"]))


def _checked(document):
    check = document["results"]["projection_check"]
    if not check:
        return []
    text = "The projection was checked: steps {} to {} of {} took {}, projected were {}{}."
    ratio = check["measured_to_projected"]
    return [
        text.format(
            count_text(check["first_step"]),
            count_text(check["last_step"]),
            one_line(check["name"]),
            duration(check["measured_seconds"]),
            duration(check["projected_seconds"], check["projected_seconds_ci95"]),
            "" if ratio is None else " ({:.2f} times that)".format(ratio),
        )
    ]


def _doubts(document):
    said = [] if document["complete"] else ["Interrupted: what was measured until then is shown."]
    for subject in document["subjects"]:
        if subject["status"] != "ok":
            text = "{} is {}, and was not timed: {}."
            reason = one_line(subject["reason"] or "no reason was recorded")
            said.append(text.format(one_line(subject["name"]), subject["status"], reason))
    for window in document["windows"]:
        for series in window["series"]:
            if series["failed"]:
                text = "{} broke around step {}: {}."
                where = one_line(series["name"]), count_text(window["at"])
                said.append(text.format(where[0], where[1], one_line(series["failed"])))
    few = sorted(
        {
            row["at"]
            for found in document["results"]["waterfalls"].values()
            for row in found["windows"]
            if row["blocks"] < _SURE_FROM
        }
    )
    if few:
        text = "Fewer than {} blocks at step {}: intervals cover less than the 95% they claim."
        said.append(text.format(_SURE_FROM, listed(count_text(at) for at in few)))
    return said


def _counts(name, document):
    return next(each["counts"] for each in document["subjects"] if each["name"] == name)
