"""Rules put together: every part moves, then every part projects, in the order given.

w <- move_1(w, g); w <- move_2(w, g); ...          g is the gradient at the weights before the step
w <- project_1(w); w <- project_2(w); ...
"""

import copy

from tf1_updates.errors import InputError
from tf1_updates.rules.base import Rule, check_rule


class Chain(Rule):
    """`w <- project_n(...project_1(move_n(...move_1(w, g)...)))`

    The thread's rule is `Chain(GradientDescent(0.1), Noise(0.01), Wrap(20))`, to the bit.

    Args:
        *parts: rules; those of `tf1_updates.rules.parts` only move or only project. A chain among
            them counts as its parts.

    Raises:
        InputError: no part, a part that is no rule, or two parts with a slot of one name.

    >>> import tensorflow.compat.v1 as tf
    >>> from tf1_updates.rules import GradientDescent, Wrap
    >>> rule = Chain(GradientDescent(0.5), Wrap(20))
    >>> rule
    Chain(GradientDescent(learning_rate=0.5), Wrap(bound=20.0, centred=False))
    >>> with tf.Graph().as_default(), tf.Session() as session:
    ...     w, g = tf.constant([1.0, -3.0]), tf.constant([2.0, 2.0])
    ...     print(session.run(rule.project(rule.move(w, g, 0, "w"))))
    [ 0. 16.]
    """

    def __init__(self, *parts):
        flat = []
        for part in parts:
            check_rule(part, "parts of Chain")
            flat.extend(part.parts if isinstance(part, Chain) else [part])
        if not flat:
            raise InputError("parts of Chain", parts, "at least one Rule")
        self.parts = tuple(flat)
        self.slots = tuple(slot for part in flat for slot in part.slots)
        if len(set(self.slots)) < len(self.slots):
            raise InputError(
                "slots of Chain", list(self.slots), "names that differ from each other"
            )
        self.reads_weights = any(part.reads_weights for part in flat)
        others = [part.takes for part in flat if part.takes != Rule.takes]
        self.takes = others[0] if others else Rule.takes
        self.sparse_rows = "all" if any(part.sparse_rows == "all" for part in flat) else "touched"

    @property
    def learning_rate(self):
        """The learning rate of the first part that has one; without any, no such attribute."""
        rates = [part.learning_rate for part in self.parts if hasattr(part, "learning_rate")]
        if not rates:
            raise AttributeError("no part of {!r} has a learning rate".format(self))
        return rates[0]

    def named_parts(self, name):
        """Return [(part, name)]: what each part is told that the variable is called.

        Noise is keyed by seed and name. Of two parts with one seed, the second is told another
        name, one that no variable has, so that their noise is independent.
        """
        told, seeds = [], []
        for part in self.parts:
            seed = getattr(part, "seed", None)
            earlier = seeds.count(seed) if seed is not None else 0
            told.append((part, "{}#{}".format(name, earlier) if earlier else name))
            seeds.append(seed)
        return told

    def move(self, weights, gradient, step, name):
        """Return the weights moved by every part in turn, for parts without slots."""
        return self.advance(weights, gradient, {}, step, name)[0]

    def advance(self, weights, gradient, slots, step, name):
        """Return the weights moved by every part in turn, and all their slots."""
        after = {}
        for part, told in self.named_parts(name):
            own = {slot: slots[slot] for slot in part.slots}
            weights, new_slots = part.advance(weights, gradient, own, step, told)
            after.update(new_slots)
        return weights, after

    def project(self, moved):
        """Return the moved weights, projected by every part in turn."""
        for part in self.parts:
            moved = part.project(moved)
        return moved

    def at(self, step):
        """Return the chain of the parts as they are at one step; see `Rule.at`."""
        fixed = copy.copy(self)
        fixed.parts = tuple(part.at(step) for part in self.parts)
        return fixed

    def settings(self):
        """Return the parts' hyper-parameters, as `{"Noise.seed": 0, ...}`; see `Rule.settings`.

        >>> from tf1_updates.rules import Decay, GradientDescent
        >>> Chain(Decay(0.5), GradientDescent(0.25), Decay(0)).settings()
        {'Decay.decay': 0.5, 'GradientDescent.learning_rate': 0.25, 'Decay#2.decay': 0.0}
        """
        found, names = {}, []
        for part in self.parts:
            names.append(type(part).__name__)
            count = names.count(names[-1])
            shown = names[-1] if count == 1 else "{}#{}".format(names[-1], count)
            found.update({shown + "." + key: value for key, value in part.settings().items()})
        return found

    def __repr__(self):
        return "Chain({})".format(", ".join(map(repr, self.parts)))
