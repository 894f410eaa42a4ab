"""Which approaches cost more at each step than at the one before: a cell and a sentence."""

from tf1_updates.reports.number_text import (
    NOTHING,
    count_text,
    ratio_text,
    seconds_interval_text,
    seconds_text,
)
from tf1_updates.reports.reading import (
    adds_ops,
    is_measured,
    last_tenth,
    measured,
    reference_of,
    rise_between_tenths,
)
from tf1_updates.reports.wording import names, one_line, sentence
from tf1_updates.timing.verdict import (
    CONSTANT,
    could_be_noticeable,
    is_noticeable,
    ops_added,
    slope_shown,
)


def growth_text(approach):
    """Write the growth of the step time, or that the record does not show one.

    >>> growth_text({"status": "ok", "step_seconds": [0.0008] * 200, "graph_ops": [90] * 200,
    ...              "ops_added_per_step": 0,
    ...              "growth_seconds_per_step": 1e-8, "growth_ci95": [-1e-7, 1.2e-7]})
    'constant [-0.10, 0.12] us'
    """
    shown = slope_shown(approach) if is_measured(approach) else None
    if shown is None:
        return NOTHING
    ends = approach["growth_ci95"]
    if shown in ("grows", "falls"):
        if adds_ops(approach) or is_noticeable(approach):
            return seconds_text(approach["growth_seconds_per_step"], ends)
        shown = "not resolved" if could_be_noticeable(approach) else CONSTANT
    word = "not resolved" if shown == "not resolved" else CONSTANT
    return word if ends is None else "{} {}".format(word, seconds_interval_text(ends))


def growth_sentence(document):
    """Say which graphs grow and what a step of theirs costs at the end of the run."""
    approaches = measured(document)
    adding = [each for each in approaches if adds_ops(each)]
    growing = [each for each in adding if slope_shown(each) == "grows"]
    fixed = [each for each in approaches if each not in adding]
    changing = [each for each in fixed if slope_shown(each) in ("grows", "falls")]
    changing = [each for each in changing if is_noticeable(each)]
    clauses = [_grows(each, reference_of(document)) for each in growing]
    clauses += [_only_adds(each) for each in adding if each not in growing]
    if fixed:
        clauses.append(_no_ops(fixed, adding))
    clauses += [_changes_without_ops(each) for each in changing]
    if not adding and not changing:
        clauses += _no_change(fixed)
    return sentence(clauses, document)


def _grows(approach, reference):
    """What a step costs at the end, against the reference's end; else the growth itself."""
    text = "{} adds {} to its graph at each step, and ".format(_name(approach), _ops(approach))
    end, reference_end = last_tenth(approach), reference and last_tenth(reference)
    if approach is reference or not end or not reference_end or not reference_end[2]:
        growth = approach["growth_seconds_per_step"]
        longer = seconds_text(growth, approach["growth_ci95"])
        return text + "a step takes {} longer than the one before".format(longer)
    text += "a step of its last tenth (steps {} to {}) takes {} as long as in {}'s"
    text = text.format(end[0], end[1], ratio_text(end[2] / reference_end[2]), _name(reference))
    rise = rise_between_tenths(approach)
    return text + " and {} as long as in its own first".format(ratio_text(rise)) if rise else text


def _only_adds(approach):
    text = "{} adds {} to its graph at each step, but a growth of its step time is not resolved"
    return text.format(_name(approach), _ops(approach))


def _no_ops(fixed, adding):
    if len(fixed) == 1:
        return "{} adds no ops to its graph".format(_name(fixed[0]))
    return "{} add no ops to their graphs".format(
        "the other {} approaches".format(len(fixed)) if adding else "the approaches"
    )


def _changes_without_ops(approach):
    seconds = approach["growth_seconds_per_step"]
    text = "{}'s step time {} by about {} over the run without that, so something else changed"
    whole = seconds_text(abs(seconds) * len(approach["step_seconds"]))
    return text.format(_name(approach), "rose" if seconds > 0 else "fell", whole)


def _no_change(fixed):
    verdicts = [slope_shown(each) for each in fixed]
    unclear = [each for each, verdict in zip(fixed, verdicts) if verdict in (None, "not resolved")]
    if len(unclear) == len(fixed):
        return ["the run is too short or too noisy to show whether a step time grows"]
    clauses = ["no step time is seen to change by a quarter or more over the run"]
    if unclear:
        text = "the run is too short or too noisy to tell for {}"
        clauses.append(text.format(names(unclear)))
    return clauses


def _name(approach):
    return one_line(approach["name"])


def _ops(approach):
    ops = ops_added(approach)
    return "1 op" if ops == 1 else "{} ops".format(count_text(ops))
