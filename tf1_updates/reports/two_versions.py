"""One comparison on two versions of TensorFlow: has `session.run` become faster, and the hacks?"""

from tf1_updates.reports import difference_table
from tf1_updates.reports.markdown import escaped
from tf1_updates.reports.number_text import ratio_text
from tf1_updates.reports.wording import listed, one_line

# What stands for each question: approaches that only call session.run, and the question's hacks.
QUESTIONS = (
    ("session.run", ("built_in", "group_assign", "prebuilt_session_run")),
    ("the hacks, which add ops at each step", ("eval_after_step", "session_run_in_update")),
)
_WORDS = {
    "faster": "faster",
    "slower": "slower",
    "not resolved": "not told apart from what it was",
}


def render_markdown(document):
    """Return the answers, then the table of the differences, as GitHub Markdown.

    Args:
        document: what `timing.difference_document` returned.
    """
    names = [_name(document["environment"][letter]) for letter in ("a", "b")]
    lines = ["- " + escaped(text) for text in answers(document)]
    table = difference_table.render_markdown(document, names)
    return "\n".join(lines) + "\n\n" + table


def answers(document):
    """Return a sentence for each question that the two files can answer.

    >>> row = {"name": "built_in", "ratio": 0.5, "ratio_ci95": [0.4, 0.6], "verdict": "faster"}
    >>> environment = {"a": {"tensorflow": "1.15.5"}, "b": {"tensorflow": "2.21.0"}}
    >>> print(*answers({"approaches": [row], "environment": environment}))
    From TensorFlow 1.15.5 to TensorFlow 2.21.0, session.run: built_in is faster (0.50x \
[0.40, 0.60]).
    """
    rows = {row["name"]: row for row in document["approaches"] if row["ratio"] is not None}
    versions = [_name(document["environment"][letter]) for letter in ("a", "b")]
    found = []
    for question, approaches in QUESTIONS:
        said = [_said(rows[name]) for name in approaches if name in rows]
        if said:
            found.append("From {} to {}, {}: {}.".format(*versions, question, listed(said)))
    return found


def _said(row):
    ratio = ratio_text(row["ratio"], row["ratio_ci95"])
    return "{} is {} ({})".format(one_line(row["name"]), _WORDS[row["verdict"]], ratio)


def _name(environment):
    return "TensorFlow {}".format(one_line(str(environment.get("tensorflow"))))
