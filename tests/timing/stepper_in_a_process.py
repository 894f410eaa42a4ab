"""A stepper for processes of their own: fakes whose steps sleep, grow, fail, or end the process."""

import os
import signal
import time


class Stepper:
    """Its graph grows by one op a step; `at` is the number of the step that does `what`."""

    def __init__(self, seconds=0.0, at=None, what=None):
        self.seconds, self.at, self.what, self.ops = seconds, at, what, 0

    def feed(self, number):
        return number

    def step(self, number):
        if number == self.at:
            if self.what == "raise":
                raise ValueError("no more")
            if self.what == "print":
                os.write(1, b"a library's own words\n")
            elif self.what == "exit":
                os._exit(3)
            elif self.what == "kill":
                os.kill(os.getpid(), signal.SIGKILL)
        time.sleep(self.seconds)
        self.ops += 1

    def graph_ops(self):
        return self.ops


def refuse():
    raise ValueError("not on this system")
