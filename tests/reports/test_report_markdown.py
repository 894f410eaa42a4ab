"""Markdown has the table's cells and sentences, depends on the document alone, and is valid."""

import copy

from sample_documents import approach, document, ladder, refused

from tf1_updates.reports.cells import headings, rows
from tf1_updates.reports.findings import findings
from tf1_updates.reports.markdown import render_markdown


def cells_of(line):
    return [cell.strip() for cell in line.strip("|").split(" | ")]


def test_the_cells_are_those_of_the_table():
    table = [line for line in render_markdown(ladder()).split("\n") if line.startswith("|")]
    assert cells_of(table[0]) == [" ".join(lines) for lines in headings(ladder())]
    assert set("".join(cells_of(table[1]))) == {"-"}
    assert [cells_of(line) for line in table[2:]] == rows(ladder())


def test_the_sentences_are_the_findings():
    items = [line[2:] for line in render_markdown(ladder()).split("\n") if line.startswith("- ")]
    assert items == findings(ladder())


def test_the_last_line_has_machine_versions_and_settings():
    last = render_markdown(ladder()).rstrip("\n").split("\n")[-1]
    assert last.startswith("Measured with tensorflow 2.21.0, python 3.11.9")
    assert "cpu a processor of two cores" in last and "variable kind resource" in last
    assert last.endswith(
        "; steps 200, budget 10 s, block 10, warmup steps 5, check steps 20, seed 7, data digits."
    )


def test_the_same_document_gives_the_same_text_and_is_left_alone():
    found = ladder()
    before = copy.deepcopy(found)
    assert render_markdown(found) == render_markdown(copy.deepcopy(found))
    assert found == before


def test_another_document_gives_another_text():
    slower = document([approach("group_assign", "A2", milliseconds=2.0)])
    assert render_markdown(slower) != render_markdown(document([approach("group_assign", "A2")]))


def test_a_cell_cannot_break_the_table_or_become_html():
    found = document([refused("compiled", "wrong", "a|b <script> `c` *d*\nnext")])
    lines = render_markdown(found).split("\n")
    line = next(line for line in lines if line.startswith("| compiled"))
    assert "a\\|b \\<script> \\`c\\` \\*d\\* next" in line
    assert line.count(" | ") == len(headings(found)) - 1


def test_a_document_without_circumstances_has_no_line_of_them():
    found = dict(document([approach("group_assign", "A2")]), environment={}, settings={})
    assert "Measured with" not in render_markdown(found)
