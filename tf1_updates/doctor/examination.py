"""All checks in order, and their findings as one document that JSON can hold."""

from tf1_updates.doctor import machine, software
from tf1_updates.doctor.finding import is_usable

SCHEMA = "tf1-updates/doctor/1"

CHECKS = (
    software.check_python,
    software.check_tensorflow,
    software.check_numpy,
    software.check_protobuf,
    software.check_keras,
    software.check_packages,
    machine.check_processor,
    machine.check_threads,
    machine.check_memory,
    machine.check_display,
    machine.check_data,
    machine.check_python37,
    machine.check_allocator,
)


def examine(facts):
    """Return the document of all findings.

    Args:
        facts: `Facts`.

    Returns:
        A dictionary: `usable` says whether no check is bad, `findings` has a record for each.
    """
    findings = [check(facts) for check in CHECKS]
    return {
        "schema": SCHEMA,
        "complete": True,
        "environment": facts.described,
        "settings": {"measure": facts.allocator is not None},
        "usable": is_usable(findings),
        "findings": [dict(finding._asdict()) for finding in findings],
        "allocator": facts.allocator,
    }
