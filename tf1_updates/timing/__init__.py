"""Measures what a step costs: it steps objects and reads a clock. No TensorFlow, no plots."""
