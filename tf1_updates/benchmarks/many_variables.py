"""What 100 small variables cost: an op per variable is cheap, and a rule has several.

Three steps side by side, for 100 variables of 1,000 floats: the stock optimizer; `RuleOptimizer`;
and the rule's own ops alone, on fed weights and gradients, neither read from nor written to a
variable. What `RuleOptimizer` takes beyond the first and the third together is its own overhead.
"""

import numpy as np
import tensorflow.compat.v1 as tf

from tf1_updates.approaches import APPROACHES
from tf1_updates.rules import make_rule
from tf1_updates.timing.measure import measure
from tf1_updates.timing.series import Series
from tf1_updates.timing.statistics import median_interval, paired_ratio

VARIABLES, SIZE = 100, 1000


class _Step:
    """A step in a graph and session of its own, ready for `measure`."""

    def __init__(self, name, build):
        self.name, self.graph = name, tf.Graph()
        with self.graph.as_default():
            self._run, self._feed = build()
            initialise = tf.global_variables_initializer()
        self._session = tf.Session(graph=self.graph)
        self._session.run(initialise)

    def feed(self, number):
        return self._feed

    def step(self, feed):
        self._run(self._session, feed)

    def graph_ops(self):
        return self.graph.version


def _trained(approach, rule):
    def build():
        ones = np.ones(SIZE, np.float32)
        variables = [tf.get_variable("v{}".format(n), initializer=ones) for n in range(VARIABLES)]
        scale = tf.placeholder(tf.float32, [])
        loss = scale * tf.add_n([tf.reduce_sum(variable * variable) for variable in variables])
        return APPROACHES[approach].build(loss, variables, rule), {scale: 1e-3}

    return build


def _ops_alone(rule):
    def build():
        # One fed array serves all, so that feeding costs next to nothing.
        fed = tf.placeholder(tf.float32, [SIZE])
        step = tf.placeholder(tf.int64, [])
        now = rule.at(step)
        names = ["v{}".format(number) for number in range(VARIABLES)]
        moved = [
            now.project(now.move(fed + number, fed, step, names[number]))
            for number in range(VARIABLES)
        ]
        # Added up, since TensorFlow drops an op whose result nobody takes.
        together = tf.add_n(moved).op
        feed = {fed: np.ones(SIZE, np.float32), step: 0}
        return (lambda session, feed: session.run(together, feed)), feed

    return build


def run(rule_name, steps=300, **hyper_parameters):
    """Measure one rule; return lines of text with medians and ratios.

    >>> len(run("gradient_descent", steps=6))
    5
    """
    rule = make_rule(rule_name, **hyper_parameters)
    steppers = [
        _Step("built_in", _trained("built_in", rule)),
        _Step("optimizer_subclass", _trained("optimizer_subclass", rule)),
        _Step("the rule's ops alone", _ops_alone(rule)),
    ]
    found = measure(steppers, steps, block=max(1, steps // 40), warmup=5, budget_seconds=60)
    stock, ours, alone = found.series
    total = [first + second for first, second in zip(stock.step_seconds, alone.step_seconds)]
    both = Series("both", stock.block, step_seconds=total)
    lines = ["{} variables of {} floats, {!r}".format(VARIABLES, SIZE, rule)]
    for series in found.series:
        middle, ratio = median_interval(series), paired_ratio(series, stock)
        text = "  {:<22}{:7.3f} ms   {:5.2f}x built_in [{:.2f}, {:.2f}]"
        low, high = ratio.low or ratio.value, ratio.high or ratio.value
        lines.append(text.format(series.name, 1e3 * middle.value, ratio.value, low, high))
    last = "  optimizer_subclass takes {:.2f}x built_in and the rule's ops together"
    return lines + [last.format(paired_ratio(ours, both).value)]


def main():
    """Print the figures for plain descent and for the thread's rule."""
    for name in ("gradient_descent", "wrapped_noisy_descent"):
        print("\n".join(run(name)))


if __name__ == "__main__":
    main()
