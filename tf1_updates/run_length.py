"""How many steps one `session.run` should do: enough that its own cost is lost among them.

t(k) = c + k*s          seconds of a run of k steps: c for the call, s for each step

Runs of 1 step and of k give both. k is doubled until c is a small share of t(k); not so far that a
run would last long, for progress is shown, summaries are written and Ctrl-C is heard between runs.
"""

SHARE = 0.03  # of a run's seconds that the call may take
LONGEST = 0.25  # seconds of a run
LEAST = 8  # steps in a run that can tell: of fewer, one disturbed run hides what the call takes
RUNS = 3  # of each length; the fastest counts, since the first may be a compilation


class RunLength:
    """Finds the number of steps in a run from the seconds that runs have taken.

    Args:
        most: the largest number that it may choose.

    Attributes:
        steps: how many steps the next run should do.
        settled: whether that is the final choice.

    >>> length = RunLength()
    >>> while not length.settled:
    ...     length.record(length.steps, 0.001 + 0.001 * length.steps)
    >>> length.steps  # 1 ms of 65 is less than 3%, 1 ms of 33 is not
    64
    """

    def __init__(self, most=4096):
        self.steps, self.settled = 1, most == 1
        self._most = most
        self._single = None
        self._seconds = []

    def record(self, steps, seconds):
        """Take in what one run has taken.

        Args:
            steps: how many it did; a run that was not of `self.steps`, such as a last, shorter
                one, tells nothing.
            seconds: how long it took.
        """
        if steps != self.steps:
            return
        if self.settled:
            self._seconds = (self._seconds + [seconds])[-RUNS:]
            if len(self._seconds) == RUNS and min(self._seconds) > 2 * LONGEST and steps > 1:
                self._go_on_with(steps // 2)  # the machine has become slower
            return
        self._seconds.append(seconds)
        if len(self._seconds) == RUNS:
            self._choose(min(self._seconds))

    def _choose(self, seconds):
        if self.steps == 1:
            self._single = seconds
        else:
            per_step = (seconds - self._single) / (self.steps - 1)
            # Where many steps took less than one, the clock was too coarse to tell anything.
            is_small = per_step > 0 and self._single - per_step <= SHARE * seconds
            self.settled = is_small and self.steps >= LEAST
        if 2 * seconds > LONGEST or 2 * self.steps > self._most:
            self.settled = True
        self._go_on_with(self.steps if self.settled else 2 * self.steps)

    def _go_on_with(self, steps):
        self.steps, self._seconds = steps, []
