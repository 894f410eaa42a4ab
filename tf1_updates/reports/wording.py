"""Text from a document, made fit for one line of a report, and lists of words."""

import re


def one_line(text):
    """Return `text` on one line, without control characters that could move a terminal's cursor.

    >>> one_line("cannot\\n  see w\\x1b[2J")
    'cannot see w [2J'
    """
    visible = (letter if letter.isprintable() else " " for letter in str(text))
    return " ".join("".join(visible).split())


def encodable(text, encoding):
    """Return `text` with an escape for each letter that `encoding` lacks, so nothing is lost.

    >>> print(encodable("bound \\u2265 20", "cp1252"))
    bound \\u2265 20
    """
    return text.encode(encoding, "backslashreplace").decode(encoding)


def listed(words):
    """Join words as English does.

    >>> listed(["constraint"]), listed(["constraint", "group_assign", "built_in"])
    ('constraint', 'constraint, group_assign and built_in')
    """
    words = list(words)
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def names(approaches):
    """Return the approaches' names as an English list."""
    return listed(one_line(approach["name"]) for approach in approaches)


def sentence(clauses, document):
    """Join clauses into one sentence; the empty string if there are none.

    An approach's name is code and keeps its small first letter.

    >>> document = {"approaches": [{"name": "compiled"}]}
    >>> sentence(["no approach grows", "compiled is faster"], document)
    'No approach grows; compiled is faster.'
    >>> sentence(["compiled: noisy"], document)
    'compiled: noisy.'
    """
    text = "; ".join(clauses)
    first_word = re.match(r"[\w.-]*", text).group()
    if first_word not in [one_line(approach["name"]) for approach in document["approaches"]]:
        text = text[:1].upper() + text[1:]
    return text if not text or text.endswith(".") else text + "."
