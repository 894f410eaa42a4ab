"""TensorFlow's own optimizers as oracles, over 100 steps, and the battery's own proof."""

import numpy as np
import pytest
import tensorflow.compat.v1 as tf

from tf1_updates.optimizer import RuleOptimizer
from tf1_updates.rules import Adam, Chain, Decay, GradientDescent, Momentum, ProjectedDescent

STEPS = 100
START = {
    "vector": np.float32([1.5, -2.5, 1e-3, -1e-3, 0.0]),
    "matrix": np.float32([[0.3, -0.7], [2.0, -3.0]]),
    "scalar": np.float32(-0.5),
}


def gradients():
    """Both signs, sizes from 1e-4 to 1, the same for everybody; some exactly 0."""
    random = np.random.RandomState(11)
    for _ in range(STEPS):
        sizes = {name: 10.0 ** random.uniform(-4, 0, start.shape) for name, start in START.items()}
        signs = {name: random.choice([-1, 0, 1], start.shape) for name, start in START.items()}
        yield {name: np.float32(signs[name] * sizes[name]) for name in START}


def run_optimizer(make, use_resource):
    """Return the weights after each step of a TensorFlow optimizer, its gradients fed."""
    with tf.Graph().as_default(), tf.Session() as session:
        variables = {
            name: tf.get_variable(name, initializer=start, use_resource=use_resource)
            for name, start in START.items()
        }
        fed = {name: tf.placeholder(tf.float32, start.shape) for name, start in START.items()}
        train = make().apply_gradients([(fed[name], variables[name]) for name in START])
        read = {name: tf.identity(variable) for name, variable in variables.items()}
        session.run(tf.global_variables_initializer())
        seen = []
        for each in gradients():
            session.run(train, {fed[name]: each[name] for name in START})
            seen.append(session.run(read))
        return seen


def run_twin(twin):
    """Return the weights after each step of a NumPy function of (weights, gradient, kept, step)."""
    weights, seen = {name: start.copy() for name, start in START.items()}, []
    kept = {name: {} for name in START}
    for step, each in enumerate(gradients()):
        for name in START:
            weights[name] = np.float32(twin(weights[name], each[name], kept[name], step))
        seen.append(dict(weights))
    return seen


def divergence(some, other, most=2.0):
    """Return where two runs part by more units in the last place of the largest weight, or None."""
    assert len(some) == len(other) == STEPS
    for step, (one, two) in enumerate(zip(some, other)):
        for name in START:
            unit = np.spacing(np.float32(max(np.abs(two[name]).max(), np.abs(one[name]).max())))
            units = np.abs(np.float64(one[name]) - np.float64(two[name])).max() / unit
            if not units <= most:
                return "step {} in {!r}: {:.3g} units".format(step, name, units)
    return None


RATE = np.float32(0.01)


def descent_twin(w, g, kept, step):
    return w - RATE * g


def momentum_twin(w, g, kept, step):
    kept["a"] = kept.get("a", np.float32(0)) * np.float32(0.9) + g
    return w - RATE * kept["a"]


def nesterov_twin(w, g, kept, step):
    kept["a"] = kept.get("a", np.float32(0)) * np.float32(0.9) + g
    return w - (g * RATE + kept["a"] * np.float32(0.9) * RATE)


def adam_twin(w, g, kept, step, bias=True, inside=False, late=0):
    beta1, beta2 = np.float64(np.float32(0.9)), np.float64(np.float32(0.999))
    kept["m"] = beta1 * kept.get("m", 0.0) + (1 - beta1) * g
    kept["v"] = beta2 * kept.get("v", 0.0) + (1 - beta2) * np.float64(g) ** 2
    rate, count = 0.001, step + 1 + late
    if bias:
        rate *= np.sqrt(1 - beta2**count) / (1 - beta1**count)
    root = np.sqrt(kept["v"] + 1e-8) if inside else np.sqrt(kept["v"]) + 1e-8
    return w - rate * kept["m"] / root


