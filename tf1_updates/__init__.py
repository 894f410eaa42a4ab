"""How a custom weight-update rule reaches a variable in TensorFlow's graph mode, and what it costs.

A rule says what the next weight is, `w <- project(move(w, g, step))`; an approach says how the rule
reaches the variables. Importing this package imports no TensorFlow, and changes nothing in it.
"""

__version__ = "0.1.0"
