"""Runs notebooks afresh, from the first cell to the last, and keeps their outputs.

python -m tf1_updates.notebook_checks.execute notebooks/*.ipynb
"""

import os
import pathlib
import sys
import time

from tf1_updates.files import write_atomically

MOST_SECONDS = 60


def executed(path, most_seconds=MOST_SECONDS):
    """Return the notebook with the outputs of a fresh kernel that has its folder to itself.

    Args:
        path: the notebook's file.
        most_seconds: that any one cell may take.

    Raises:
        nbclient.exceptions.CellExecutionError: a cell that fails; its traceback is the message.
        nbclient.exceptions.CellTimeoutError: a cell that takes too long.
    """
    import nbformat
    from nbclient import NotebookClient

    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    notebook = nbformat.read(str(path), as_version=4)
    notebook["metadata"]["kernelspec"] = {
        "name": "python3",
        "display_name": "Python 3",
        "language": "python",
    }
    where = {"metadata": {"path": str(pathlib.Path(path).parent)}}
    # A cell that prints twice may be sent in one piece or in two, by chance.
    kept = {"record_timing": False, "coalesce_streams": True}
    client = NotebookClient(notebook, timeout=most_seconds, resources=where, **kept)
    client.execute()
    notebook["metadata"].pop("widgets", None)  # sliders need a kernel
    notebook["metadata"]["language_info"] = {"name": "python"}  # the rest differs by machine
    for cell in notebook["cells"]:
        _give_figures_their_text(cell)
        _leave_out_sliders(cell)
    return notebook


def _give_figures_their_text(cell):
    # A page reads a figure's alt text beside the picture; the writer keeps it beside the code.
    text = cell["metadata"].get("alt")
    for output in cell.get("outputs", []):
        if text and "image/png" in output.get("data", {}):
            output["metadata"].setdefault("image/png", {})["alt"] = text


def _leave_out_sliders(cell):
    # A page that is only read shows no sliders, but a line of their program's text.
    widget = "application/vnd.jupyter.widget-view+json"
    outputs = cell.get("outputs")
    if outputs:
        cell["outputs"] = [each for each in outputs if widget not in each.get("data", {})]


def main(paths):
    """Execute notebooks in place; return how many took longer than a minute."""
    import nbformat

    slow = 0
    for path in paths:
        start = time.perf_counter()
        notebook = executed(path)
        seconds = time.perf_counter() - start
        write_atomically(path, (nbformat.writes(notebook) + "\n").encode("utf-8"))
        print("{}: {:.0f} s".format(pathlib.Path(path).name, seconds), flush=True)
        if seconds > MOST_SECONDS:
            print("longer than {} s".format(MOST_SECONDS), file=sys.stderr)
            slow += 1
    return slow


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
