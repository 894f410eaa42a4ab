"""The other end of `isolated`: a process that makes one stepper and times it when it is told to.

It is run as `python -m tf1_updates.timing.worker`. Each line on its standard input is a request,
each line on its standard output the answer, both in JSON. The first request names the stepper:

    {"factory": "package.module:function", "arguments": {...}}
        -> {"failed": null, "steps_per_run": 1}
    {"first": 5, "count": 10, "limit": 2.5, "updates": 1}
        -> {"failed": null, "seconds": [...], "graph_ops": [...]}

Between requests it waits for input and does nothing; when there is no more, it ends. So it ends
with the process that started it, however that one ended.
"""

import gc
import importlib
import json
import math
import os
import signal
import sys
import time

from tf1_updates.timing.steps import one_line, time_steps


class Stoppable:
    """A stepper that ends at a whole step after Ctrl-C, or when nobody waits for its steps.

    Args:
        stepper: as for `measure`.
    """

    def __init__(self, stepper):
        self._stepper, self._stopped, self._parent = stepper, False, os.getppid()
        self.step, self.graph_ops = stepper.step, stepper.graph_ops

    @property
    def steps_per_run(self):
        """How many updates the stepper does in a step."""
        return getattr(self._stepper, "steps_per_run", 1)

    def stop(self, signal_number=None, frame=None):
        """Let no further step begin."""
        self._stopped = True

    def do_in_a_step(self, updates):
        """Have the stepper do as many updates in a step."""
        if updates != self.steps_per_run:
            self._stepper.steps_per_run = updates

    def feed(self, number):
        """Return the stepper's feed, or raise `KeyboardInterrupt`."""
        if self._stopped or os.getppid() != self._parent:
            raise KeyboardInterrupt
        return self._stepper.feed(number)


def main():
    """Answer requests until there are no more; return the exit status."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the terminal's Ctrl-C is for the parent
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what libraries print must not get between the answers
    requests = iter(sys.stdin.readline, "")

    def answer(**content):
        answers.write(json.dumps(content) + "\n")
        answers.flush()

    try:
        stepper = Stoppable(_made(**json.loads(next(requests))))
    except Exception as problem:
        answer(failed=one_line(problem))
        return 1
    signal.signal(signal.SIGINT, stepper.stop)
    gc.collect()
    gc.disable()  # as `measure` does where there is one process
    answer(failed=None, steps_per_run=stepper.steps_per_run)
    for line in requests:
        seconds, graph_ops = [], []
        answer(
            failed=_timed(stepper, seconds, graph_ops, **json.loads(line)),
            # A step that was cut between its two records is none.
            seconds=seconds[: len(graph_ops)],
            graph_ops=graph_ops,
        )
    return 0


def _made(factory, arguments):
    module, function = factory.split(":")
    return getattr(importlib.import_module(module), function)(**arguments)


def _timed(stepper, seconds, graph_ops, first, count, limit, updates):
    stepper.do_in_a_step(updates)
    limit = math.inf if limit is None else limit
    try:
        return time_steps(stepper, time.perf_counter, first, count, limit, seconds, graph_ops)
    except KeyboardInterrupt:
        return None


if __name__ == "__main__":
    try:
        sys.exit(main())
    except BrokenPipeError:  # nobody waits for the answer
        os._exit(1)
