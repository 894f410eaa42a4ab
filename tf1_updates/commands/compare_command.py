"""`tf1-updates compare`: check the approaches, time those that agree, report."""

import sys
import time

from tf1_updates.approaches import REFERENCE
from tf1_updates.commands.compare_options import add_options as add_options
from tf1_updates.commands.compare_options import checked
from tf1_updates.commands.progress import progress_bar
from tf1_updates.commands.quiet_import import quiet_import
from tf1_updates.errors import InputError

SUMMARY = "check that the approaches give the same weights, then time them side by side"

WARMUP_STEPS = 5
# Series of any length are cut into this many blocks, which the intervals are drawn from.
BLOCKS = 40
# A partial result is saved this often while measuring. Saving is not timed, but takes time: a long
# series waits at least twenty times as long as its last save took.
SECONDS_BETWEEN_SAVES = 2.0


def run(options):
    """Compare as asked; return 0, or 1 if an approach is wrong, or 130 after Ctrl-C."""
    wanted = checked(options)
    problem, source = _problem(wanted)
    comparison = _Comparison(wanted, problem, source)
    document = comparison.run()
    _report(wanted, document)
    if not document["complete"]:
        print("tf1-updates: interrupted; what was measured is reported", file=sys.stderr)
        return 130
    return 1 if any(row["status"] == "wrong" for row in document["approaches"]) else 0


def _problem(wanted):
    digits = _digits(wanted)  # first, since bad data is sooner found than TensorFlow is loaded
    print("loading TensorFlow ...", file=sys.stderr, flush=True)
    quiet_import()
    from tf1_updates.problems import make_problem

    if digits is None:
        return make_problem(wanted.problem_name, seed=wanted.seed), None
    from tf1_updates.datasets import one_hot

    problem = make_problem(
        "softmax_digits",
        images=digits.train_images,
        one_hot=one_hot(digits.train_labels),
        seed=wanted.seed,
    )
    return problem, digits.source


def _digits(wanted):
    if wanted.problem_name == "softmax_digits":
        from tf1_updates.datasets import load

        return load(wanted.data)
    if wanted.data != "bundled":
        raise InputError(
            "--data", wanted.data, "no source: {} has none".format(wanted.problem_name)
        )
    return None


class _Comparison:
    """One comparison on its way: what was asked, what was checked, what was measured."""

    def __init__(self, wanted, problem, source):
        from tf1_updates.rules import make_rule

        self._wanted, self._problem = wanted, problem
        self._rule = make_rule(wanted.rule_name, **wanted.hyper_parameters)
        self._rows = []
        self._block = max(1, wanted.effort.steps // BLOCKS)
        self._settings = {
            "problem": wanted.problem_name,
            "rule": dict(name=wanted.rule_name, **self._rule.settings()),
            "approaches": wanted.approaches,
            "steps": wanted.effort.steps,
            "budget_seconds": wanted.effort.budget_seconds,
            "check_steps": wanted.effort.check_steps,
            "warmup_steps": WARMUP_STEPS,
            "block": self._block,
            "seed": wanted.seed,
            "data": source,
        }
        self._next_save = time.monotonic() + SECONDS_BETWEEN_SAVES

    def run(self):
        """Check, measure, save; return the document, which is partial after Ctrl-C."""
        measurement = None
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

        names, steps = self._wanted.approaches, self._wanted.effort.check_steps
        with progress_bar(len(names), "checking") as move:
            move(names[0], 0)
            for row in examine_each(
                names, self._problem, self._rule, steps, self._wanted.use_resource
            ):
                self._rows.append(row)
                move(row.name, len(self._rows))

    def _measure(self):
        from tf1_updates.compare import time_agreeing

        effort = self._wanted.effort
        done = {}
        total = effort.steps * sum(row.status == "ok" for row in self._rows)
        with progress_bar(total, "measuring") as move:

            def on_progress(name, steps_done, steps_wanted):
                done[name] = steps_done
                move(name, sum(done.values()))

            return time_agreeing(
                self._rows,
                self._problem,
                self._rule,
                self._wanted.use_resource,
                steps=effort.steps,
                block=self._block,
                warmup=WARMUP_STEPS,
                budget_seconds=effort.budget_seconds,
                seed=self._wanted.seed,
                on_progress=on_progress,
                on_round=self._save_now_and_then,
            )

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
        return document(self._rows, measurement, environment, self._settings, REFERENCE)


def _report(wanted, document):
    from tf1_updates.reports import markdown
    from tf1_updates.reports.table import print_report

    if wanted.markdown:
        print(markdown.render(document))
    else:
        from rich.console import Console

        print_report(document, Console())
    if wanted.plot:
        from tf1_updates.reports.plots import save_figure

        save_figure(wanted.plot, document)
