"""What the outputs of a notebook have to look like: all there, in order, quiet, of no machine."""

from tf1_updates.notebook_checks.mending import MACHINE_PATH, RUN_AGAIN, by_hand


def output_complaints(cells):
    """Yield (place, problem, what mends it) for the outputs of the code cells.

    Args:
        cells: the cells of a notebook.

    >>> cell = {"cell_type": "code", "source": "1", "outputs": [], "execution_count": 4}
    >>> next(output_complaints([cell]))
    (1, 'execution count 4, not 1', 'make notebooks')
    """
    code = [(place, cell) for place, cell in enumerate(cells, 1) if cell["cell_type"] == "code"]
    for count, (place, cell) in enumerate(code, start=1):
        if cell["execution_count"] != count:
            text = "execution count {}, not {}".format(cell["execution_count"], count)
            yield place, text, RUN_AGAIN
        for output in cell["outputs"]:
            for problem, mends in _problems(cell, output):
                yield place, problem, mends
    if code and not any(cell["outputs"] for _, cell in code):
        yield 0, "no outputs", RUN_AGAIN


def _problems(cell, output):
    if output["output_type"] == "error":
        yield "ends in {}".format(output["ename"]), by_hand("mend the code")
    if output.get("name") == "stderr":
        text = "noise on stderr: {!r}".format(output["text"][:60])
        yield text, RUN_AGAIN + ", or if it comes again " + by_hand("silence its cause")
    data = output.get("data", {})
    texts = [output.get("text", "")] + [str(data[kind]) for kind in data if "image/p" not in kind]
    found = MACHINE_PATH.search("\n".join(texts))
    if found:
        text = "a path of a machine in an output: {!r}".format(found.group())
        yield text, RUN_AGAIN + ", or if it comes again " + by_hand("print less of it")
    if "image/png" in data and not output["metadata"].get("image/png", {}).get("alt"):
        if cell["metadata"].get("alt"):
            yield "a figure without alt text", RUN_AGAIN
        else:
            text = "write it to the cell's metadata, 'alt', and into <details> below"
            yield "a figure without alt text", by_hand(text)
