"""What composes with what, as a table and the reasons below it: for a terminal, or as Markdown."""

from collections import OrderedDict

from tf1_updates.compose import FEATURES
from tf1_updates.reports.markdown import escaped, table_line
from tf1_updates.reports.page import items, joined
from tf1_updates.reports.wording import listed, one_line

# What is held to plain descent: the table's only footnote.
_MARK = "*"


def render(document, width=None, encoding="utf-8"):
    """Return the table, the reasons and the legend as text.

    Args:
        document: a saved table, as loaded.
        width: columns of the terminal: a wider table goes on below, with the names repeated. By
            default, as for a pipe or a file, it is in one piece.
        encoding: letters that it lacks are written as escapes.

    Returns:
        A string that ends in a newline.
    """
    pieces = [_grid([heads] + body) for heads, body in _pieces(document, width)]
    lists = _reasons(document), _legend(document)
    return joined(pieces + [items(lines, width) for lines in lists], encoding)


def render_markdown(document):
    """Return the same as GitHub Markdown.

    Args:
        document: a saved table, as loaded.

    Returns:
        A string that ends in a newline.
    """
    heads, body = _cells(document)
    lines = [table_line(heads), table_line(["---"] * len(heads))]
    lines += [table_line(cells) for cells in body]
    for sentences in (_reasons(document), _legend(document)):
        lines += [""] + ["- " + escaped(sentence) for sentence in sentences]
    return "\n".join(lines).strip() + "\n"


def _cells(document):
    features = [one_line(feature) for feature in document["features"]]
    body = []
    for row in document["approaches"]:
        outcomes = [row["results"].get(feature) for feature in document["features"]]
        cells = [outcome["outcome"] if outcome else "-" for outcome in outcomes]
        body.append([_marked(row)] + cells)
    return ["approach"] + features, body


def _marked(row):
    return one_line(row["name"]) + (_MARK if row.get("rule") == "gradient_descent" else "")


def _pieces(document, width):
    heads, body = _cells(document)
    chosen = [[0]]
    for column in range(1, len(heads)):
        longer = chosen[-1] + [column]
        if width is not None and len(chosen[-1]) > 1:
            columns = [[row[each] for row in [heads] + body] for each in longer]
            if sum(map(_widest, columns)) + 2 * len(columns) - 2 > width:
                chosen.append([0, column])
                continue
        chosen[-1] = longer
    for columns in chosen:
        yield [heads[each] for each in columns], [[row[each] for each in columns] for row in body]


def _widest(cells):
    return max(map(len, cells))


def _grid(rows):
    widths = [_widest(column) for column in zip(*rows)]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths)) for row in rows]
    lines.insert(1, "  ".join("-" * width for width in widths))
    return "\n".join(line.rstrip() for line in lines)


def _reasons(document):
    """One sentence for each distinct reason: which approaches, with which features, and why."""
    found = OrderedDict()
    for feature in document["features"]:
        for row in document["approaches"]:
            result = row["results"].get(feature)
            if result and result["reason"] is not None:
                key = (one_line(result["outcome"]), one_line(result["reason"]))
                by_approach = found.setdefault(key, OrderedDict())
                by_approach.setdefault(one_line(row["name"]), []).append(one_line(feature))
    sentences = []
    for (outcome, reason), by_approach in found.items():
        alike = OrderedDict()
        for name, features in by_approach.items():
            alike.setdefault(tuple(features), []).append(name)
        for features, names in alike.items():
            text = reason if outcome == "no" else "{}: {}".format(outcome, reason)
            who = _named(names, [one_line(row["name"]) for row in document["approaches"]])
            sentences.append("{} with {}: {}".format(who, listed(features), text))
    return sentences


def _named(names, every):
    """Return the names as an English list; most of many are said by those that are left out."""
    others = [name for name in every if name not in names]
    if len(names) < 3 or len(others) >= len(names):
        return listed(names)
    return "all but " + listed(others) if others else "all"


def _legend(document):
    sentences = []
    if not document["complete"]:
        sentences.append("interrupted: - was not tried")
    for feature in document["features"]:
        if feature in FEATURES:
            sentences.append("{}: {}".format(feature, FEATURES[feature].meaning))
    plain = [row["name"] for row in document["approaches"] if _marked(row).endswith(_MARK)]
    if plain:
        text = "{} {}: tried with plain gradient descent; the thread's rule is beyond {}"
        them = "it" if len(plain) == 1 else "them"
        sentences.append(text.format(_MARK, listed(plain), them))
    versions = document["environment"]
    known = [key for key in ("tensorflow", "python") if isinstance(versions.get(key), str)]
    if known:
        texts = ["{} {}".format(key, one_line(versions[key])) for key in known]
        sentences.append("tried with " + listed(texts))
    return sentences
