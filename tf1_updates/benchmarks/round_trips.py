"""How much slower the hack is than one assignment, by the length of the way to the server.

Run it as `python -m tf1_updates.benchmarks.round_trips`. It starts a cluster on loopback, in a
network of its own, and times the same steps in this process, on the cluster, and on the cluster
by ways that are some milliseconds longer. A step that only runs ops is one call; a step that also
adds ops has to send them first, and waits for the answer of each call.
"""

import argparse
import contextlib
import sys

from tf1_updates.cluster import private_network
from tf1_updates.cluster.shape import parse_shape
from tf1_updates.errors import InputError, UnsupportedError, whole_number

REFERENCE, HACKS = "group_assign", ("prebuilt_session_run", "session_run_in_update")
EXTRA_MILLISECONDS = (0, 1, 5, 20)


def run(shape, steps, problem="softmax_digits", extra=EXTRA_MILLISECONDS):
    """Measure; yield the lines of the table as they are known.

    Args:
        shape: a `Shape`.
        steps: timed steps of each approach at each distance.
        problem: name of a problem.
        extra: milliseconds by which the round trip is made longer, each a row.
    """
    from tf1_updates.cluster.delaying import delayed
    from tf1_updates.cluster.running import running
    from tf1_updates.placement import LOCAL
    from tf1_updates.problems.loading import load_digits, problem_on

    trained = problem_on(load_digits(problem, "bundled"), problem, 0)
    yield "{:<18}{:>10}".format("way", "round trip") + "".join(
        "{:>30}".format(name) for name in (REFERENCE,) + HACKS
    )
    yield _row("this process", LOCAL, trained, steps)
    with running(shape) as placement:
        for milliseconds in extra:
            way = "{} + {} ms".format("cluster", milliseconds) if milliseconds else "cluster"
            address = placement.target[len("grpc://") :]
            with contextlib.ExitStack() as relay:
                if milliseconds:
                    address = relay.enter_context(delayed(address, milliseconds / 2000))
                there = placement._replace(target="grpc://" + address)
                yield _row(way, there, trained, steps)


def _row(way, placement, problem, steps):
    from tf1_updates.approaches import APPROACHES
    from tf1_updates.commands.target_run import round_trip
    from tf1_updates.reports.number_text import ratio_text, seconds_text
    from tf1_updates.rules import make_rule
    from tf1_updates.session_stepper import SessionStepper
    from tf1_updates.timing.measure import measure
    from tf1_updates.timing.statistics import median_interval, paired_ratio

    with contextlib.ExitStack() as sessions:
        steppers = []
        for name in (REFERENCE,) + HACKS:
            rule = make_rule("wrapped_noisy_descent")
            stepper = SessionStepper(APPROACHES[name], problem, rule, True, placement=placement)
            sessions.callback(stepper.close)
            steppers.append(stepper)
        found = measure(steppers, steps, block=1, warmup=5, budget_seconds=300).series
    cells = []
    for series in found:
        text = seconds_text(median_interval(series).value)
        if series is not found[0]:
            ratio = paired_ratio(series, found[0])
            interval = None if ratio.low is None else (ratio.low, ratio.high)
            text += ", " + ratio_text(ratio.value, interval)
        cells.append("{:>30}".format(text))
    trip = seconds_text(round_trip(placement))
    return "{:<18}{:>10}".format(way, trip) + "".join(cells)


def main(arguments=None):
    """Print the table; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--cluster", default="1ps,1worker", help="default 1ps,1worker")
    parser.add_argument("--steps", type=int, default=30, help="at each distance (default 30)")
    given = parser.parse_args(arguments)
    try:
        shape = parse_shape(given.cluster)
        whole_number("--steps", given.steps, least=3)
        private_network.enter()
        for line in run(shape, given.steps):
            print(line, flush=True)
    except (InputError, UnsupportedError) as problem:
        print("tf1-updates: {}".format(problem), file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
