"""What was measured and where, in words: a report's title and its line of circumstances."""

from tf1_updates.reports.number_text import bytes_text
from tf1_updates.reports.wording import one_line

# What the title or the table says already.
_SAID = ("problem", "rule", "approaches", "rungs")


def title(document):
    """Return the problem and the rule with its hyper-parameters.

    >>> title({"complete": True, "settings": {"problem": "softmax",
    ...                                       "rule": {"name": "wrapped", "bound": 20.0}}})
    'softmax, wrapped(bound=20)'
    """
    settings = document["settings"]
    said = [str(settings.get("problem", ""))]
    rule = settings.get("rule")
    if isinstance(rule, dict):
        given = ["{}={}".format(key, _value(rule[key])) for key in rule if key != "name"]
        said.append("{}({})".format(rule.get("name", "a rule"), ", ".join(given)))
    elif rule is not None:
        said.append(str(rule))
    said = [one_line(text) for text in said if one_line(text)] or ["a comparison"]
    return ", ".join(said if document["complete"] else said + ["interrupted"])


def environment_text(document):
    """Return the machine and the versions, `key value` after `key value`."""
    return ", ".join(_pairs(document["environment"]))


def settings_text(document):
    """Return the settings that title and table leave out.

    >>> settings_text({"settings": {"problem": "softmax", "steps": 200, "budget_seconds": 10.0}})
    'steps 200, budget 10 s'
    """
    settings = document["settings"]
    return ", ".join(_pairs({key: settings[key] for key in settings if key not in _SAID}))


def circumstances(document):
    """Return both as a list, without what is empty."""
    return [text for text in (environment_text(document), settings_text(document)) if text]


def warned_circumstances(document):
    """Return the same, and what was said of the machine's load: for reports that name no doubts.

    >>> warned_circumstances({"environment": {}, "settings": {"steps": 2}, "warnings": ["busy"]})
    ['steps 2', 'warning: busy']
    """
    found = ["warning: " + one_line(text) for text in document.get("warnings", [])]
    return circumstances(document) + found


def _pairs(record):
    for key, value in record.items():
        if isinstance(value, dict):
            for pair in _pairs(value):
                yield pair
        elif value is not None:
            yield one_line(_pair(key, value))


def _pair(key, value):
    if key.isupper():  # an environment variable keeps its name
        return "{}={}".format(key, value)
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    words = key.split("_")
    if is_number and "bytes" in words:
        words.remove("bytes")
        return "{} {}".format(" ".join(words), bytes_text(value))
    if is_number and words[-1] == "seconds":
        return "{} {} s".format(" ".join(words[:-1]), _value(value))
    return "{} {}".format(" ".join(words), _value(value))


def _value(value):
    if isinstance(value, float):
        return "{:.6g}".format(value)
    if isinstance(value, list):
        return " ".join("{:.3g}".format(e) if isinstance(e, float) else str(e) for e in value)
    return str(value)
