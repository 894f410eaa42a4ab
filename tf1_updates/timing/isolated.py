"""Steppers in processes of their own, for `measure` to step as it steps those of its own process.

Each process loads its libraries once and makes one stepper. It is asked for one block at a time,
times the steps itself, and sends their seconds and op counts back, so that no pipe is ever timed.
While one works, the others wait for a request and do nothing. What processes may share unseen
(memory, caches of compiled code, threads) then cannot tilt a comparison.
"""

import contextlib
import json
import math
import os
import signal
import subprocess
import sys

# A process that has been told to end and does not is killed after this many seconds.
GRACE = 10.0
# That many processes load their libraries at the same time.
AT_ONCE = os.cpu_count() or 1


class ProcessEnded(Exception):
    """A process ended while something was asked of it; the text says how."""


class IsolatedStepper:
    """A stepper in another process, which `measure` takes for one that times itself.

    Args:
        name: the approach's name.
        factory: `"package.module:function"`, what makes the stepper there; see `worker`.
        arguments: dictionary of the function's arguments, of what JSON can hold.
    """

    def __init__(self, name, factory, arguments):
        self.name, self._failed, self._received = name, None, b""
        self.steps_per_run = 1
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tf1_updates.timing.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=dict(os.environ, PYTHONPATH=os.pathsep.join(filter(None, sys.path))),
        )
        with contextlib.suppress(ProcessEnded):  # it is told when the answer is missing
            self._send({"factory": factory, "arguments": arguments})

    @property
    def process_id(self):
        """The number by which the system knows the process."""
        return self._process.pid

    def wait_until_ready(self):
        """Wait until the stepper is made; if it cannot be, that is what each timing returns."""
        try:
            answer = self._receive()
            self._failed = answer["failed"]
            self.steps_per_run = answer.get("steps_per_run", 1)
        except ProcessEnded as ended:
            self._failed = str(ended)

    def time_steps(self, first, count, limit, seconds, graph_ops):
        """Have steps timed there; the arguments and the return are those of `steps.time_steps`."""
        if self._failed:
            return self._failed
        try:
            limit = None if limit == math.inf else limit
            updates = self.steps_per_run
            self._send({"first": first, "count": count, "limit": limit, "updates": updates})
            try:
                answer = self._receive()
            except KeyboardInterrupt:  # the whole steps up to now are wanted all the same
                with contextlib.suppress(ProcessEnded):
                    self._process.send_signal(signal.SIGINT)
                    _record(self._receive(), seconds, graph_ops)
                raise
        except ProcessEnded as ended:
            self._failed = str(ended)
            return self._failed
        _record(answer, seconds, graph_ops)
        return answer["failed"]

    def hang_up(self):
        """Tell the process that nothing more will be asked; it ends by itself."""
        with contextlib.suppress(OSError):
            self._process.stdin.close()

    def close(self):
        """End the process, and wait until it is gone."""
        self.hang_up()
        try:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(GRACE)
        finally:
            self._process.kill()
            self._process.wait()
            self._process.stdout.close()

    def _send(self, request):
        try:
            self._process.stdin.write((json.dumps(request) + "\n").encode("ascii"))
            self._process.stdin.flush()
        except OSError:
            raise self._how_it_ended() from None

    def _receive(self):
        while b"\n" not in self._received:
            more = os.read(self._process.stdout.fileno(), 65536)
            if not more:
                raise self._how_it_ended()
            self._received += more
        line, self._received = self._received.split(b"\n", 1)
        return json.loads(line.decode("ascii"))

    def _how_it_ended(self):
        self.hang_up()
        status = self._process.wait()
        how = "status {}".format(status)
        if status < 0:
            how = "signal {}".format(-status)
            with contextlib.suppress(ValueError):
                how = signal.Signals(-status).name
        return ProcessEnded("its process ended with " + how)


def _record(answer, seconds, graph_ops):
    seconds.extend(answer["seconds"])
    graph_ops.extend(answer["graph_ops"])


@contextlib.contextmanager
def isolated(factory, arguments, on_ready=None, at_once=AT_ONCE):
    """Start one process per approach; gives the list of steppers, and ends the processes after.

    Args:
        factory: as for `IsolatedStepper`.
        arguments: dictionary from the name of each approach to the factory's arguments.
        on_ready: called as `on_ready(name, how many are ready)`.
        at_once: how many may load their libraries at the same time.

    >>> with isolated("tf1_updates.timing.overhead:NoOperation", {"a": {}, "b": {}}) as steppers:
    ...     from tf1_updates.timing.measure import measure
    ...     done = measure(steppers, steps=4, block=2, warmup=1, budget_seconds=60)
    >>> [(series.name, series.graph_ops) for series in done.series]
    [('a', [0, 0, 0, 0]), ('b', [0, 0, 0, 0])]
    """
    with contextlib.ExitStack() as processes:
        steppers, names = [], list(arguments)
        for ready, name in enumerate(names):
            for other in names[len(steppers) : ready + at_once]:
                steppers.append(IsolatedStepper(other, factory, arguments[other]))
                processes.callback(steppers[-1].close)
            steppers[ready].wait_until_ready()
            if on_ready:
                on_ready(name, ready + 1)
        try:
            yield steppers
        finally:
            for stepper in steppers:  # all at once, for each takes a moment
                stepper.hang_up()
