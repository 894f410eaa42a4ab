"""What a sweep is to do, and what it does it with."""

from typing import Any, Callable, NamedTuple, Optional


class Plan(NamedTuple):
    """What is measured, and how much of it.

    Attributes:
        over: name of the axis.
        points: its values, ascending.
        approaches: names, in the order to show; the reference is one of them.
        steps, block: timed steps of each approach at a point, and how many make a block.
        large_steps: the steps at a point whose arrays no cache holds, as far as the budget goes:
            what an approach takes there differs by less, and is worth telling more exactly.
        growing_steps, growing_block: the same of an approach whose graph grows: they are few.
        warmup: steps before them.
        sessions: how many sessions of an approach of constant cost take turns, as far as memory
            and budget go: each has a level of its own, which their middle does not depend on.
        check_steps: steps that each approach is checked for.
        budget_seconds: time for the whole sweep, checks included.
        max_memory: bytes that the process may grow by.
        seed: of orders and bootstraps.
    """

    over: str
    points: tuple
    approaches: tuple
    steps: int
    large_steps: int
    block: int
    growing_steps: int
    growing_block: int
    warmup: int
    sessions: int
    check_steps: int
    budget_seconds: float
    max_memory: int
    seed: int


class Tools(NamedTuple):
    """What a sweep works with; tests hand in fakes.

    Attributes:
        checker: function from a point's value to an object with `.row(name)`, which checks an
            approach there and returns its `Row`, and `.close()`.
        stepper: function from (name, value, sessions, seconds) to an object that `timing.measure`
            steps, with a `.close()`; the last two are as for `SessionStepper`.
        floor: function from a `Size` to such an object, the row below the approaches.
        normals: function from a point's value to such an object that only draws the rule's noise,
            or `None` for a rule that draws none.
        memory: a `Memory`.
        needs: the `Needs` of the rule.
        clock: callable that returns seconds.
        progress: function of (value, what is done there), or `None`.
    """

    checker: Callable
    stepper: Callable
    floor: Callable
    memory: Any
    needs: Any
    clock: Callable
    normals: Optional[Callable] = None
    progress: Optional[Callable] = None
