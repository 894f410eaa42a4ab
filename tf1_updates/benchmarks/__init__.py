"""Benchmarks that ship: each is run as `python -m tf1_updates.benchmarks.NAME`."""
