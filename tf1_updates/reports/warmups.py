"""How long the warm-up was, as it is found in the times."""

from tf1_updates.reports.number_text import count_text
from tf1_updates.reports.reading import measured, setting
from tf1_updates.reports.wording import listed, one_line, sentence

# More approaches than these are counted rather than named.
_MOST_NAMES = 3


def warmup_sentence(document):
    """Say how many of the first steps are not yet like the others; empty if no file knows it.

    >>> warmup_sentence({"approaches": [], "settings": {}})
    ''
    """
    known = [each for each in measured(document) if each.get("warmup_steps_found") is not None]
    if not known:
        return ""
    counts = sorted(each["warmup_steps_found"] for each in known)
    if counts[-1] == 0:
        return sentence(["no warm-up is found in the times"], document)
    found = count_text(counts[0])
    found += "" if counts[0] == counts[-1] else " to {}".format(count_text(counts[-1]))
    text = "the warm-up of an approach, found in the times, is its first {} steps".format(found)
    longer = [each for each in known if each["warmup_steps_found"] > len(each["warmup_seconds"])]
    apart = setting(document, "warmup_steps")
    if apart is not None:
        text += "; {} were timed apart".format(count_text(apart))
    if not longer:
        return sentence([text + ", and none is in the numbers"], document)
    who = ["{} ({})".format(one_line(each["name"]), each["warmup_steps_found"]) for each in longer]
    who = listed(who) if len(who) <= _MOST_NAMES else "{} approaches".format(len(who))
    return sentence([text + ", which is too few for {}; nothing is dropped".format(who)], document)
