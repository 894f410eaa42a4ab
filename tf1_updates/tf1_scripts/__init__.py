"""Finds the lines of a TensorFlow 1 training script that make its graph grow."""
