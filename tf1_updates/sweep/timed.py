"""The timing of one point: interleaved with the reference, in as few groups as memory allows.

All approaches of constant cost are in the same rounds, with the floors, unless so many sessions
would be too large together. One whose graph grows has rounds of its own with the reference: it gets
few steps, and what it leaves in memory is gone before the next one begins.
"""

import contextlib

from tf1_updates.approaches import REFERENCE
from tf1_updates.sweep.records import group_record, timed_fields
from tf1_updates.timing.budget import RESERVE
from tf1_updates.timing.measure import measure

# Fewer steps of a growing approach say nothing.
LEAST_STEPS = 3
LEAST_SECONDS = 0.05
# Fewer blocks make a doubtful interval.
ENOUGH_BLOCKS = 6
# Of the time for an approach, what its further sessions may use to come up.
BUILDING_SHARE = 0.3


def time_point(run):
    """Time what agrees at a point and write it down there.

    Args:
        run: the `PointRun`; its `records`, `groups` and `floors` are filled.

    Raises:
        KeyboardInterrupt: after Ctrl-C, when what was timed until then is written down.
    """
    agreeing = [name for name, record in run.records.items() if record["status"] == "ok"]
    others = [name for name in agreeing if name != REFERENCE]
    growing = [name for name in others if run.records[name]["ops_added_per_step"] > 0]
    constant = [name for name in others if name not in growing]
    sessions = _sessions(run, len(constant) + 1)
    groups = _groups(run, constant) + [[name] for name in growing]
    with contextlib.ExitStack() as alive:
        reference = None
        if REFERENCE in agreeing:
            run.use(run.tools.needs.to_time(run.size, sessions=sessions + 1))
            each = (run.end - run.tools.clock()) / (len(agreeing) + len(groups))
            reference = run.tools.stepper(REFERENCE, run.value, sessions, BUILDING_SHARE * each)
            alive.callback(reference.close)
        for place, names in enumerate(groups):
            to_come = sum(len(group) + 1 for group in groups[place:])
            left = max(0.0, run.end - run.tools.clock())
            seconds = left * (len(names) + 1) / to_come
            is_growing = names[0] in growing if names else False
            _time_group(run, reference, names, seconds, sessions, is_growing)


def _sessions(run, approaches):
    """Return how many sessions each of so many approaches gets: what memory has room for."""
    for sessions in range(run.plan.sessions, 1, -1):
        count = sessions * approaches + _floor_count(run)
        if run.tools.needs.to_time(run.size, count) <= run.allowed:
            return sessions
    return 1


def _groups(run, names):
    """Cut the names into lists that are small enough together, beside reference and floors."""
    needs, groups = run.tools.needs, [[]]
    beside = 1 + _floor_count(run)  # the reference, too
    for name in names:
        alone = needs.to_time(run.size, sessions=1 + beside)
        if alone > run.allowed:
            run.records[name].update(status="skipped", reason=run.too_much(alone))
            continue
        if needs.to_time(run.size, sessions=len(groups[-1]) + 1 + beside) > run.allowed:
            groups.append([])
        groups[-1].append(name)
    return groups


def _floor_count(run):
    """How many floors are timed, each of which takes as much memory as a session."""
    return 1 if run.tools.normals is None else 2


def _floors(run):
    floors = [run.tools.floor(run.size)]
    return floors if run.tools.normals is None else floors + [run.tools.normals(run.value)]


def _time_group(run, reference, names, seconds, sessions, is_growing):
    plan, needs = run.plan, run.tools.needs
    if is_growing:
        steps, sessions = _growing_steps(run, names[0], sessions), 1
        block, warmup = plan.growing_block, plan.warmup
        if steps < LEAST_STEPS:
            return
    else:
        steps = plan.large_steps if run.size.is_beyond_caches else plan.steps
        block, warmup = _block(run, reference, names, seconds)
        count = sessions * (len(names) + 1) + _floor_count(run)
        run.use(needs.to_time(run.size, sessions=count))
    with contextlib.ExitStack() as alive:
        steppers = [reference] if reference else []
        floors = [] if is_growing or run.floors else _floors(run)
        for floor in floors:
            alive.callback(floor.close)
        steppers += floors
        for name in names:
            if run.tools.clock() > run.end:
                text = "building others used up this point's share of the budget, {:.3g} s"
                run.records[name].update(status="skipped", reason=text.format(run.seconds))
                continue
            run.tell("building " + name)
            each = BUILDING_SHARE * seconds / (len(names) + 1)
            steppers.append(run.tools.stepper(name, run.value, sessions, each))
            alive.callback(steppers[-1].close)
        seconds = min(seconds, run.end - run.tools.clock())
        measurement = measure(
            steppers,
            steps=steps,
            block=block,
            warmup=warmup,
            # Where first blocks are slow, the budget may be exceeded by its reserve.
            budget_seconds=max(LEAST_SECONDS, seconds / (1 + RESERVE)),
            clock=run.tools.clock,
            seed=plan.seed,
            on_progress=lambda name, done, wanted: run.tell("timing " + name),
        )
    _write_down(run, measurement, names, block, floors)
    if measurement.interrupted:
        raise KeyboardInterrupt


def _block(run, reference, names, seconds):
    """Return block and warm-up: a single step each where the checks say that steps are slow."""
    plan = run.plan
    timed = names + ([REFERENCE] if reference else [])
    checks = sum(run.records[name]["check_seconds"] for name in timed)
    each = checks / plan.check_steps
    is_slow = each * (plan.warmup + ENOUGH_BLOCKS * plan.block) > seconds
    return (1, min(1, plan.warmup)) if is_slow else (plan.block, plan.warmup)


def _growing_steps(run, name, sessions):
    """Return the steps that memory allows for a growing approach, or write down why none.

    Args:
        sessions: how many the reference beside it has.
    """
    plan, needs, record = run.plan, run.tools.needs, run.records[name]
    base = needs.to_time(run.size, sessions=sessions + 1)
    each = needs.of_growth(run.size, record["ops_added_per_step"], steps=1)
    steps = min(plan.growing_steps, int((run.allowed - base) // each) - plan.warmup)
    needed = base + each * (plan.warmup + max(steps, LEAST_STEPS))
    if steps < LEAST_STEPS:
        record.update(status="skipped", reason=run.too_much(needed))
    else:
        run.use(needed)
    return steps


def _write_down(run, measurement, names, block, floors):
    seed, place = run.plan.seed, len(run.groups)
    reference = measurement.named(REFERENCE)
    run.groups.append(group_record(block, reference))
    if reference is not None and run.records[REFERENCE]["group"] is None:
        run.records[REFERENCE].update(timed_fields(reference, reference, place, seed))
    for name in names:
        series = measurement.named(name)
        if series is None:
            continue
        run.records[name].update(timed_fields(series, reference, place, seed))
    for floor in floors:
        fields = timed_fields(measurement.named(floor.name), reference, place, seed)
        run.floors[floor.name] = dict(fields, name=floor.name)
