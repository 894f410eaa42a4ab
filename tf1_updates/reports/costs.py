"""What the approaches cost whose graph does not grow, against the reference."""

from tf1_updates.reports.number_text import count_text, ratio_text
from tf1_updates.reports.reading import adds_ops, measured, reference_of
from tf1_updates.reports.wording import listed, names, one_line, sentence


def cost_sentence(document):
    """Say how the approaches of one session call compare, and what more calls cost.

    A ratio whose 95% interval holds 1 is no difference that this run can show, and the sentence
    says how large a difference could hide in it.
    """
    reference = one_line(document["reference"])
    if reference_of(document) is None:
        return "{} was not timed, so there are no ratios to it.".format(reference)
    others = [each for each in measured(document) if each["name"] != document["reference"]]
    compared = [each for each in others if each["ratio"] is not None and not adds_ops(each)]
    calls = [each["session_runs_per_step"] for each in compared]
    single = [each for each, count in zip(compared, calls) if count is not None and count <= 1]
    several = [each for each, count in zip(compared, calls) if count is not None and count > 1]
    clauses = _of_one_call(single, reference) if single else []
    clauses += [_of_more_calls(each, reference) for each in several]
    return sentence(clauses, document)


def _of_one_call(approaches, reference):
    most = (
        "one" if all(each["session_runs_per_step"] == 1 for each in approaches) else "at most one"
    )
    alike = [each for each in approaches if _holds_one(each)]
    apart = [each for each in approaches if not _holds_one(each)]
    clauses = []
    if alike:
        clauses.append(
            "{} {} not told apart from {} ({}; a difference of {} could hide there)".format(
                names(alike),
                "is" if len(alike) == 1 else "are",
                reference,
                "its ratio's interval holds 1"
                if len(alike) == 1
                else "their ratios' intervals hold 1",
                _hidden(alike),
            )
        )
    if apart:
        first = "{} takes {} as long".format(one_line(apart[0]["name"]), _ratio(apart[0]))
        rest = ["{} {}".format(one_line(each["name"]), _ratio(each)) for each in apart[1:]]
        clauses.append(listed([first + ("" if alike else " as " + reference)] + rest))
    clauses[0] = "with {} session call a step, {}".format(most, clauses[0])
    return clauses


def _of_more_calls(approach, reference):
    calls = "the {} session calls a step of {}, without growth, ".format(
        count_text(approach["session_runs_per_step"]), one_line(approach["name"])
    )
    if _holds_one(approach):
        return calls + "are not told apart from {}".format(reference)
    return calls + "take {} as long as {}".format(_ratio(approach), reference)


def _holds_one(approach):
    ends = approach["ratio_ci95"]
    return ends is not None and ends[0] <= 1 <= ends[1]


def _hidden(approaches):
    ends = [each["ratio_ci95"] for each in approaches]
    percent = 100 * max(max(high - 1, 1 - low) for low, high in ends)
    return count_text(float("{:.2g}".format(percent))) + "%"


def _ratio(approach):
    ends = approach["ratio_ci95"]
    return ratio_text(approach["ratio"], ends) + ("" if ends else " (no interval)")
