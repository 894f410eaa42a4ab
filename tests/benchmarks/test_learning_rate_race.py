"""Ordered, every step reads the old rate; unordered, every step reads one that can be named."""

import pytest

from tf1_updates.benchmarks.learning_rate_race import rates_read


@pytest.mark.parametrize("use_resource", [True, False])
def test_ordered_every_step_reads_the_old_rate(use_resource):
    assert rates_read(30, 20000, ordered=True, use_resource=use_resource) == (30, 0, 0)


def test_every_step_is_counted_once():
    assert sum(rates_read(20, 1000)) == 20
