"""What the allocator's settings are worth here: the same steps in child processes, two for each.

A step of `group_assign` on ten million weights writes several arrays of 40 MB. By default each is
asked of the system and given back, which costs more than the arithmetic. `built_in` writes in place
and asks for nothing, so it is what the others are held against, by turns in the same child.
"""

import os
import sys
from statistics import median

from tf1_updates.doctor.child import run

WEIGHTS, STEPS, BLOCK = 10000000, 40, 2
REFERENCE, PLAIN = "built_in", "group_assign"
RULE = {"name": "wrapped_noisy_descent", "noise_stddev": 0.0}
# Below this a difference is within what a machine shows without any.
WORTHWHILE = 1.2

SETTINGS = {
    "default": {},
    "bfc": {"TF_CPU_ALLOCATOR_USE_BFC": "true"},
    "malloc": {"MALLOC_MMAP_MAX_": "0", "MALLOC_TRIM_THRESHOLD_": "-1"},
}


def measure(weights=WEIGHTS, steps=STEPS, approaches=(PLAIN,), rule=None, run=run):
    """Time the same steps under each of `SETTINGS`, there and back, in a new process each time.

    Args:
        weights: how many, in one variable.
        steps: of each approach in each process, a multiple of `BLOCK`.
        approaches: names of what is held against `built_in`.
        rule: the rule's name and hyper-parameters as a dictionary; by default the thread's rule
            without noise.
        run: function from a command and an `environment` to a `Child`.

    Returns:
        A dictionary with `weights`, `block`, `reference`, `worthwhile`, `children`, a list of
        dictionaries with `setting` and `step_seconds` by approach, and `error`, which is `None` if
        all were measured.
    """
    from tf1_updates.doctor.allocator_child import command

    children, error = [], None
    plain = {name: os.environ[name] for name in os.environ if not _is_setting(name)}
    asked = {"weights": weights, "steps": steps, "block": BLOCK, "rule": rule or RULE}
    line = command(sys.executable, dict(asked, approaches=[REFERENCE] + list(approaches)))
    for name in list(SETTINGS) + list(SETTINGS)[::-1]:
        child = run(line, environment=dict(plain, **SETTINGS[name]))
        if child.error is not None:
            error = child.error
            break
        children.append({"setting": name, "step_seconds": child.answer})
    return {
        "weights": weights,
        "block": BLOCK,
        "reference": REFERENCE,
        "worthwhile": WORTHWHILE,
        "children": children,
        "error": error,
    }


def _is_setting(name):
    return any(name in variables for variables in SETTINGS.values())


def setting_text(name):
    """Write a setting as it stands before a command.

    >>> setting_text("malloc"), setting_text("default")
    ('MALLOC_MMAP_MAX_=0 MALLOC_TRIM_THRESHOLD_=-1', 'default allocator')
    """
    parts = ["{}={}".format(*pair) for pair in SETTINGS.get(name, {}).items()]
    return " ".join(parts) or "default allocator"


def median_seconds(measured, setting, approach):
    """Return the median step of an approach in the less disturbed of a setting's children.

    Args:
        measured: what `measure` returned.
        setting: a key of `SETTINGS`.
        approach: name.
    """
    return min(map(median, _steps(measured, setting, approach)))


def ratio(measured, setting, approach):
    """Return the `Estimate` of an approach's step as a multiple of `built_in`'s in the same child.

    >>> children = [{"setting": "bfc", "step_seconds": {"built_in": [1.0] * 6, "a": [4.0] * 6}}]
    >>> ratio({"block": 2, "reference": "built_in", "children": children}, "bfc", "a")
    Estimate(value=4.0, low=4.0, high=4.0)
    """
    # The doctor comes up where NumPy is missing; nothing is measured there.
    from tf1_updates.timing.series import Series
    from tf1_updates.timing.statistics import paired_ratio

    series = []
    for name in (approach, measured["reference"]):
        steps = _steps(measured, setting, name)
        series.append(Series(name, measured["block"], step_seconds=sum(steps, [])))
    return paired_ratio(*series)


def _steps(measured, setting, approach):
    children = [each for each in measured["children"] if each["setting"] == setting]
    return [each["step_seconds"][approach] for each in children]
