"""Approaches: how a rule reaches the variables.

Every approach is a file of this folder with one function, of one signature:

    build(loss, variables, rule) -> train_step

    Args:
        loss: scalar tensor.
        variables: list of `tf.Variable`; one that the loss does not depend on is left untouched.
        rule: a `tf1_updates.rules.Rule`.

    Returns:
        A train step: a callable `train_step(session, feed_dict=None)` that performs exactly one
        update of every variable. Build it before you initialise the variables: it counts its steps
        in a variable of its own.

    Raises:
        InputError: no variables, or none that the loss depends on.
        UnsupportedError: the approach cannot do this for this rule or this gradient; the line names
            the variable and the cure.

A loop of many steps has to compute the loss anew in each: an approach that does this has a function
`build_loop` beside `build`, see `in_graph_loop`, and `build_on` asks it for one step of that.

An approach that cannot express every rule has a second function, `attempt`, with the same signature
and no refusal, so that its mistake can be measured.

The table is in the order of the ladder, from the slowest approach to the floor, and costs no
TensorFlow import.
"""

import importlib
from collections import OrderedDict
from typing import NamedTuple

# Every ratio is to this approach.
REFERENCE = "group_assign"


def build_fed(approach, model, rule, attempt=False):
    """Build an approach's train step of a problem's model, which is fed each batch.

    Args:
        approach: an object with `build` and `attempt`, as `Approach`.
        model, rule, attempt: as for `Approach.build_on`.
    """
    build = approach.attempt if attempt else approach.build
    return build(model.loss, model.variables, rule)


class Approach(NamedTuple):
    """A line of the table: an approach's name, its thread row and what it does, in a line."""

    name: str
    origin: str
    summary: str

    def build(self, loss, variables, rule):
        """Build the train step (this imports TensorFlow); see the package's own text."""
        return self._module().build(loss, variables, rule)

    def attempt(self, loss, variables, rule):
        """Build the train step even where `build` would refuse because it computes a wrong one."""
        module = self._module()
        return getattr(module, "attempt", module.build)(loss, variables, rule)

    def build_on(self, model, rule, attempt=False):
        """Build the train step of a problem's model, in a loop that takes batches if there is one.

        Args:
            model: a `tf1_updates.problems.base.Model`.
            rule: a `Rule`.
            attempt: whether to `attempt` where `build` would refuse.
        """
        module = self._module()
        if hasattr(module, "build_on") and model.loss_of is not None:
            return module.build_on(model, rule)
        return build_fed(self, model, rule, attempt)

    def _module(self):
        return importlib.import_module("tf1_updates.approaches." + self.name)


APPROACHES = OrderedDict(
    (approach.name, approach)
    for approach in [
        Approach(
            "session_run_in_update",
            "Q2",
            "builds gradients, noise and assigns anew at each step, runs them one by one",
        ),
        Approach(
            "eval_after_step",
            "Q3",
            "moves, then fetches, projects by a new op and assigns by another",
        ),
        Approach(
            "prebuilt_session_run",
            "ours",
            "the round trips of eval_after_step with every op built once",
        ),
        Approach(
            "process_gradients",
            "Q0, Q1",
            "maps a function over the gradients, then applies them: cannot see w",
        ),
        Approach(
            "constraint",
            "ours",
            "a stock optimizer moves, the variable's constraint projects",
        ),
        Approach(
            "rewritten_gradient",
            "ours",
            "feeds w - rule(w, g) as the gradient to GradientDescentOptimizer(1.0)",
        ),
        Approach(
            "group_assign",
            "A2",
            "all new values first, then the assigns in one tf.group",
        ),
        Approach(
            "group_assign_from_optimizer",
            "A2c",
            "group_assign with a stock optimizer's compute_gradients",
        ),
        Approach(
            "optimizer_subclass",
            "A1",
            "RuleOptimizer(rule), a tf.train.Optimizer of its own",
        ),
        Approach(
            "compiled",
            "ours",
            "the update fused by XLA, variables written in place",
        ),
        Approach(
            "in_graph_loop",
            "ours",
            "many steps for one session.run, batches taken inside the graph",
        ),
        Approach(
            "built_in",
            "floor",
            "stock GradientDescentOptimizer: another rule, the floor of what a step costs",
        ),
    ]
)
