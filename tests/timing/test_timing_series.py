import json

from tf1_updates.timing.clock import ManualClock
from tf1_updates.timing.series import Series


def test_a_manual_clock_moves_only_when_told():
    clock = ManualClock()
    assert (clock(), clock()) == (0.0, 0.0)
    clock.advance(0.5)
    clock.advance(0.25)
    assert clock() == 0.5 + 0.25


def test_blocks_are_cut_in_order_and_the_last_may_be_shorter():
    series = Series("any", block=3, step_seconds=[3.0, 1.0, 2.0, 9.0, 9.0, 6.0, 4.0, 8.0])
    assert series.blocks() == [[3.0, 1.0, 2.0], [9.0, 9.0, 6.0], [4.0, 8.0]]
    assert series.block_medians() == [2.0, 9.0, (4.0 + 8.0) / 2]


def test_a_block_is_centred_on_its_middle_step_counted_with_the_warm_up():
    series = Series("any", block=3, warmup_seconds=[1.0] * 5, step_seconds=[1.0] * 8)
    assert series.first_step_number == 5
    assert series.next_step_number == 5 + 8
    assert series.block_centres() == [(5 + 6 + 7) / 3, (8 + 9 + 10) / 3, (11 + 12) / 2]


def test_blocks_of_another_length():
    series = Series("any", block=1, step_seconds=[1.0, 2.0, 3.0, 4.0])
    assert series.block_medians(2) == [(1.0 + 2.0) / 2, (3.0 + 4.0) / 2]
    assert series.block_centres(2) == [(0 + 1) / 2, (2 + 3) / 2]


def test_an_empty_series_has_no_blocks():
    assert Series("any", block=3).blocks() == Series("any", block=3).block_centres() == []


def test_only_steps_with_both_records_are_whole():
    for seconds, ops in (([1.0, 2.0, 3.0], [7, 8]), ([1.0, 2.0], [7, 8, 9])):
        series = Series("any", block=2, step_seconds=seconds, graph_ops=ops)
        series.keep_whole_steps()
        assert (series.step_seconds, series.graph_ops) == ([1.0, 2.0], [7, 8])


def test_a_series_survives_json_bit_for_bit():
    series = Series("any", 2, [0.1], [1 / 3, 2e-9], [5, 6], stopped_early=True, failed="why")
    assert Series(**json.loads(json.dumps(series.to_dict()))) == series
