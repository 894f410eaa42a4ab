"""What the allocator's settings are worth to the approaches that a sweep timed."""

from tf1_updates.doctor import allocator

# Those whose every op passes over memory and asks for some.
PLAIN = ("group_assign", "optimizer_subclass")


def worth_of_settings(point, rule, measure=allocator.measure):
    """Time the plain forms at a point's size under each setting of the allocator, without noise.

    Noise takes the same time under each of them, and would hide what the memory costs.

    Args:
        point: the record of a point of a sweep over weights.
        rule: dictionary of the rule's name and hyper-parameters.
        measure: see `doctor.allocator`.

    Returns:
        What `measure` returned.

    >>> point = {"value": 10**7, "approaches": [{"name": "group_assign", "step_seconds": [1.0]}]}
    >>> worth_of_settings(point, {"name": "momentum"}, measure=lambda *given: given)
    (10000000, 40, ['group_assign'], {'name': 'momentum'})
    """
    timed = [each["name"] for each in point["approaches"] if each["step_seconds"]]
    names = [name for name in PLAIN if name in timed]
    if "noise_stddev" in rule:
        rule = dict(rule, noise_stddev=0.0)
    return measure(point["value"], allocator.STEPS, names, rule)
