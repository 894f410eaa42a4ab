"""Why is it slow? Ablations: the reference's train step with one thing added, each a file here.

The modules `one_more_call` to `rebuilt_gradients` have one function each, of the signature that
every approach has, so that two of them can be laid side by side:

    build(loss, variables, rule) -> train_step

All compute the reference's weights. What each takes longer than the reference is the price of what
it adds, and `causes` puts the slow approaches' times together from these prices.

The table is in the order in which the causes are told apart, and costs no TensorFlow import.
"""

import functools
import importlib
from typing import NamedTuple, Optional

from tf1_updates.approaches import APPROACHES, REFERENCE, build_fed

# What is taken apart, and what shows from another side how much is left without new ops.
HACKS = ("eval_after_step", "session_run_in_update")
PREBUILT = "prebuilt_session_run"


class Ablation(NamedTuple):
    """A line of the table.

    Attributes:
        name: the module.
        cause: what it adds to the reference and to the causes before it, in a few words.
        count: the field of `Counts` that says how often a step has the cause.
        is_call: whether the cause belongs to the calls of `session.run` rather than to new ops.
        ops_per_step: how many ops each step adds, for those that can be told.
    """

    name: str
    cause: str
    count: str
    is_call: bool = False
    ops_per_step: Optional[int] = None

    origin = "ours"

    def build(self, loss, variables, rule):
        """Build the train step (this imports TensorFlow)."""
        build = importlib.import_module("tf1_updates.explain." + self.name).build
        if self.ops_per_step is not None:
            build = functools.partial(build, ops_per_step=self.ops_per_step)
        return build(loss, variables, rule)

    attempt = build
    build_on = build_fed


ABLATIONS = (
    Ablation("one_more_call", "one more session.run", "session_calls", is_call=True),
    Ablation("numpy_round_trip", "weights through NumPy", "bytes_crossing", is_call=True),
    Ablation("unseen_fetch", "a fetch never seen before", "unseen_fetches"),
    Ablation("dead_ops", "a changed graph", "graph_changes", ops_per_step=16),
    Ablation(
        "unseen_fetch_and_dead_ops",
        "both of them at once",
        "unseen_in_changed",
        ops_per_step=16,
    ),
    Ablation("baked_constant", "weights baked in", "constants_assigned", ops_per_step=16),
    Ablation("rebuilt_gradients", "gradients rebuilt", "gradient_builds"),
)


def subjects(ops_per_step):
    """Return all that is measured: the reference, the ablations, then the approaches.

    Args:
        ops_per_step: how many ops `eval_after_step` adds in each step. The ablations that add dead
            ops add as many, so that their graphs grow as its graph does.

    >>> [subject.name for subject in subjects(16)][:2]
    ['group_assign', 'one_more_call']
    """
    ablations = [
        each if each.ops_per_step is None else each._replace(ops_per_step=ops_per_step)
        for each in ABLATIONS
    ]
    approaches = [APPROACHES[name] for name in (PREBUILT,) + HACKS]
    return [APPROACHES[REFERENCE]] + ablations + approaches
