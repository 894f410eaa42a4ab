"""The table shows every name and every figure whole, at any width and in any encoding."""

import io

import pytest
from rich.console import Console
from sample_documents import approach, document, ladder, refused

from tf1_updates.reports.cells import rows
from tf1_updates.reports.table import comparison_table, print_report, render

WIDTHS = [None, 80, 120, 200]


def printed(found, width, terminal=True, encoding="utf-8"):
    raw = io.BytesIO()
    file = io.TextIOWrapper(raw, encoding=encoding, newline="")
    print_report(found, Console(file=file, width=width, force_terminal=terminal))
    file.flush()
    return raw.getvalue().decode(encoding)


@pytest.mark.parametrize("width", WIDTHS)
def test_every_cell_is_there_whole(width):
    text = render(ladder(), width)
    lines = text.split("\n")
    for row in rows(ladder()):
        own_lines = [line for line in lines if line.startswith(row[0] + "  ")]
        for cell in row[1:]:
            assert any(cell in line for line in own_lines), (row[0], cell)
    assert "\u2026" not in text and "..." not in text


@pytest.mark.parametrize("width", [80, 120, 200])
def test_no_line_is_wider_than_the_terminal(width):
    assert max(map(len, render(ladder(), width).split("\n"))) <= width


def test_a_pipe_gets_the_table_in_one_piece():
    headings = [line for line in render(ladder()).split("\n") if line.startswith("approach")]
    assert len(headings) == 1
    assert "growth per step" in render(ladder())


def test_a_narrow_terminal_gets_pieces_that_each_begin_with_the_names():
    text = render(ladder(), 80)
    pieces = text.count("\napproach  ")
    assert pieces > 1
    assert text.count("\nsession_run_in_update  ") == pieces


def test_a_terminal_too_narrow_for_any_piece_still_gets_whole_cells():
    assert "0.841 ms [0.824, 0.858]" in render(ladder(), 20)


def test_rows_stand_in_the_document_s_order():
    ordered = [approach("built_in", "floor"), approach("group_assign", "A2")]
    names = [line.split(" ")[0] for line in render(document(ordered)).split("\n")]
    assert names.index("built_in") < names.index("group_assign")


def test_the_states_of_an_approach_can_be_told_apart_without_colour():
    found = document(
        [
            approach("group_assign", "A2"),
            refused("compiled", "wrong", "step 3 in 'w': 5 of 20 weights", error=0.5),
            refused("process_gradients", "unsupported", "cannot see w", error=9.81),
            approach("constraint", steps=0, bit_equal_share=None),
            approach("built_in", "floor"),
        ]
    )
    agreement = [row[2] for row in rows(found)]
    assert agreement == [
        "100% bit-equal, 9.5e-07",
        "WRONG at step 3 in 'w': 5 of 20 weights (off by 0.5)",
        "cannot see w (off by 9.8)",
        "not compared",
        "plain descent: 100% bit-equal, 9.5e-07",
    ]
    assert [row[3] for row in rows(found)] == ["200", "-", "-", "-", "200"]
    assert "\x1b" not in printed(found, 80)


@pytest.mark.parametrize(
    "reason, text",
    [
        ("step 3", "WRONG at step 3"),
        ("at step 3", "WRONG at step 3"),
        ("the shape changed", "WRONG: the shape changed"),
        (None, "WRONG: no reason was recorded"),
        ("off by 3 at step 2", "WRONG: off by 3 at step 2"),
    ],
)
def test_a_reason_reads_on_from_wrong(reason, text):
    wrong = refused("compiled", "wrong", reason, error=3.0 if reason and "off" in reason else None)
    assert rows(document([wrong]))[0][2] == text


def test_a_long_reason_goes_on_below_in_its_own_column():
    reason = "reads the weight of 'w', and a processed gradient cannot see w at all, whatever it is"
    text = render(document([refused("process_gradients", "unsupported", reason)]), 80)
    lines = text.split("\n")
    first = next(at for at, line in enumerate(lines) if line.startswith("process_gradients"))
    place = lines[first].index("reads")
    shown = [line[place : place + 40].strip() for line in lines[first : first + 3]]
    assert " ".join(shown) == reason
    assert all(not line[:place].strip() for line in lines[first + 1 : first + 3])


def test_an_early_stop_stands_beside_the_steps():
    stopped = approach("session_run_in_update", "Q2", steps=45, stopped_early_at_step=45)
    assert [row[3] for row in rows(document([stopped]))] == ["45, stopped"]


def test_the_note_on_missing_brackets_comes_only_where_some_are_missing():
    note = "A number without brackets"
    assert note not in render(ladder())
    assert note in render(document([approach("group_assign", "A2", median_ci95=None)]))


def test_brackets_and_colons_in_a_document_are_no_markup():
    found = document([refused("compiled", "wrong", "in [bold]w[/bold] :smile:")], problem="[red]x")
    text = printed(found, 80)
    assert "[bold]w[/bold] :smile:" in text and "[red]x" in text


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "latin-1", "utf-8"])
@pytest.mark.parametrize("terminal", [True, False])
def test_no_encoding_fails_and_nothing_is_lost(encoding, terminal):
    found = document(
        [approach("group_assign", "A2"), refused("compiled", "wrong", "w \u2265 20 \u00b5s")],
        problem="donn\u00e9es \u2192 softmax",
    )
    text = printed(found, 200, terminal, encoding)
    expected = "w \u2265 20 \u00b5s".encode(encoding, "backslashreplace").decode(encoding)
    assert expected in text
    assert "0.841 ms [0.824, 0.858]" in text


def test_a_lone_surrogate_that_json_allows_can_be_printed():
    printed(document([refused("compiled", "wrong", "odd \ud800 text")]), 80)


def test_the_package_s_own_words_are_ascii():
    render(ladder()).encode("ascii")


def test_a_terminal_s_width_counts_and_a_pipe_s_does_not():
    assert printed(ladder(), 80, terminal=True) == render(ladder(), 80)
    assert printed(ladder(), 80, terminal=False) == render(ladder())


def test_the_findings_and_the_circumstances_follow_the_table():
    text = render(ladder(), 1000)
    places = [text.index(part) for part in ("approach ", "- 8 approaches", "- tensorflow 2.21.0")]
    assert places == sorted(places)
    assert "\n- steps 200, budget 10 s, block 10" in text
    assert "TF_NUM_INTEROP_THREADS=2" in text and "intra" not in text
    assert "memory total 8.34 GB" in text


def test_an_interrupted_comparison_says_so_in_its_title():
    pair = [approach("group_assign", "A2")]
    assert "interrupted" in render(document(pair, complete=False), 1000).split("\n")[0]
    assert "interrupted" not in render(document(pair), 1000).split("\n")[0]


def test_settings_that_are_not_ours_do_not_stop_a_report():
    odd = [{}, {"rule": "mine", "steps": "many"}, {"rule": {"bound": None}}, {"problem": " "}]
    for settings in odd:
        found = dict(document([approach("group_assign", "A2")], complete=False), settings=settings)
        assert "group_assign" in render(found)


def test_the_table_is_rich_s_and_as_wide_as_it_needs():
    table = comparison_table(ladder())
    assert len(table.rows) == 12 and len(table.columns) == 11
    assert table.width > 150
