"""What is told of the machine's load follows from two readings, of any machine."""

import pytest
from timing_fakes import ROWS

from tf1_updates.timing.document import document
from tf1_updates.timing.load import Reading, load_between, load_warnings, read_machine


def readings(others=0.0, before=0.0, after=0.0, cpus=4, seconds=10.0, own=7.0):
    """Two readings between which other programs used a share of all processors."""
    first = Reading(50.0, cpus, before, 1000.0, 3.0)
    busy = 1000.0 + others * seconds * cpus + own
    return first, Reading(50.0 + seconds, cpus, after, busy, 3.0 + own)


@pytest.mark.parametrize("others", [0.0, 0.25, 1.0])
def test_the_share_of_others_leaves_out_this_program(others):
    assert load_between(*readings(others))["share_of_others"] == pytest.approx(others)


def test_a_share_is_never_below_0_or_above_1():
    first, last = readings()
    assert load_between(first, last._replace(own_seconds=99.0))["share_of_others"] == 0.0
    assert load_between(first, last._replace(busy_seconds=9999.0))["share_of_others"] == 1.0


def test_what_the_system_cannot_tell_is_unknown_and_warns_of_nothing():
    first, last = readings(others=0.9, before=99.0, after=99.0)
    blind = dict(average=None, busy_seconds=None, own_seconds=None)
    load = load_between(first._replace(**blind), last._replace(**blind))
    assert load["share_of_others"] is None and load_warnings(load) == []
    assert load_between(first, first)["share_of_others"] is None  # no time between them


def warnings_of(*args, **options):
    return load_warnings(load_between(*readings(*args, **options)))


def test_a_tenth_of_the_processors_is_the_limit():
    assert warnings_of(others=0.09) == []
    assert warnings_of(others=0.35) == [
        "the machine was loaded: other programs had 35% of its 4 processors while it was measured"
    ]


def test_what_ran_before_the_start_is_told_relative_to_the_processors():
    assert warnings_of(before=2.0) == [] and warnings_of(before=2.0, cpus=16) == []
    assert warnings_of(before=2.6) == [
        "the machine was loaded: 2.6 programs were running on 4 processors before the start"
    ]


def test_what_runs_at_the_end_counts_only_where_nothing_better_is_known():
    first, last = readings(after=6.5)
    assert load_warnings(load_between(first, last)) == []
    unknown = load_between(first, last._replace(busy_seconds=None))
    assert load_warnings(unknown) == [
        "the machine was loaded: 6.5 programs were running on 4 processors at the end"
    ]
    assert load_warnings(dict(unknown, average_after=5.9)) == []


def test_a_comparison_keeps_its_load_and_warns():
    load = load_between(*readings(others=0.5))
    found = document(ROWS, None, {}, {}, "group_assign", load=load)
    assert found["load"] == load and found["warnings"] == load_warnings(load)
    busy = {"load_average": [9.0, 1.0, 1.0], "cpus_usable": 4, "cpus_logical": 64}
    found = document(ROWS, None, busy, {}, "group_assign")
    assert found["load"] is None
    assert found["warnings"] == [
        "the machine was loaded: 9.0 programs were running on 4 processors at the end"
    ]
    assert document(ROWS, None, {"load_average": None}, {}, "group_assign")["warnings"] == []


def test_this_machine_can_be_read_twice():
    first, last = read_machine(), read_machine()
    assert last.seconds >= first.seconds and last.cpus == first.cpus >= 1
    assert last.own_seconds >= first.own_seconds > 0
