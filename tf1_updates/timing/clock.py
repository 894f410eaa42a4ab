"""What a clock is, and one that moves only when told.

A clock is any callable without arguments that returns seconds as a float; only differences between
two readings are used. The real one is `time.perf_counter`: it is monotonic, and ticks in
nanoseconds on the systems that TensorFlow runs on.
"""


class ManualClock:
    """A clock that stands still until `advance` moves it, so that a timing has an exact answer.

    Tests and examples use it: a step that advances the clock by 0.25 takes 0.25 s, on every machine
    and at every hour.

    >>> clock = ManualClock()
    >>> start = clock()
    >>> clock.advance(0.25)
    >>> clock() - start
    0.25
    """

    def __init__(self):
        self._now = 0.0

    def __call__(self):
        """Return the seconds that `advance` has added up to."""
        return self._now

    def advance(self, seconds):
        """Let `seconds` pass."""
        self._now += seconds
