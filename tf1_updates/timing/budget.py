"""Divides a limited time among approaches of which some are a thousand times slower than others.

Time is divided as water is: poured into vessels of different size, it stands equally high in all
that are not full. An approach that needs less than the level gets all it needs, and what it leaves
raises the level for the slow ones. Needs are projected anew in each round, for a growing approach
always needs more than it seemed to.

On top of the budget stands a reserve of half of it, from which approaches that are slow beyond
their share complete the few blocks without which there is no interval.
"""

import math

LEAST_BLOCKS = 3  # fewer carry no interval
RESERVE = 0.5
MARGIN = 2  # on what an account is projected to need: steps to come are not like the latest


def water_level(used, needs, total):
    """Return the level L at which `sum(max(used, min(need, L)))` is `total`.

    Args:
        used: seconds that are gone already, one per approach.
        needs: seconds that each needs in all, not below `used`.
        total: seconds to divide.

    Returns:
        The level in seconds: the largest need if all can be met, 0 if `used` alone takes it all.

    >>> water_level([0, 0, 0], [1, 10, 20], total=11)  # 1 is enough for the first: 10 for two
    5.0
    >>> water_level([0, 8, 0], [1, 10, 20], total=11)  # the second had 8 already
    2.0
    """
    if sum(needs) <= total:
        return max(needs, default=0.0)
    if sum(used) >= total:
        return 0.0

    def poured(level):
        return sum(max(gone, min(need, level)) for gone, need in zip(used, needs))

    lower = 0.0
    for mark in sorted(set(used) | set(needs)):
        if poured(mark) > total:  # the level lies between the two marks, where it rises evenly
            missing = (total - poured(lower)) / (poured(mark) - poured(lower))
            return lower + (mark - lower) * missing
        lower = mark
    return lower


class Account:
    """What one approach has used, and what it is going to need.

    Args:
        steps: how many steps are to be measured.
        block: how many of them make a block.
    """

    def __init__(self, steps, block):
        self.left, self.block = steps, block
        self.steps_wanted = steps
        self.blocks = 0  # measured so far
        self.spent = 0.0  # seconds, warm-up included
        self.overrun = 0.0  # the part of them that a single step took beyond all that was allowed
        self.rate = None  # seconds per step of the latest block
        self.steps = 0  # taken, warm-up included
        self.open = True  # whether it is still in the running

    def go_on_after(self, warmup_seconds, step_seconds):
        """Take account of steps that were timed earlier, at the cost of another budget."""
        self.left -= len(step_seconds)
        self.blocks = len(step_seconds) // self.block
        self.steps = len(warmup_seconds) + len(step_seconds)
        latest = (step_seconds or warmup_seconds[1:])[-self.block :]
        self.rate = sum(latest) / len(latest) if latest else None
        self.open = self.left > 0

    def to_come(self, steps=math.inf):
        """Return the seconds that `steps` more steps (by default all) take at the latest rate."""
        return (self.rate or 0.0) * min(self.left, steps)

    def charge(self, seconds, allowance):
        """Book the list of `seconds` that steps took of which `allowance` seconds were allowed."""
        # The very first step may be a compilation: it says nothing about the next.
        telling = seconds if self.steps else seconds[1:]
        if telling:
            self.rate = sum(telling) / len(telling)
        self.steps += len(seconds)
        self.spent += sum(seconds)
        self.overrun += max(0.0, sum(seconds) - allowance)


class Budget:
    """Says how long each account may go on.

    Args:
        seconds: the time for all accounts together, warm-up included.
        accounts: list of `Account`; the first is the reference, which has to be complete enough
            for a ratio and so has its first blocks set aside.
    """

    def __init__(self, seconds, accounts):
        self.seconds, self.accounts = seconds, accounts
        self.equal_share = seconds / max(1, len(accounts))

    def level(self):
        """Return the seconds that an account may have used in all before its next block ends."""
        used = [account.spent for account in self.accounts]
        needs = [a.spent + (a.to_come() if a.open else 0.0) for a in self.accounts]
        # Nobody takes an equal share away from another, whatever the others have used.
        return max(self.equal_share, water_level(used, needs, self.seconds))

    def allowance(self, account):
        """Return the seconds that `account` can use now and leave the others what is theirs.

        A step cannot be cut. What one took beyond its allowance is lost, but is not charged to
        the others: a compilation of a minute must not leave them without a measurement.
        """
        free = self.seconds * (1 + RESERVE) - sum(a.spent - a.overrun for a in self.accounts)
        claims = [self._claim(a) for a in self.accounts]
        if sum(claims) > free:  # projections were too low
            claims[1:] = self._met(claims[1:], max(0.0, free - claims[0]))
        return free - sum(c for a, c in zip(self.accounts, claims) if a is not account)

    def may_go_on(self, account, level=math.inf):
        """Return whether `account` may run more steps, given this round's `level`."""
        first_blocks_done = account.blocks >= LEAST_BLOCKS
        if first_blocks_done and account.spent + account.to_come(account.block) > level:
            return False
        # A first step may take any time. One that took all there was may have been a compilation;
        # after two such, no other account but the reference is tried.
        is_new = account.steps == 0 and account is not self.accounts[0]
        if is_new and sum(a.overrun > 0 for a in self.accounts) >= 2:
            return False
        if account.rate is None and account.spent > self.seconds:
            return False
        return account.to_come(1) <= self.allowance(account)

    def _claim(self, account):
        """Return the seconds still to come that nobody may take from an account."""
        if not account.open:
            return 0.0
        is_known = account.rate is not None
        claim = self.equal_share - account.spent
        if account is self.accounts[0] and account.blocks < LEAST_BLOCKS:
            first = account.to_come((LEAST_BLOCKS - account.blocks) * account.block)
            most = self.seconds / 2 - account.spent
            claim = max(claim, min(MARGIN * first, most) if is_known else most)
        return max(0.0, min(claim, MARGIN * account.to_come()) if is_known else claim)

    def _met(self, claims, free):
        """Return what can be met of the claims of all but the reference, the modest ones' first."""
        used = [account.spent for account in self.accounts[1:]]
        wanted = [spent + claim for spent, claim in zip(used, claims)]
        level = water_level(used, wanted, sum(used) + free)
        return [max(0.0, min(claim, level - spent)) for spent, claim in zip(used, claims)]
