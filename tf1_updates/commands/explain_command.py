"""`tf1-updates explain`: take the slowdown apart, or trace one step."""

import functools
import json
import sys
import time

from tf1_updates.commands.explain_options import (
    BLOCK,
    OUTPUTS,
    PROJECTION_STEP,
    checked,
    options_of,
)
from tf1_updates.commands.explain_options import add_options as add_options
from tf1_updates.commands.progress import progress_bar
from tf1_updates.commands.quiet_import import quiet_import
from tf1_updates.files import write_atomically
from tf1_updates.timing.load import load_since, read_machine

SUMMARY = "say why session.run in a loop is slow: what each cause costs, and how it grows"

TRACED_STEP = 10
# Saving takes time, so it waits at least twenty times as long as the last save took.
SAVE_SHARE = 20


def run(options):
    """Explain as asked; return 0, or 1 if a subject is wrong, or 130 after Ctrl-C."""
    earlier = None
    if options.resume is not None and options.trace is None:
        from tf1_updates.commands.resuming import resumed
        from tf1_updates.explain.contract import ALLOWED, problem_with

        earlier, options = resumed(
            options.resume, options, options_of, checked, OUTPUTS, problem_with, ALLOWED
        )
    wanted = checked(options)
    from tf1_updates.problems.loading import load_digits, problem_on

    digits = load_digits(wanted.problem_name, "bundled")
    print("loading TensorFlow ...", file=sys.stderr, flush=True)
    quiet_import()
    problem = problem_on(digits, wanted.problem_name, wanted.seed)
    if wanted.trace:
        at = wanted.effort.at[0] if options.at else TRACED_STEP
        return _trace(wanted, problem, at)
    document = _Explanation(wanted, problem, digits.source if digits else None, earlier).run()
    _report(wanted, document)
    if not document["complete"]:
        print("tf1-updates: interrupted; what was measured is reported", file=sys.stderr)
        return 130
    return 1 if any(each["status"] == "wrong" for each in document["subjects"]) else 0


def _rule(seed):
    from tf1_updates.rules import make_rule

    return make_rule("wrapped_noisy_descent", seed=seed)


class _Explanation:
    """One explanation on its way to its file."""

    def __init__(self, wanted, problem, source, earlier):
        from tf1_updates.compare import variable_kind
        from tf1_updates.explain.explaining import Explaining, Plan
        from tf1_updates.timing.environment import describe

        self._wanted, effort = wanted, wanted.effort
        rule = _rule(wanted.seed)
        seconds = None if wanted.check_projection else effort.projection_seconds
        plan = Plan(
            at=effort.at,
            window=effort.window,
            block=BLOCK,
            budget_seconds=effort.budget_seconds,
            check_steps=effort.check_steps,
            projection_seconds=seconds,
            projection_step=PROJECTION_STEP,
            seed=wanted.seed,
        )
        self._settings = {
            "problem": wanted.problem_name,
            "rule": dict(name="wrapped_noisy_descent", **rule.settings()),
            "quick": wanted.quick,
            "check_projection": wanted.check_projection,
            "data": source,
        }
        self._settings.update(plan._asdict(), at=list(plan.at))
        self._environment = earlier["environment"] if earlier else describe(variable_kind())
        self._explaining = Explaining(problem, rule, plan, self._tell, self._save_now_and_then)
        if earlier:
            from tf1_updates.explain.document import checked_of, records_of

            rows, counts = checked_of(earlier)
            check = earlier["projection_check"]
            self._explaining.resume(rows, counts, records_of(earlier), check)
        self._move = None
        self._next_save = 0.0
        self._before, self._earlier = read_machine(), earlier

    def run(self):
        """Check, measure, save; return the document with its results, partial after Ctrl-C."""
        from tf1_updates.explain.document import with_results

        effort, subjects = self._wanted.effort, len(self._explaining.subjects())
        with progress_bar(len(effort.at) * effort.window * subjects, "explaining") as move:
            self._move, self._done = move, 0
            self._explaining.run()
        document = with_results(self._document())
        if self._wanted.json and document["subjects"]:
            self._save(document)
        return document

    def _tell(self, text, steps_done=None):
        self._done = self._done if steps_done is None else steps_done
        self._move(text, self._done)

    def _save_now_and_then(self):
        start = time.monotonic()
        if self._wanted.json and start >= self._next_save:
            self._save(self._document())
            now = time.monotonic()
            self._next_save = now + SAVE_SHARE * (now - start)

    def _save(self, document):
        from tf1_updates.timing.document import save

        save(self._wanted.json, document)

    def _document(self):
        from tf1_updates.explain.document import document

        found = self._explaining
        rows = [found.rows[each.name] for each in found.subjects() if each.name in found.rows]
        return document(
            rows,
            found.counts,
            found.records,
            found.check,
            self._environment,
            self._settings,
            found.complete,
            load_since(self._before, self._earlier),
        )


def _report(wanted, document):
    from tf1_updates.reports import explain_text
    from tf1_updates.reports.page import print_text

    if wanted.markdown:
        print(explain_text.render_markdown(document), end="")
    else:
        print_text(functools.partial(explain_text.render, document))
    if wanted.plot:
        from tf1_updates.reports.explain_plot import save_figure

        save_figure(wanted.plot, document)


def _trace(wanted, problem, step):
    from tf1_updates.approaches import APPROACHES
    from tf1_updates.explain.trace import trace_step
    from tf1_updates.reports import explain_trace
    from tf1_updates.reports.page import print_text

    approach = APPROACHES[wanted.approach]
    trace = trace_step(approach, problem, _rule(wanted.seed), step, time.perf_counter)
    write_atomically(wanted.trace, json.dumps(trace.events) + "\n")
    figures = dict(trace._asdict(), kernels=[tuple(each) for each in trace.kernels])
    if wanted.markdown:
        print(explain_trace.render_markdown(approach.name, step, figures), end="")
    else:
        print_text(lambda width, encoding: explain_trace.render(approach.name, step, figures))
    return 0
