"""Checks approaches one after another against one oracle, whose answers they share.

Approaches that compute the same bits have the same weights before each step, so what the oracle
expects of the first holds for all. With ten million weights that is most of the work of a check.
"""

import hashlib

from tf1_updates.agreement.judge import Judge
from tf1_updates.approaches import APPROACHES
from tf1_updates.compare import claimed_rule, examine
from tf1_updates.sweep.heads import ApproachToHeads, ProblemOfHeads
from tf1_updates.timing.document import Row
from tf1_updates.timing.steps import one_line


class SharedJudge:
    """A `Judge` that remembers, by step and by the bits of the weights before it.

    Args:
        judge: the `Judge` to ask. One with slots is asked each time, for its answer depends on all
            the steps before.
        remember: whether answers may be kept, such as for a rule without slots.
    """

    def __init__(self, judge, remember):
        self._judge, self._remember, self._known = judge, remember, {}

    def restart(self):
        """Begin with step 0 again."""
        self._judge.restart()

    def expect(self, weights, number):
        """Return what step `number` should make of these weights; see `Judge.expect`."""
        if not self._remember:
            return self._judge.expect(weights, number)
        bits = hashlib.blake2b()
        for name in sorted(weights):
            bits.update(weights[name])
        key = bits.digest()
        if self._known.get(number, (None, None))[0] != key:
            self._known[number] = None  # gone before the next is there: it may be large
            self._known[number] = key, self._judge.expect(weights, number)
        return self._known[number][1]

    def close(self):
        """Close the judge's session, and forget."""
        self._judge.close()
        self._known = {}


class Checker:
    """Checks approaches at one point; the floor of the ladder is held to plain descent.

    Args:
        problem, rule, steps, use_resource: as for `compare.examine`.
        judged: the problem that the oracle is asked about: that with variables no longer than
            the heads which are looked at; by default the whole problem.
        head: how many weights of a variable are looked at; by default all.
    """

    def __init__(self, problem, rule, steps, use_resource=None, judged=None, head=None):
        self._problem = problem if head is None else ProblemOfHeads(problem, head)
        self._judged, self._head = judged or problem, head
        self._rule, self._steps, self._use_resource = rule, steps, use_resource
        self._judges = {}

    def row(self, name):
        """Return the `Row` of an approach; one that fails while it is checked is wrong."""
        approach = APPROACHES[name]
        try:
            judge = self._judge_of(approach)
            approach = approach if self._head is None else ApproachToHeads(approach)
            return examine(
                approach, self._problem, self._rule, judge, self._steps, self._use_resource
            )
        except Exception as problem:  # the others go on; the row says what happened
            reason = "failed while it was checked: " + one_line(problem)
            return Row(name, approach.origin, "wrong", reason)

    def _judge_of(self, approach):
        claim = "floor" if approach.origin == "floor" else "rule"
        if claim not in self._judges:
            rule = claimed_rule(approach, self._rule)
            judge = Judge(self._judged, rule, self._use_resource)
            self._judges[claim] = SharedJudge(judge, remember=not rule.slots)
        return self._judges[claim]

    def close(self):
        """Close the sessions of the judges."""
        for judge in self._judges.values():
            judge.close()
        self._judges = {}
