"""One step's kernel times, from TensorFlow's own record of the run (`RunMetadata`)."""

import json
from typing import Dict, List, NamedTuple

import tensorflow.compat.v1 as tf
from tensorflow.python.client.timeline import Timeline

from tf1_updates.explain.stepper import GrowingStepper

# Each call of the session has process ids of its own in the trace.
_IDS_PER_CALL = 1000


class Kernels(NamedTuple):
    """All kernels of one type that ran in the step.

    Attributes:
        type: the op's type, such as `MatMul`.
        count: how many ran.
        microseconds: for how long, together.
    """

    type: str
    count: int
    microseconds: float


class Trace(NamedTuple):
    """What one step did.

    Attributes:
        events: the trace in Chrome's format: a dictionary with `traceEvents`.
        kernels: list of `Kernels`, the longest first.
        session_calls: calls of `session.run`.
        step_seconds: the step as a whole, while it was traced.
        before_seconds: the step before it, which was not traced.
    """

    events: Dict
    kernels: List
    session_calls: int
    step_seconds: float
    before_seconds: float


def trace_step(approach, problem, rule, step, clock):
    """Run an approach up to a step, and trace that one.

    Args:
        approach: an entry of `APPROACHES`.
        problem: a `Problem`.
        rule: a `Rule`.
        step: the step to trace, from 1; those before it add their ops, and the last two are run.
        clock: callable that returns seconds.

    Returns:
        A `Trace`.
    """
    stepper = GrowingStepper(approach, problem, rule)
    try:
        stepper.go_to(step - 2)
        stepper.start_window()
        first, seconds = stepper.next_step, []
        real = stepper.session
        for number in range(first, step + 1):
            feed = stepper.feed(number - first)
            if number == step:
                stepper.session = _TracingSession(real)
            start = clock()
            stepper.step(feed)
            seconds.append(clock() - start)
        tracing, stepper.session = stepper.session, real
    finally:
        stepper.close()
    calls = tracing.calls
    before = seconds[-2] if len(seconds) > 1 else None
    return Trace(_merged(calls), _kernels(calls), len(calls), seconds[-1], before)


class _TracingSession:
    """Runs as the session does, and keeps each run's `StepStats`."""

    def __init__(self, session):
        self._session, self.calls = session, []

    @property
    def graph(self):
        return self._session.graph

    def run(self, fetches, feed_dict=None):
        options = tf.RunOptions(trace_level=tf.RunOptions.FULL_TRACE)
        metadata = tf.RunMetadata()
        result = self._session.run(fetches, feed_dict, options=options, run_metadata=metadata)
        self.calls.append(metadata.step_stats)
        return result


def _merged(calls):
    """Return the traces of several calls as one; they keep their places on the clock."""
    events = []
    for number, step_stats in enumerate(calls):
        trace = json.loads(Timeline(step_stats).generate_chrome_trace_format(show_memory=False))
        for event in trace["traceEvents"]:
            event["pid"] += number * _IDS_PER_CALL
            if "id" in event:
                event["id"] += number * _IDS_PER_CALL
            if event.get("name") == "process_name" and len(calls) > 1:
                event["args"]["name"] = "call {}: {}".format(number + 1, event["args"]["name"])
            events.append(event)
    start = min([event["ts"] for event in events if "ts" in event] or [0])
    for event in events:
        if "ts" in event:
            event["ts"] -= start
    return {"traceEvents": events, "displayTimeUnit": "ms"}


def _kernels(calls):
    found = {}
    for step_stats in calls:
        for device in step_stats.dev_stats:
            for node in device.node_stats:
                # The label reads `name = Type(inputs)`; where it has no type, the name is all.
                label = node.timeline_label.partition(" = ")[2].partition("(")[0]
                times = found.setdefault(label or node.node_name.split(":")[0], [])
                times.append(node.op_end_rel_micros - node.op_start_rel_micros)
    kernels = [Kernels(name, len(times), float(sum(times))) for name, times in found.items()]
    return sorted(kernels, key=lambda each: (-each.microseconds, each.type))
