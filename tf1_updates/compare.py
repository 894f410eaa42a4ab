"""Compares approaches: checks each one first, then times those that agree, side by side."""

import contextlib

import tensorflow.compat.v1 as tf

from tf1_updates.agreement.check import check_on
from tf1_updates.agreement.judge import Judge
from tf1_updates.approaches import APPROACHES, REFERENCE
from tf1_updates.errors import UnsupportedError
from tf1_updates.placement import LOCAL, Placement
from tf1_updates.problems.loading import load_digits, problem_on
from tf1_updates.rules import GradientDescent, make_rule
from tf1_updates.session_stepper import SESSIONS, SessionStepper
from tf1_updates.timing.document import Row
from tf1_updates.timing.isolated import isolated
from tf1_updates.timing.measure import measure


def variable_kind(use_resource=None):
    """Return `"resource"` or `"reference"`: what `Problem.build` makes of `use_resource`.

    >>> variable_kind(False)
    'reference'
    """
    if use_resource is None:
        use_resource = tf.resource_variables_enabled()
    return "resource" if use_resource else "reference"


def examine(approach, problem, rule, judge, steps, use_resource=None, placement=LOCAL):
    """Check one approach for some steps, without timing it.

    Args:
        approach: an entry of `APPROACHES`.
        problem: the `Problem` to train.
        rule: the `Rule` that is handed to the approach.
        judge: a `Judge` for the rule that the approach claims to follow.
        steps: how many steps to check.
        use_resource: the kind of variable, as for `Problem.build`.
        placement: the `Placement` of graphs and sessions.

    Returns:
        A `Row`: `ok`; `wrong`, with the first step that was off; or `unsupported`, with what the
        approach itself says and, where it can be made to try, how far off it is.
    """
    refusal = None
    try:
        with tf.Graph().as_default(), placement.scope():
            model = problem.build(use_resource)
            approach.build_on(model, rule)
    except UnsupportedError as error:
        refusal = error.problem
    try:
        found = check_on(
            problem,
            lambda model: approach.build_on(model, rule, attempt=True),
            judge,
            steps,
            use_resource,
            placement,
        )
    except UnsupportedError as error:
        return Row(approach.name, approach.origin, "unsupported", error.problem)
    except tf.errors.InvalidArgumentError:
        if placement == LOCAL:
            raise
        problem = "TensorFlow cannot place its ops there"
        return Row(approach.name, approach.origin, "unsupported", problem)
    status = "unsupported" if refusal else "wrong" if found.first_wrong else "ok"
    figures = found._asdict()
    first_wrong = figures.pop("first_wrong")
    return Row(approach.name, approach.origin, status, refusal or first_wrong, **figures)


def examine_each(names, problem, rule, steps, use_resource=None, placement=LOCAL):
    """Check approaches one after another; yield the `Row` of each as it is known.

    Args:
        names: names of approaches.
        problem, rule, steps, use_resource, placement: as for `examine`.
    """
    judges = {}
    try:
        for approach in map(APPROACHES.get, names):
            is_floor = approach.origin == "floor"
            if is_floor not in judges:
                claimed = claimed_rule(approach, rule)
                judges[is_floor] = Judge(problem, claimed, use_resource, placement)
            judge, where = judges[is_floor], (use_resource, placement)
            yield examine(approach, problem, rule, judge, steps, *where)
    finally:
        for judge in judges.values():
            judge.close()


def claimed_rule(approach, rule):
    """Return the rule that an approach is held to: the floor follows plain descent, whatever it is.

    >>> claimed_rule(APPROACHES["built_in"], make_rule("momentum", learning_rate=0.5))
    GradientDescent(learning_rate=0.5)
    """
    if approach.origin != "floor":
        return rule
    return GradientDescent(learning_rate=rule.learning_rate)


def time_agreeing(rows, problem, rule, use_resource=None, placement=LOCAL, **measuring):
    """Time the approaches that agree with their rule, interleaved in blocks.

    Args:
        rows: what `examine_each` yielded; those that are not `ok` are left out.
        problem, rule, use_resource, placement: as for `examine`.
        **measuring: `steps`, `block`, `warmup`, `budget_seconds` and so on, for `measure`.

    Returns:
        A `Measurement`.
    """
    with contextlib.ExitStack() as sessions:
        steppers = []
        for name in _agreeing(rows):
            turns = _turns(rows, name, measuring)
            stepper = SessionStepper(
                APPROACHES[name], problem, rule, use_resource, placement=placement, **turns
            )
            sessions.callback(stepper.close)
            steppers.append(stepper)
        return measure(steppers, **measuring)


def time_isolated(rows, made_from, on_ready=None, **measuring):
    """Time the approaches that agree with their rule, each in a process of its own.

    Args:
        rows, measuring: as for `time_agreeing`.
        made_from: dictionary of the arguments of `make_stepper` but the approach.
        on_ready: as for `isolated`.

    Returns:
        A `Measurement`.
    """
    arguments = {
        name: dict(made_from, approach=name, **_turns(rows, name, measuring))
        for name in _agreeing(rows)
    }
    with isolated("tf1_updates.compare:make_stepper", arguments, on_ready) as steppers:
        return measure(steppers, **measuring)


def make_stepper(
    approach, problem, data, seed, rule, use_resource, sessions=1, turn=1, placement=LOCAL
):
    """Return the `SessionStepper` of what is known by name, as another process is told of it.

    Args:
        approach, problem: names.
        data: as for `datasets.load`.
        seed: of the problem.
        rule: dictionary of the rule's `name` and its hyper-parameters.
        use_resource: as for `examine`.
        sessions, turn: as for `SessionStepper`.
        placement: a `Placement`, or the list that it is in JSON.

    >>> rule = {"name": "gradient_descent", "learning_rate": 0.1}
    >>> make_stepper("group_assign", "coupled", "bundled", 0, rule, True).name
    'group_assign'
    """
    digits = load_digits(problem, data)
    return SessionStepper(
        APPROACHES[approach],
        problem_on(digits, problem, seed),
        make_rule(**rule),
        use_resource,
        sessions=sessions,
        turn=turn,
        placement=Placement(*placement),
    )


def _turns(rows, name, measuring):
    row = next(row for row in rows if row.name == name)
    return {"sessions": 1 if row.ops_added_per_step else SESSIONS, "turn": measuring["block"]}


def _agreeing(rows):
    names = [row.name for row in rows if row.status == "ok"]
    return sorted(names, key=lambda name: name != REFERENCE)  # the reference first
