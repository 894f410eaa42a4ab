"""The report as text, from lines that are written down here."""

from tf1_updates.tf1_scripts.growing_line import GrowingLine
from tf1_updates.tf1_scripts.growth_report import FINALIZE, growth_report
from tf1_updates.tf1_scripts.places import Place

LOOP = Place("train.py", 30, "<module>", "step(session)")


def line(**changes):
    known = GrowingLine(
        file="train.py",
        line=12,
        function="step",
        text="session.run(w.assign(new))",
        calls=3,
        steps=0,
        ops=6,
        ops_per_call=2.0,
        op_types=(("Const", 3), ("Assign", 3)),
        inner_ops=0,
        growth="grows",
        advice="build it once",
        callers=(LOOP,),
        library_places=(),
        graph=1,
    )
    return known._replace(**changes)


def test_a_line_that_grows_without_marked_steps():
    assert growth_report([line()], steps_marked=0).split("\n") == [
        "growth: 6 ops added",
        "  train.py, line 12, in step: session.run(w.assign(new))",
        "    6 ops in 3 calls, 2 each: 3 Const, 3 Assign",
        "    called from train.py, line 30: step(session)",
        "    instead: build it once",
        FINALIZE,
    ]


def test_marked_steps_and_what_was_built_once():
    grows = line(steps=2000, ops=5000, op_types=(("Mul", 5000),), callers=())
    once = line(growth="once", steps=1, ops=1, line=13, op_types=(("NoOp", 1),), callers=())
    assert growth_report([grows, once], steps_marked=4000).split("\n") == [
        "growth: 5,000 ops added in 4,000 steps, 1.2 per step",
        "  train.py, line 12, in step: session.run(w.assign(new))",
        "    5,000 ops in 2,000 of 4,000 steps, 2.5 each: 5,000 Mul",
        "    instead: build it once",
        "built once, in one pass of several:",
        "  train.py, line 13, in step: session.run(w.assign(new))",
        "    1 op in 1 of 4,000 steps: 1 NoOp",
        FINALIZE,
    ]


def test_built_once_alone_is_no_growth_and_needs_no_advice():
    once = line(growth="once", steps=1, ops=2, callers=())
    assert growth_report([once], steps_marked=10).split("\n") == [
        "no growth in 10 steps: 2 ops built once",
        "  train.py, line 12, in step: session.run(w.assign(new))",
        "    2 ops in 1 of 10 steps: 3 Const, 3 Assign",
    ]


def test_many_types_libraries_functions_and_graphs():
    places = [(Place("lib.py", number, "f", ""), 10 - number) for number in range(1, 6)]
    types = (("A", 4), ("B", 3), ("C", 2), ("D", 1))
    busy = line(op_types=types, library_places=tuple(places), inner_ops=7, graph=2, callers=())
    assert growth_report([busy], 0, graphs=2).split("\n")[2:-2] == [
        "    6 ops in 3 calls, 2 each, in graph 2 of 2: 4 A, 3 B, 2 C, ...",
        "    and 7 ops in the bodies of functions, loops or branches",
        "    9 ops through lib.py, line 1, in f",
        "    8 ops through lib.py, line 2, in f",
        "    7 ops through lib.py, line 3, in f",
        "    11 ops through 2 more of such lines",
    ]


def test_one_pass_and_a_stop():
    unknown = growth_report([line(growth="unknown", calls=1)], steps_marked=0)
    assert unknown.startswith("growth or built once? 6 ops added, and no second pass was seen\n")
    assert "    6 ops in 1 call: 3 Const, 3 Assign\n" in unknown
    assert growth_report([line()], 0, stopped="the graph grows") == "stopped: the graph grows"


def test_a_line_of_source_is_cut_and_nothing_else():
    place = Place("a" * 200, 1, "f", "b" * 200)
    assert str(place) == "{}, line 1, in f: {}...".format("a" * 200, "b" * 117)
