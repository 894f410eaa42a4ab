"""How a custom weight-update rule reaches a variable in TensorFlow graph mode."""
