"""One comparison on its way: what was asked, what was checked, what was measured."""

import time

from tf1_updates.approaches import REFERENCE
from tf1_updates.commands.compare_resume import WARMUP_STEPS, block_of
from tf1_updates.commands.progress import progress_bar
from tf1_updates.datasets import NAMES
from tf1_updates.placement import LOCAL
from tf1_updates.timing.load import load_since, read_machine

# A partial result is saved this often while measuring. Saving is not timed, but takes time: a long
# series waits at least twenty times as long as its last save took.
SECONDS_BETWEEN_SAVES = 2.0


class ComparisonRun:
    """Checks the approaches, measures those that agree, and saves what there is.

    Args:
        wanted: the `Wanted` of the command line.
        problem: the `Problem` to train.
        source: where its data is from, or `None`.
        earlier: the saved document of a comparison that is to go on, or `None`.
        placement, where, device: the `Placement`, and what a saved comparison says of it, as from
            `placed`.
    """

    def __init__(
        self, wanted, problem, source, earlier=None, placement=LOCAL, where=None, device=None
    ):
        from tf1_updates.approaches import in_graph_loop
        from tf1_updates.rules import make_rule

        self._wanted, self._problem, self._earlier = wanted, problem, earlier
        self._rule = make_rule(wanted.rule_name, **wanted.hyper_parameters)
        self._rows, self._measured, self._placement = [], None, placement
        self._device = device or {}
        self._before = read_machine()
        self._settings = {
            "problem": wanted.problem_name,
            "rule": dict(name=wanted.rule_name, **self._rule.settings()),
            "approaches": wanted.approaches,
            "steps": wanted.effort.steps,
            "budget_seconds": wanted.effort.budget_seconds,
            "check_steps": wanted.effort.check_steps,
            "warmup_steps": WARMUP_STEPS,
            "block": block_of(wanted.effort.steps),
            "seed": wanted.seed,
            "data": source,
            # A path is not kept, for results are passed on.
            "data_option": wanted.data if source and wanted.data in NAMES else None,
            "isolate": wanted.isolate,
            **(where or {}),
        }
        if in_graph_loop.NAME in wanted.approaches:
            self._settings["batches_in_graph"] = in_graph_loop.BATCHES
        if earlier is not None:
            self._go_on_from(earlier)
        self._next_save = time.monotonic() + SECONDS_BETWEEN_SAVES

    def _go_on_from(self, earlier):
        from tf1_updates.timing.continued import measurement_of, rows_of

        self._rows, self._measured = rows_of(earlier), measurement_of(earlier)
        done = {series.name: len(series.step_seconds) for series in self._measured.series}
        before = earlier["settings"].get("resumed_at_steps", [])
        self._settings["resumed_at_steps"] = before + [done]

    def run(self):
        """Check, measure, save; return the document, which is partial after Ctrl-C."""
        measurement = self._measured
        try:
            self._check()
            measurement = self._measure()
        except KeyboardInterrupt:
            pass
        document = self._document(measurement)
        if measurement:
            self._save(document)
        return document

    def _check(self):
        from tf1_updates.compare import examine_each

        known = [row.name for row in self._rows]
        names = [name for name in self._wanted.approaches if name not in known]
        if not names:
            return
        steps = self._wanted.effort.check_steps
        with progress_bar(len(names), "checking") as move:
            move(names[0], 0)
            where = self._wanted.use_resource, self._placement
            for row in examine_each(names, self._problem, self._rule, steps, *where):
                self._rows.append(row)
                move(row.name, len(self._rows) - len(known))

    def _measure(self):
        self._before = read_machine()  # what ran during the checks has slowed no timed step
        effort = self._wanted.effort
        done = {}
        total = effort.steps * sum(row.status == "ok" for row in self._rows)
        with progress_bar(total, "measuring") as move:

            def on_progress(name, steps_done, steps_wanted):
                done[name] = steps_done
                move(name, sum(done.values()))

            return self._timed(
                on_ready=lambda name, ready: move("starting " + name, 0),
                steps=effort.steps,
                block=self._settings["block"],
                warmup=WARMUP_STEPS,
                budget_seconds=effort.budget_seconds,
                seed=self._wanted.seed,
                on_progress=on_progress,
                on_round=self._save_now_and_then,
                earlier=self._measured,
            )

    def _timed(self, on_ready, **measuring):
        from tf1_updates.compare import time_agreeing, time_isolated, variable_kind

        use_resource = self._wanted.use_resource
        if not self._wanted.isolate:
            where = use_resource, self._placement
            return time_agreeing(self._rows, self._problem, self._rule, *where, **measuring)
        made_from = {
            "problem": self._wanted.problem_name,
            "data": self._wanted.data,
            "seed": self._wanted.seed,
            "rule": self._settings["rule"],
            "use_resource": variable_kind(use_resource) == "resource",
            "placement": list(self._placement),
        }
        return time_isolated(self._rows, made_from, on_ready, **measuring)

    def _save_now_and_then(self, measurement):
        start = time.monotonic()
        if start > self._next_save:
            self._save(self._document(measurement))
            now = time.monotonic()
            self._next_save = now + max(SECONDS_BETWEEN_SAVES, 20 * (now - start))

    def _save(self, document):
        from tf1_updates.timing.document import save

        if self._wanted.json:
            save(self._wanted.json, document)

    def _document(self, measurement):
        from tf1_updates.compare import variable_kind
        from tf1_updates.timing.document import document
        from tf1_updates.timing.environment import describe

        environment = describe(variable_kind(self._wanted.use_resource))
        environment.update(self._device)
        if self._earlier is not None:
            environment = self._earlier["environment"]  # the same but for hour and load
        load = load_since(self._before)
        return document(self._rows, measurement, environment, self._settings, REFERENCE, load=load)
