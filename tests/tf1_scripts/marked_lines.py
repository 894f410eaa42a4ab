"""Finds a line of a test's own source by the comment at its end: no line number is written down."""

import linecache


def line_marked(file, mark):
    """Return the number of the only line of a file that ends with `# mark`."""
    lines = linecache.getlines(file)
    found = [number for number, text in enumerate(lines, 1) if text.rstrip().endswith("# " + mark)]
    assert len(found) == 1, (mark, found)
    return found[0]
