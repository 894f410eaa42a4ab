"""A comparison as CSV in long form: one line per step, with every digit of its seconds.

| column | meaning |
|---|---|
| `approach` | its name |
| `phase` | `warmup` or `measured`; no statistic uses the warm-up |
| `step` | number of the step, from 0, the warm-up along |
| `seconds` | how long it took; `float` of the text is the float that was saved |
| `graph_ops` | ops in the graph after it; empty for the warm-up, of which it is not kept |

pandas reads the seconds to the last digit from version 3.1 on; before, it has to be asked for that:
`pandas.read_csv(path, float_precision="round_trip")`.
"""

import csv
import io

COLUMNS = ("approach", "phase", "step", "seconds", "graph_ops")


def csv_text(document):
    """Return a comparison as the text of a CSV file; approaches without a step have no line.

    Args:
        document: a saved comparison, as loaded.

    >>> print(csv_text({"approaches": [{"name": "built_in", "warmup_seconds": [0.5],
    ...                                 "step_seconds": [0.1], "graph_ops": [9]}]}), end="")
    approach,phase,step,seconds,graph_ops
    built_in,warmup,0,0.5,
    built_in,measured,1,0.1,9
    """
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(COLUMNS)
    for row in document["approaches"]:
        warmup = [("warmup", seconds, "") for seconds in row["warmup_seconds"]]
        measured = zip(row["step_seconds"], row["graph_ops"])
        for number, (phase, seconds, ops) in enumerate(
            warmup + [("measured", seconds, ops) for seconds, ops in measured]
        ):
            table.writerow([row["name"], phase, number, repr(float(seconds)), ops])
    return text.getvalue()
