"""Saved comparisons as the reports find them, made from seeded series with the thread's ratios."""

import random
from statistics import median

REFERENCE = "group_assign"
SETTINGS = {
    "problem": "softmax",
    "rule": {
        "name": "wrapped_noisy_descent",
        "learning_rate": 0.1,
        "noise_stddev": 0.01,
        "bound": 20.0,
        "centred": False,
    },
    "steps": 200,
    "budget_seconds": 10,
    "block": 10,
    "warmup_steps": 5,
    "check_steps": 20,
    "seed": 7,
    "data": "digits",
}
ENVIRONMENT = {
    "tensorflow": "2.21.0",
    "python": "3.11.9",
    "numpy": "2.4.6",
    "cpu": "a processor of two cores",
    "memory_bytes_total": 8341827584,
    "load_average": [0.25, 0.5, 0.125],
    "intra_op_threads": None,
    "variable_kind": "resource",
    "environment_variables": {"TF_NUM_INTEROP_THREADS": "2"},
}


def approach(name, origin="ours", milliseconds=0.84, growth=0.0, steps=200, noise=0.04, **fields):
    """Return the record of a right approach; keyword arguments replace fields of it.

    Args:
        milliseconds: the first step's time.
        growth: milliseconds that each step takes longer than the one before.
        steps: how many steps were timed.
        noise: spread of a step's time, as a share of it.
    """
    source = random.Random(name)
    series = [
        1e-3 * (milliseconds + growth * step) * source.lognormvariate(0.0, noise)
        for step in range(steps)
    ]
    typical = median(series) if series else None
    ops_added = fields.get("ops_added_per_step", 0)
    slope_error = 1e-3 * 2 * noise * (milliseconds + growth * steps) / max(steps, 1) ** 1.5
    slope = 1e-3 * growth + slope_error * source.uniform(-0.5, 0.5)
    record = {
        "name": name,
        "origin": origin,
        "status": "ok",
        "reason": None,
        "bit_equal_share": 1.0,
        "max_circle_error": 9.536743e-07,
        "session_runs_per_step": 1,
        "ops_added_per_step": ops_added,
        "bytes_fed_per_step": 317600,
        "bytes_fetched_per_step": 0,
        "graph_ops": [int(90 + ops_added * step) for step in range(1, steps + 1)],
        "step_seconds": series,
        "warmup_seconds": [20 * second for second in series[:5]],
        "median_seconds": typical,
        "median_ci95": around(typical, noise / 2),
        "ratio": typical and typical / 0.84e-3,
        "ratio_ci95": around(typical and typical / 0.84e-3, noise),
        "growth_seconds_per_step": slope if series else None,
        "growth_ci95": [slope - slope_error, slope + slope_error] if series else None,
        "stopped_early_at_step": None,
        "warnings": [],
    }
    if name == REFERENCE and series:
        record.update(ratio=1.0, ratio_ci95=[1.0, 1.0])
    record.update(fields)
    return record


def refused(name, status, reason, origin="ours", error=None):
    """Return the record of an approach that is `"wrong"` or `"unsupported"`: nothing is timed."""
    nothing = approach(name, origin, steps=0)
    nothing.update(
        status=status,
        reason=reason,
        bit_equal_share=None if error is None else 0.0,
        max_circle_error=error,
    )
    return nothing


def document(approaches, complete=True, **settings):
    """Return a comparison of these approaches; keyword arguments replace settings."""
    return {
        "schema": "tf1-updates/compare/1",
        "complete": complete,
        "environment": dict(ENVIRONMENT),
        "settings": dict(SETTINGS, **settings),
        "reference": REFERENCE,
        "approaches": approaches,
    }


def ladder(steps=200):
    """Return all twelve approaches with the costs that the thread's facts give them."""
    hidden = refused("process_gradients", "unsupported", "cannot see w", "Q0, Q1", error=9.81)
    return document(
        [
            approach(
                "session_run_in_update",
                "Q2",
                milliseconds=6.0,
                growth=2.0,
                steps=min(45, steps),
                stopped_early_at_step=45,
                session_runs_per_step=3,
                ops_added_per_step=51.25,
                bytes_fetched_per_step=31360,
            ),
            approach(
                "eval_after_step",
                "Q3",
                milliseconds=4.0,
                growth=0.26,
                steps=steps,
                session_runs_per_step=4,
                ops_added_per_step=4,
                bytes_fetched_per_step=94080,
            ),
            approach(
                "prebuilt_session_run",
                milliseconds=1.5,
                steps=steps,
                session_runs_per_step=4,
                bytes_fed_per_step=380320,
                bytes_fetched_per_step=62720,
                bit_equal_share=0.99996,
                max_circle_error=1.9073e-06,
            ),
            hidden,
            approach("constraint", milliseconds=0.92, steps=steps),
            approach(
                "rewritten_gradient",
                milliseconds=0.95,
                steps=steps,
                bit_equal_share=0.914,
                max_circle_error=3.8147e-06,
            ),
            approach("group_assign", "A2", steps=steps),
            approach("group_assign_from_optimizer", "A2c", milliseconds=0.85, steps=steps),
            approach("optimizer_subclass", "A1", milliseconds=0.84, steps=steps),
            approach("compiled", milliseconds=0.75, steps=steps, noise=0.2, warnings=[NOISY]),
            approach("in_graph_loop", milliseconds=0.6, steps=steps, session_runs_per_step=0.05),
            approach(
                "built_in",
                "floor",
                milliseconds=0.7,
                steps=steps,
            ),
        ]
    )


NOISY = "noisy: the middle half of its steps, any trend removed, spans 27% of the median"


def around(center, share):
    """Return an interval of this share to both sides."""
    return None if center is None else [center * (1 - share), center * (1 + share)]
