"""Times the steps of several approaches side by side.

A machine is not the same from minute to minute: clocks are throttled, neighbours wake up. So
approaches are not measured one after another but in rounds. In each round every approach runs one
block of steps, in an order that is shuffled anew, and what slows the machine slows them all.

Python's cyclic garbage collector is run once before the start and paused until the end, for it
would strike in whichever step happens to be running. Nor is it run between rounds: with TensorFlow
loaded it takes longer than many a block and leaves the caches cold. Reference counting goes on.
"""

import dataclasses
import gc
import random
import time
from typing import List

from tf1_updates.errors import InputError, finite_number, whole_number
from tf1_updates.timing.budget import Budget
from tf1_updates.timing.lane import Lane
from tf1_updates.timing.series import Series


@dataclasses.dataclass
class Measurement:
    """Several series that were measured together; the first is the reference.

    Attributes:
        series: one `Series` per approach, in the order given. Block i of each belongs to round i.
        interrupted: whether Ctrl-C ended the measuring.
        complete: whether the measuring came to its own end.
    """

    series: List[Series]
    interrupted: bool = False
    complete: bool = False

    def named(self, name):
        """Return the series of that name, or `None`."""
        return next((series for series in self.series if series.name == name), None)


def measure(
    steppers,
    steps,
    block,
    warmup,
    budget_seconds,
    clock=time.perf_counter,
    seed=0,
    on_progress=None,
    on_round=None,
    earlier=None,
):
    """Warm up, then time `steps` steps of every stepper, in shuffled rounds of one block each.

    Args:
        steppers: list of objects with `.name`, unique; `.feed(number)`, which prepares the input of
            a step, numbered from 0 with the warm-up counted along, untimed; `.step(feed)`, the
            timed part; `.graph_ops()`, the number of ops after the step, untimed. One that is
            elsewhere times itself: it has `.time_steps` in place of the three, which is called
            as `steps.time_steps` is, without stepper and clock. The first is the reference.
        steps: how many steps of each are wanted.
        block: steps in a block; three blocks are the least that an interval can be told from.
        warmup: steps of each that are timed apart beforehand; fewer where they would use more than
            half of an equal share of the budget.
        budget_seconds: timed seconds for all, warm-up included. A stepper that would exceed its
            share stops after a whole block, but not before its third, and its series is
            `stopped_early`. For first blocks the total may reach 1.5 times the budget; at that
            point a block is cut. A step cannot be: one longer than all that is left comes on top.
        clock: callable that returns seconds.
        seed: seed of the order within the rounds.
        on_progress: called as `on_progress(name, steps_done, steps_wanted)` after each block.
        on_round: called as `on_round(measurement)` after each round with what there is so far,
            which must not be changed, to save it.
        earlier: a `Measurement` that was interrupted, of the same settings. What it has is kept,
            and not measured again: those who are not done repeat their steps untimed, so as to be
            where they were, and go on from there. They have the whole budget.

    Returns:
        A `Measurement`. After Ctrl-C it holds the whole steps done until then. A stepper that
        raises an exception leaves the rounds, its series has the error's text as `failed`, and the
        others go on.

    Raises:
        InputError: a number that makes no sense, two steppers of one name, or one whose graph has
            not become what it was `earlier`.

    >>> from tf1_updates.timing.clock import ManualClock
    >>> clock = ManualClock()
    >>> class Halves:
    ...     name = "halves"
    ...     def feed(self, number): return 0.5
    ...     def step(self, feed): clock.advance(feed)
    ...     def graph_ops(self): return 7
    >>> result = measure([Halves()], steps=3, block=1, warmup=1, budget_seconds=60, clock=clock)
    >>> result.series[0].step_seconds, result.series[0].graph_ops, result.complete
    ([0.5, 0.5, 0.5], [7, 7, 7], True)
    """
    steppers = list(steppers)
    names = [stepper.name for stepper in steppers]
    if len(set(names)) < len(names):
        raise InputError("steppers", names, "names that differ from each other")
    steps, block = whole_number("steps", steps, 1), whole_number("block", block, 1)
    warmup = whole_number("warmup", warmup, 0)
    seconds = finite_number("budget_seconds", budget_seconds, "a number above 0", lambda s: s > 0)

    before = earlier or Measurement([])
    lanes = [Lane(each, steps, block, clock, before.named(each.name)) for each in steppers]
    budget = Budget(seconds, [lane.account for lane in lanes])
    measurement = Measurement([lane.series for lane in lanes])
    was_collecting = gc.isenabled()
    try:
        gc.collect()
        gc.disable()
        for lane in lanes:
            lane.replay()
            _tell(on_progress, lane)
        for lane in lanes:
            lane.warm_up(warmup, budget)
        _run_rounds(lanes, budget, random.Random(seed), on_progress, on_round, measurement)
        measurement.complete = True
    except KeyboardInterrupt:
        measurement.interrupted = True
    finally:
        if was_collecting:
            gc.enable()
        for series in measurement.series:
            series.keep_whole_steps()
    return measurement


def _run_rounds(lanes, budget, generator, on_progress, on_round, measurement):
    while True:
        running = [lane for lane in lanes if lane.account.open]
        if not running:
            return
        # What an interrupted round lacks comes first, so that block i of each is of round i again.
        round_number = min(lane.whole_blocks for lane in running)
        running = [lane for lane in running if lane.whole_blocks == round_number]
        level = budget.level()
        generator.shuffle(running)
        for lane in running:
            lane.run_block(budget, level)
            _tell(on_progress, lane)
        if on_round:
            on_round(measurement)


def _tell(on_progress, lane):
    done = len(lane.series.step_seconds)
    if on_progress and done:
        on_progress(lane.series.name, done, lane.account.steps_wanted)
