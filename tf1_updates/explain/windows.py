"""Measures steps far apart in a long series without running what lies between them."""

import dataclasses
import time
from typing import Dict, List, NamedTuple

from tf1_updates.errors import InputError, whole_number
from tf1_updates.timing.measure import Measurement, measure


class Window(NamedTuple):
    """The steps that are timed around a step of interest; steps are numbered from 1.

    Attributes:
        at: the step that was asked for.
        first, last: the steps that are timed. The one before the first is run to warm up.
    """

    at: int
    first: int
    last: int


@dataclasses.dataclass
class Record:
    """What was measured in one window.

    Attributes:
        window: the `Window`.
        measurement: the `Measurement`, whose series are those of this window.
        graphdef_bytes: dict from name to [bytes before the window, bytes after it].
        resident_bytes: dict from name to a list, of what each step added to resident memory.
    """

    window: Window
    measurement: Measurement
    graphdef_bytes: Dict[str, List[int]] = dataclasses.field(default_factory=dict)
    resident_bytes: Dict[str, List[int]] = dataclasses.field(default_factory=dict)


def windows_at(at, length, argument="at"):
    """Return the windows of `length` steps around the steps `at`.

    Raises:
        InputError: `at` does not ascend, or two windows would overlap.

    >>> windows_at([1, 50], 20)
    [Window(at=1, first=2, last=21), Window(at=50, first=40, last=59)]
    """
    found = []
    for step in at:
        first = max(2, whole_number(argument, step, 1) - length // 2)
        if found and first - 1 <= found[-1].last:
            allowed = "ascending steps, the next one from {} on: {} steps are timed around each"
            after = found[-1].last + 2 + length // 2
            raise InputError(argument, step, allowed.format(after, length))
        found.append(Window(step, first, first + length - 1))
    return found


class Measuring:
    """Times steppers in one window after another, interleaved in blocks.

    Args:
        steppers: list of `GrowingStepper`, the reference first.
        windows: list of `Window`, in order.
        block: steps in a block.
        budget_seconds: timed seconds for all windows; what one leaves, the next ones have.
        seed: of the order of the steppers within a round.
        clock: callable that returns seconds.
        earlier: list of `Record`, of an earlier process: kept, and gone on from.
        on_progress: called as `on_progress(text, steps_done)` with the timed steps of all so far.
        on_round: called without arguments after each round.

    Attributes:
        records: list of `Record`, one per window that was begun.
    """

    def __init__(
        self,
        steppers,
        windows,
        block,
        budget_seconds,
        seed=0,
        clock=time.perf_counter,
        earlier=(),
        on_progress=lambda text, steps_done: None,
        on_round=lambda: None,
    ):
        self.records = list(earlier)
        self._steppers, self._windows, self._block = list(steppers), windows, block
        self._budget, self._seed, self._clock = budget_seconds, seed, clock
        self._on_progress, self._on_round = on_progress, on_round

    def run(self):
        """Measure what is missing; stop after Ctrl-C, with the last record interrupted."""
        for place, window in enumerate(self._windows):
            if place == len(self.records):
                self.records.append(Record(window, Measurement([])))
            record = self.records[place]
            if not record.measurement.complete:
                record.measurement.interrupted = False
                try:
                    self._measure(record, self._share(place))
                except KeyboardInterrupt:  # between the steps that are timed
                    record.measurement.interrupted = True
                if record.measurement.interrupted:
                    return

    def _share(self, place):
        """Return the seconds for a window: an equal part of what those before it have left."""
        spent = sum(
            sum(series.warmup_seconds) + sum(series.step_seconds)
            for record in self.records[:place]
            for series in record.measurement.series
        )
        left = (self._budget - spent) / (len(self._windows) - place)
        # The first blocks of slow ones may have taken more than there was.
        return max(left, 0.1 * self._budget / len(self._windows))

    def _measure(self, record, seconds):
        first = record.window.first
        broken = {s.name for each in self.records for s in each.measurement.series if s.failed}
        steppers = [stepper for stepper in self._steppers if stepper.name not in broken]
        done = sum(len(s.step_seconds) for r in self.records for s in r.measurement.series)
        for stepper in steppers:
            text = "{}, to step {:,}".format(stepper.name, record.window.at)
            self._on_progress(text, done)
            stepper.go_to(first - 1)
            stepper.start_window()
            record.graphdef_bytes.setdefault(stepper.name, [stepper.graphdef_bytes()])

        by_name = {series.name: len(series.step_seconds) for series in record.measurement.series}
        done -= sum(by_name.values())

        def on_progress(name, steps_done, steps_wanted):
            by_name[name] = steps_done
            text = "{}, step {:,}".format(name, record.window.at)
            self._on_progress(text, done + sum(by_name.values()))

        def on_round(measurement):
            record.measurement = measurement
            self._note_memory(record, steppers)
            self._on_round()

        record.measurement = measure(
            steppers,
            steps=record.window.last - first + 1,
            block=self._block,
            warmup=1,
            budget_seconds=seconds,
            clock=self._clock,
            seed=self._seed,
            on_progress=on_progress,
            on_round=on_round,
            earlier=record.measurement if record.measurement.series else None,
        )
        self._note_memory(record, steppers)
        for stepper in steppers:
            series = record.measurement.named(stepper.name)
            if record.measurement.complete and not series.failed:
                stepper.go_to(first - 1 + series.next_step_number)
                record.graphdef_bytes[stepper.name][1:] = [stepper.graphdef_bytes()]
        self._on_round()

    @staticmethod
    def _note_memory(record, steppers):
        for stepper in steppers:
            if stepper.resident_bytes:
                record.resident_bytes[stepper.name] = list(stepper.resident_bytes)
