"""In what two saved comparisons differ, beside their times."""

# What differs between any two runs.
PASSING = ("utc", "load_average", "memory_bytes_available")
# Told apart (`approaches`), or said by another setting.
SAID = ("approaches", "data_option", "resumed_at_steps")
# What came later: of a file that says nothing of it, nothing is known.
LATER = ("device", "device_hardware", "batches_in_graph")


def differing(a, b, leave_out=()):
    """Return what two records do not share, as a list of (name, value in A, value in B).

    What is missing, null and false are one: a file from before a switch came did not have it on.

    Args:
        a, b: dictionaries, of which some values may be dictionaries.
        leave_out: keys to leave out.

    >>> differing({"cpu": "old", "threads": {"intra": 1}}, {"cpu": "new", "threads": {"intra": 1}})
    [('cpu', 'old', 'new')]
    >>> differing({"rule": {"bound": 20.0}}, {"rule": {"bound": 2.0}, "isolate": False})
    [('rule.bound', 20.0, 2.0)]
    """
    found = []
    for key in list(a) + [key for key in b if key not in a]:
        if key in leave_out:
            continue
        one, other = a.get(key), b.get(key)
        if isinstance(one, dict) or isinstance(other, dict):
            inner = differing(*[each if isinstance(each, dict) else {} for each in (one, other)])
            found += [("{}.{}".format(key, name), x, y) for name, x, y in inner]
            if isinstance(one, dict) and isinstance(other, dict):
                continue
            one, other = [None if isinstance(each, dict) else each for each in (one, other)]
        if one != other and not (_is_off(one) and _is_off(other)):
            found.append((key, one, other))
    return found


def circumstance_warnings(a, b):
    """Return sentences on what speaks against holding one saved comparison against the other.

    Args:
        a, b: comparisons, as `document.read` returns them.
    """
    found = []
    for letter, document in (("A", a), ("B", b)):
        if not document["complete"]:
            found.append("{} is incomplete: its measurement was interrupted".format(letter))
        found += ["{}: {}".format(letter, text) for text in document.get("warnings", [])]
    for kind, key, leave_out in (
        ("machine or software differs", "environment", PASSING),
        ("settings differ", "settings", SAID),
    ):
        unknown = tuple(name for name in LATER if name not in a[key] or name not in b[key])
        for name, one, other in differing(a[key], b[key], leave_out + unknown):
            text = "{}: {} is {} in A, {} in B"
            found.append(text.format(kind, name.replace("_", " "), _shown(one), _shown(other)))
    if a["reference"] != b["reference"]:
        text = "the reference is {} in A, {} in B: their ratios cannot be held against each other"
        found.append(text.format(a["reference"], b["reference"]))
    return found + list(_approach_warnings(a, b))


def _approach_warnings(a, b):
    records = [{row["name"]: row for row in each["approaches"]} for each in (a, b)]
    for name in list(records[0]) + [name for name in records[1] if name not in records[0]]:
        one, other = [each.get(name) for each in records]
        if one is None or other is None:
            yield "{} is in {} only".format(name, "A" if other is None else "B")
        elif one["status"] != other["status"]:
            reason = one["reason"] or other["reason"]
            text = "{} is {} in A, {} in B".format(name, one["status"], other["status"])
            yield text + (": " + reason if reason else "")
        elif one["status"] == "ok":
            for letter, row in (("A", one), ("B", other)):
                if not row["step_seconds"]:
                    yield "{} has no measured step in {}".format(name, letter)


def _is_off(value):
    return value is None or value is False


def _shown(value):
    return "not there" if value is None else value
