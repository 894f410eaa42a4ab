"""Golden trajectories: what TensorFlow 1.15.5 computed, kept to hold every other one against."""
