"""Whether the approaches compute the rule's weights: a cell of the table and a sentence.

Each approach was held against the rule itself: its bits against those of the rule's own ops, its
numbers against an exact calculation, whose distance is measured on the circle if there is one.
"""

from tf1_updates.reports.number_text import count_text, error_text, share_text
from tf1_updates.reports.reading import has_its_own_rule, setting
from tf1_updates.reports.wording import names, one_line, sentence

# More approaches than these are counted rather than named.
_MOST_NAMES = 3


def agreement_text(approach, document):
    """Say how the approach's weights compare with the rule's.

    Args:
        approach: a record of the document.
        document: the saved comparison, as loaded.

    >>> record = {"origin": "Q1", "status": "unsupported", "reason": "cannot see w: ...",
    ...           "bit_equal_share": 0.0, "max_circle_error": 9.81}
    >>> agreement_text(record, {"settings": {}})
    'cannot see w (off by 9.8)'
    >>> record.update(status="ok", bit_equal_share=0.914, max_circle_error=1.9e-06)
    >>> agreement_text(record, {"settings": {}})
    '91% bit-equal, 1.9e-06'
    """
    if approach["status"] != "ok":
        return disagreement_text(approach, brief=True)
    share, error = approach["bit_equal_share"], approach["max_circle_error"]
    if share is None:
        return "not compared"
    text = share_text(share) + " bit-equal" + ("" if error is None else ", " + error_text(error))
    return "plain descent: " + text if has_its_own_rule(approach, document) else text


def disagreement_text(approach, brief=False):
    """Say why an approach is wrong or unsupported, and how far it is off if that is known.

    Args:
        approach: a record of the document.
        brief: whether a cell of the table has to hold it: the reason up to its first colon.
    """
    reason = one_line(approach["reason"] or "no reason was recorded")
    if brief and approach["status"] == "unsupported":
        reason = reason.split(": ")[0]
    error = approach["max_circle_error"]
    off = "" if error is None or "off by" in reason else " (off by {})".format(error_text(error))
    if approach["status"] == "wrong":
        # A reason that is a place ("step 3, W") reads on from "at".
        joint = " " if reason.startswith("at ") else " at " if reason.startswith("step ") else ": "
        reason = "WRONG" + joint + reason
    return reason + off


def agreement_sentence(document):
    """Say which approaches compute the rule's weights, and why the others do not."""
    approaches = document["approaches"]
    agreeing = [approach for approach in approaches if approach["status"] == "ok"]
    clauses = _agreement(agreeing, document)
    for approach in approaches:
        if approach["status"] != "ok":
            text = "{} is {}" if approach["status"] == "wrong" else "{} is unsupported: {}"
            clauses.append(text.format(one_line(approach["name"]), disagreement_text(approach)))
    if len(approaches) < 2:
        clauses.append("no other approach was run, so there is nothing to compare")
    return sentence(clauses, document)


def _agreement(agreeing, document):
    compared, apart, floors = [], [], []
    for each in agreeing:
        is_floor = has_its_own_rule(each, document)
        group = floors if is_floor else apart if each["bit_equal_share"] is None else compared
        group.append(each)
    equal = [each for each in compared if each["bit_equal_share"] == 1]
    clauses = []
    if compared:
        steps = setting(document, "check_steps")
        checked = "" if steps is None else " (steps checked: {})".format(count_text(steps))
        clauses.append(
            "{} the rule's weights bit for bit{}".format(_who_computes(equal, document), checked)
        )
    clauses += [_nearly(each) for each in compared if each not in equal]
    if apart:
        verb = "was" if len(apart) == 1 else "were"
        clauses.append("{} {} not compared".format(names(apart), verb))
    for floor in floors:
        text = "{}, the floor, follows plain gradient descent instead"
        clauses.append(text.format(one_line(floor["name"])))
    return clauses


def _who_computes(equal, document):
    if not equal:
        return "no approach computes"
    if len(equal) <= _MOST_NAMES:
        return names(equal) + (" computes" if len(equal) == 1 else " compute")
    is_all = len(equal) == len(document["approaches"])
    return "{}{} approaches compute".format("all " if is_all else "", len(equal))


def _nearly(approach):
    text = "{} does so for {} of them".format(
        one_line(approach["name"]), share_text(approach["bit_equal_share"])
    )
    error = approach["max_circle_error"]
    return text if error is None else text + " and is {} off at worst".format(error_text(error))