STOCK = {
    "descent": lambda: tf.train.GradientDescentOptimizer(0.01),
    "momentum": lambda: tf.train.MomentumOptimizer(0.01, 0.9),
    "nesterov": lambda: tf.train.MomentumOptimizer(0.01, 0.9, use_nesterov=True),
    "adam": lambda: tf.train.AdamOptimizer(0.001),
}
OURS = {
    "descent": GradientDescent(0.01),
    "momentum": Momentum(0.01, 0.9),
    "nesterov": Momentum(0.01, 0.9, use_nesterov=True),
    "adam": Adam(0.001),
}
TWINS = {
    "descent": descent_twin,
    "momentum": momentum_twin,
    "nesterov": nesterov_twin,
    "adam": adam_twin,
}
WRONG = {
    "descent": [
        lambda w, g, kept, step: w - RATE * np.abs(g),
        lambda w, g, kept, step: w - RATE * np.float32(1.001) * g,
        lambda w, g, kept, step: w - RATE * g * np.float32(step != 99),
        lambda w, g, kept, step: w if w.ndim == 0 else w - RATE * g,
        lambda w, g, kept, step: (w - RATE * g) * np.float32(np.nan if step == 50 else 1),
    ],
    "momentum": [descent_twin, nesterov_twin],
    "nesterov": [descent_twin, momentum_twin],
    "adam": [
        lambda *given: adam_twin(*given, bias=False),
        lambda *given: adam_twin(*given, inside=True),
        lambda *given: adam_twin(*given, late=1),
    ],
}


@pytest.fixture(scope="module")
def stock_runs():
    return {
        (name, use_resource): run_optimizer(make, use_resource)
        for name, make in STOCK.items()
        for use_resource in (True, False)
    }


@pytest.mark.parametrize("name", list(STOCK))
def test_a_rule_gives_the_weights_of_the_stock_optimizer(stock_runs, name, use_resource):
    ours = run_optimizer(lambda: RuleOptimizer(OURS[name]), use_resource)
    assert divergence(ours, stock_runs[name, use_resource]) is None


@pytest.mark.parametrize("name", list(STOCK))
def test_the_battery_passes_the_stock_optimizers_themselves(stock_runs, name):
    assert divergence(stock_runs[name, True], stock_runs[name, False]) is None
    assert divergence(stock_runs[name, True], run_twin(TWINS[name])) is None


@pytest.mark.parametrize("name", list(STOCK))
def test_the_battery_fails_every_wrong_optimizer_and_names_the_step(stock_runs, name):
    found = [divergence(run_twin(wrong), stock_runs[name, True]) for wrong in WRONG[name]]
    assert all(each and each.startswith("step ") for each in found), found
    others = [other for other in STOCK if other != name]
    assert all(divergence(stock_runs[o, True], stock_runs[name, True]) for o in others)


def test_the_step_of_divergence_is_the_right_one(stock_runs):
    late = run_twin(lambda w, g, kept, step: w - RATE * g + np.float32(0.1) * (step >= 37))
    assert divergence(late, stock_runs["descent", True]).startswith("step 37 in 'vector': ")


# Against float64 the roundings of a step, each half a unit, add up like a random walk.
OF_FLOAT64 = 0.5 * 3 * np.sqrt(STEPS)


def test_projection_onto_a_ball_follows_float64(use_resource):
    def twin(w, g, kept, step):
        moved = np.float64(w) - 0.01 * np.float64(g)
        return moved / max(1.0, np.sqrt((moved**2).sum()) / 2.0)

    ours = run_optimizer(lambda: RuleOptimizer(ProjectedDescent(0.01, radius=2)), use_resource)
    assert divergence(ours, run_twin(twin), OF_FLOAT64) is None


def test_decoupled_decay_before_adam_is_adamw(use_resource):
    def twin(w, g, kept, step):
        return adam_twin(np.float64(w) * (1 - 0.001), g, kept, step)

    rule = Chain(Decay(0.001), Adam(0.001))
    ours = run_optimizer(lambda: RuleOptimizer(rule), use_resource)
    assert divergence(ours, run_twin(twin), OF_FLOAT64) is None
