"""What a longer way to the session costs each approach, where the session is on a server."""

from tf1_updates.reports.number_text import ratio_text, seconds_text
from tf1_updates.reports.reading import measured, reference_of, setting
from tf1_updates.reports.wording import one_line, sentence

# Settings are anybody's: what is no round trip, in seconds, is not spoken of.
SHORTEST, LONGEST = 1e-9, 1e4


def round_trip_sentence(document):
    """Say how long a round trip is, and how many of them each step takes longer; or nothing.

    A step that makes more calls, or sends ops that it has added, waits for the server more often.

    >>> row = {"status": "ok", "session_runs_per_step": 1}
    >>> rows = [dict(row, name="one", step_seconds=[0.005], median_seconds=0.005),
    ...         dict(row, name="four", step_seconds=[0.009], median_seconds=0.009)]
    >>> trips = {"round_trip_seconds": 0.001, "local_round_trip_seconds": 0.0001}
    >>> document = {"approaches": rows, "reference": "one", "settings": trips}
    >>> round_trip_sentence(document)
    'A session call that does nothing takes 1.0 ms to the server, 10x as long as one in this \
process; beside one, a step of four takes as long as 4 of them more.'
    >>> round_trip_sentence(dict(document, settings={}))
    ''
    """
    there = setting(document, "round_trip_seconds")
    here = setting(document, "local_round_trip_seconds")
    reference = reference_of(document)
    if not all(seconds and SHORTEST < seconds < LONGEST for seconds in (there, here)):
        return ""
    clauses = [
        "a session call that does nothing takes {} to the server, {} as long as one in this "
        "process".format(seconds_text(there), ratio_text(there / here))
    ]
    longer = [] if reference is None else _longer(document, reference, there)
    if longer:
        of, steps = longer[0]
        first = "a step of {} takes as long as {} of them more".format(of, steps)
        rest = ["{} {}".format(name, trips) for name, trips in longer[1:]]
        clauses.append(
            "beside {}, {}".format(one_line(reference["name"]), ", ".join([first] + rest))
        )
    return sentence(clauses, document)


def _longer(document, reference, trip):
    """Return (name, difference in round trips) of those that take at least one more."""
    trips = [
        (one_line(each["name"]), (each["median_seconds"] - reference["median_seconds"]) / trip)
        for each in measured(document)
        if each["median_seconds"] is not None
    ]
    # Two digits, and none of them behind a power of ten.
    return [(name, "{:,.0f}".format(float("{:.2g}".format(n)))) for name, n in trips if n >= 1]
