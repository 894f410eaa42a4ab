"""Checks how the notebooks are kept: their structure and outputs."""
