"""Beyond the batches in the graph they come again, in the order in which a feed would repeat them.

And with schedules, noise and several variables, runs of any length give the weights of as many
single steps.
"""

import numpy as np
import pytest
import tensorflow.compat.v1 as tf
from lacking import ON_TF1, needs_compiled_loops
from loop_steps import as_written, count_of, digits, single_steps

from tf1_updates.agreement.check import check_on
from tf1_updates.agreement.judge import Judge
from tf1_updates.approaches import in_graph_loop
from tf1_updates.problems import Quadratic
from tf1_updates.rules import (
    Adam,
    Chain,
    Decay,
    GradientDescent,
    Langevin,
    Momentum,
    Noise,
    ProjectedDescent,
    Wrap,
    WrappedNoisyDescent,
)

BATCHES, STEPS = 3, 8
IN_XLA = [False, pytest.param(True, marks=needs_compiled_loops)]


class Cycling:
    """A problem whose feed starts over after some batches."""

    def __init__(self, problem, period):
        self._problem, self._batch, self._period = problem, problem.batch, period
        problem.batch = lambda number: self._batch(number % period)
        if hasattr(problem, "_chosen"):
            chosen = problem._chosen
            problem._chosen = lambda number: chosen(number % period)

    def __getattr__(self, name):
        return getattr(self._problem, name)


# Of the digits, an epoch is two batches.
MAKE = {"quadratic": lambda: Quadratic(seed=1), "digits": lambda: digits(40)}
RULE = WrappedNoisyDescent(lambda step: 0.2 - 0.01 * step, 20, 0.01, seed=2)


def judged(problem, batches):
    judge = Judge(problem, RULE, use_resource=not ON_TF1)
    try:
        return check_on(
            problem,
            lambda model: in_graph_loop.build_on(model, RULE, batches),
            judge,
            STEPS,
            use_resource=not ON_TF1,
        )
    finally:
        judge.close()


@pytest.mark.parametrize("name", list(MAKE))
def test_across_the_boundary_it_is_what_a_feed_that_repeats_would_give(name):
    found = judged(Cycling(MAKE[name](), BATCHES), BATCHES)
    assert found.first_wrong is None and found.bit_equal_share == 1.0


@pytest.mark.parametrize("name", list(MAKE))
def test_the_judge_names_the_first_step_whose_batch_is_another(name):
    found = judged(MAKE[name](), BATCHES)
    assert found.first_wrong.startswith("step {} in ".format(BATCHES))
    assert judged(MAKE[name](), STEPS).first_wrong is None


def decaying(step):
    return tf.train.piecewise_constant(step, [5, 40], [0.1, 0.05, 0.02])


RULES = {
    "wrapped": WrappedNoisyDescent(decaying, 20, lambda step: 0.01 / (step + 1.0), seed=2),
    "descent": GradientDescent(decaying),
    "momentum": Momentum(decaying, 0.9),
    "nesterov": Momentum(decaying, 0.9, use_nesterov=True),
    "adam": Adam(decaying),
    "langevin": Langevin(decaying, 0.01, seed=5),
    "projected": ProjectedDescent(decaying, low=-2.5, high=3.0),
    "chain": Chain(Decay(0.01), Momentum(decaying, 0.9), Noise(0.01), Wrap(20)),
}
TOTAL = 71


@pytest.mark.slow
@pytest.mark.parametrize("compiled", IN_XLA, ids=["plain", "compiled"])
@pytest.mark.parametrize("name", list(RULES))
def test_runs_of_1_7_and_64_steps_give_the_weights_of_single_steps(name, compiled):
    right, count = single_steps(Quadratic(seed=1), RULES[name], TOTAL, True, as_written())
    with tf.Graph().as_default(), tf.Session(config=as_written()) as session:
        model = Quadratic(seed=1).build(True)
        take = model.batches_in_graph(TOTAL)
        arguments = model.loss_of, model.variables, RULES[name], take, compiled
        train = in_graph_loop.build_loop(*arguments)
        for lengths in ([64, 7], [7] * 10 + [1], [1] * TOTAL):
            session.run(tf.global_variables_initializer())
            for length in lengths:
                train(session, steps=length)
            assert count_of(session) == count == TOTAL == sum(lengths)
            for one, other in zip(session.run(model.variables), right[-1]):
                if compiled:  # fused, sums and products are rounded otherwise; 0 and 20 are one
                    apart = np.mod(np.abs(one.astype(float) - other), 20.0)
                    assert (np.minimum(apart, 20.0 - apart) < 1e-4).all()
                else:
                    assert one.tobytes() == other.tobytes()


def test_summaries_are_written_every_k_steps_between_runs(tmp_path):
    with tf.Graph().as_default(), tf.Session() as session:
        model = Quadratic(seed=1).build(True)
        train = in_graph_loop.build_on(model, GradientDescent(0.1), BATCHES)
        session.run(tf.global_variables_initializer())
        size = tf.summary.scalar("size", tf.norm(model.variables[0]))
        writer = tf.summary.FileWriter(str(tmp_path))
        told = []
        for done in train.run(session, 20, clock=lambda: 0.0):
            writer.add_summary(session.run(size), done)
            told.append((done, count_of(session)))
        writer.close()
        (path,) = [str(path) for path in tmp_path.iterdir()]
        events = list(tf.train.summary_iterator(path))
    steps = [event.step for event in events if event.HasField("summary")]
    assert steps == [done for done, _ in told] and told[-1] == (20, 20)
    assert all(done == count for done, count in told)
