"""A stepper that takes a known time longer than it would."""

import time


class DelayedStepper:
    """Another stepper, with a delay at the end of each step.

    The delay is spent reading the clock, since a sleep takes as long as the system likes: on most,
    some 60 microseconds more than was asked for.

    Args:
        stepper: as for `measure`.
        name: its own name in the measurement.
        delay_seconds: how much longer each step is to take.
        clock: callable that returns seconds; it has to move by itself or as it is read.

    >>> class Ticking:
    ...     now = 0.0
    ...     def __call__(self):
    ...         self.now += 0.25
    ...         return self.now
    >>> class Nothing:
    ...     def feed(self, number): pass
    ...     def step(self, feed): pass
    ...     def graph_ops(self): return 0
    >>> clock = Ticking()
    >>> DelayedStepper(Nothing(), "delayed", 1.0, clock).step(None)
    >>> clock.now - 0.25
    1.0
    """

    def __init__(self, stepper, name, delay_seconds, clock=time.perf_counter):
        self.name, self.delay_seconds = name, delay_seconds
        self.feed, self.graph_ops = stepper.feed, stepper.graph_ops
        self._step, self._clock = stepper.step, clock

    def step(self, feed):
        """Do the step, then wait."""
        clock = self._clock
        self._step(feed)
        end = clock() + self.delay_seconds
        while clock() < end:
            pass
