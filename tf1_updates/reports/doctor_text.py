"""The doctor's findings as text: a line for each check, with what to do below it."""

from tf1_updates.reports.page import joined, wrapped
from tf1_updates.reports.wording import one_line


def render(document, width=None, encoding="utf-8"):
    """Return the findings and the verdict as one text.

    Args:
        document: what `doctor.examination.examine` returned.
        width: columns of the terminal.
        encoding: letters that it lacks are written as escapes.

    Returns:
        A string that ends in a newline.

    >>> finding = {"name": "memory", "status": "warn", "found": "1 GB", "cure": "close programs"}
    >>> print(render({"findings": [finding], "usable": True}))
    warn  memory      1 GB
                      -> close programs
    <BLANKLINE>
    usable, with 1 thing to know: see `warn`
    <BLANKLINE>
    """
    lines = [_lines(finding, width) for finding in document["findings"]]
    return joined(["\n".join(lines), _verdict(document)], encoding)


def _lines(finding, width):
    head = "{:<4}  {:<11} ".format(finding["status"], finding["name"])
    indent = " " * len(head)
    lines = wrapped(
        one_line(finding["found"]), width, initial_indent=head, subsequent_indent=indent
    )
    if finding["cure"]:
        cure = one_line(finding["cure"])
        first = indent + "-> "
        lines += "\n" + wrapped(cure, width, initial_indent=first, subsequent_indent=indent + "   ")
    return lines


def _verdict(document):
    counts = {
        status: sum(finding["status"] == status for finding in document["findings"])
        for status in ("warn", "bad")
    }
    if not document["usable"]:
        return "not usable: do first what is said below `bad`"
    if not counts["warn"]:
        return "usable"
    things = "1 thing" if counts["warn"] == 1 else "{} things".format(counts["warn"])
    return "usable, with {} to know: see `warn`".format(things)
