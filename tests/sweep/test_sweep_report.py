"""What is printed and drawn of a sweep follows from its figures."""

import xml.etree.ElementTree

import pytest
from sweep_documents import sample
from sweep_fakes import COSTS, GB, FakeSweep

from tf1_updates.errors import InputError
from tf1_updates.reports import sweep_plot, sweep_text
from tf1_updates.reports.sweep_findings import findings
from tf1_updates.sweep.document import document


def joined(found):
    return " ".join(sweep_text.render(found).split())


def rows_below(text, caption):
    """The rows of the table that stands below a line which begins so, by name."""
    lines = text.splitlines()
    start = next(at for at, line in enumerate(lines) if line.startswith(caption)) + 2
    rows = {}
    for line in lines[start:]:
        if not line:
            break
        cells = [cell.strip() for cell in line.split("  ") if cell.strip()]
        rows[cells[0]] = cells[1:]
    return rows


def test_the_tables_have_a_row_for_each_approach_and_a_column_for_each_point():
    text = sweep_text.render(sample())
    title = "cost of a step over weights: sized, gradient_descent(learning_rate=0.1)"
    assert text.splitlines()[0] == title
    times = rows_below(text, "Median step, with 95% interval.")
    assert times["weights"] == ["1", "10", "100"]
    assert times["group_assign"] == [
        "{0} s [{0}, {0}]".format(seconds) for seconds in ("2.00", "11.0", "101")
    ]
    assert set(COSTS) - set(times) == {"session_run_in_update"}  # marked as growing
    assert len(times["session_run_in_update*"]) == len(times["numpy_in_place"]) == 3
    ratios = rows_below(text, "The same as a multiple of group_assign's")
    assert ratios["group_assign"] == ["1", "1", "1"]
    # The fakes are exact up to rounding, so the digits are as many as are ever shown.
    shown = [float(cell.split("x")[0]) for cell in ratios["prebuilt_session_run"]]
    assert shown == pytest.approx([(8 + n) / (1 + n) for n in (1, 10, 100)], rel=5e-3)


def test_the_findings_name_the_break_even_points():
    said = joined(sample())
    # (8 + n)/(1 + n) = 2 at n = 6; (40 + n)/(1 + n) = 2 at n = 38.
    assert (
        "From about 6 weights (between 1 and 10) on, prebuilt_session_run is within 2 times "
        "group_assign."
    ) in said
    assert (
        "From about 38 weights (between 10 and 100) on, session_run_in_update is within 2 times "
        "group_assign in its first steps."
    ) in said
    # (1 + n)/(1 + n/4) = 2 at n = 2.
    assert "Up to about 2 weights (between 1 and 10), group_assign is within 2 times built_in." in (
        said
    )
    assert "built_in is within 2 times group_assign at every point where it was timed." in said
    assert "session_run_in_update adds ops at each step" in said
    assert "the times are those of the first 7 steps only" in said


def test_the_findings_say_how_near_memory_speed_the_floor_is():
    # 12 bytes a weight: built_in takes 1 + 100/4 s, NumPy 0.001 + 0.001*100 s.
    speed = 12 * 100 / 26
    assert "At 100 weights, built_in moves 1.2 KB a step" in joined(sample())
    assert "at {:.3g} B/s; NumPy adds as many in place at 11.9 KB/s".format(speed) in joined(
        sample()
    )
    assert "built_in moves" not in joined(sample(over="variables"))


def test_what_was_not_measured_is_told_once_for_all():
    fake = FakeSweep(wrong=("prebuilt_session_run",))
    fake.unsupported = ("session_run_in_update",)
    points = (1, 10, 10**8)
    said = joined(sample(fake=fake, points=points, max_memory=2 * GB, budget_seconds=1e12))
    assert "prebuilt_session_run is WRONG at 1 and 10 weights: step 0 in 'w0': 3 of 10" in said
    assert "session_run_in_update is unsupported: cannot see w." in said
    assert "Not measured: 100,000,000 weights: needs about " in said


def test_an_interrupted_sweep_says_so_and_how_to_go_on():
    fake = FakeSweep()
    fake.interrupt_at = ("built_in", 10)
    said = joined(sample(fake=fake))
    assert "Interrupted while 10 weights was measured." in said
    assert "Not measured: 100 weights: interrupted before this point." in said
    assert said.count("`--resume FILE` measures what a saved file still lacks.") == 1


def test_the_load_of_the_machine_is_told():
    said = "warning: the machine was loaded: 3.0 programs were running on 2 processors"
    assert said in joined(dict(sample(), warnings=[said[len("warning: ") :]]))
    assert "warning" not in joined(sample())


def test_a_narrow_terminal_breaks_the_table_and_not_a_cell():
    text = sweep_text.render(sample(), width=60)
    assert text.count("prebuilt_session_run ") >= 4 and "2.00 s [2.00, 2.00]" in text


def test_markdown_has_the_same_cells():
    text = sweep_text.render_markdown(sample())
    assert "| weights | 1 | 10 | 100 |" in text and "| --- | --: | --: | --: |" in text
    assert "| group_assign | 1 | 1 | 1 |" in text and text.endswith("\n")


def only_unmeasured():
    from tf1_updates.sweep.sweeping import unmeasured

    return document([unmeasured(10, "not reached yet")], {}, {"over": "batch"})


@pytest.mark.parametrize("over", ["weights", "variables", "batch"])
def test_the_figure_shows_each_curve_and_its_break_even_points(over):
    found = sample(over=over)
    figure = sweep_plot.sweep_figure(found)
    figure.canvas.draw()
    times, ratios = figure.axes
    assert times.get_xscale() == times.get_yscale() == ratios.get_yscale() == "log"
    drawn = {line.get_label(): line for line in times.get_lines()}
    for name in list(COSTS) + ["numpy_in_place"]:
        label = name + (" (first steps)" if name == "session_run_in_update" else "")
        assert list(drawn[label].get_xdata()) == [1, 10, 100]
    assert drawn["group_assign"].get_ydata() == pytest.approx([2.0, 11.0, 101.0])
    rings = sorted(
        float(line.get_xdata()[0]) for line in ratios.get_lines() if line.get_markersize() == 15
    )
    assert rings == pytest.approx([6.0, 38.0])
    legend = [text.get_text() for text in times.get_legend().get_texts()]
    assert len(legend) == len(COSTS) + 1


@pytest.mark.parametrize("suffix", ["png", "svg"])
def test_the_figure_is_written_whole_and_the_same_each_time(suffix, tmp_path):
    path = tmp_path / ("a." + suffix)
    sweep_plot.save_figure(str(path), sample())
    first = path.read_bytes()
    sweep_plot.save_figure(str(path), sample())
    assert path.read_bytes() == first and len(first) > 5000
    if suffix == "svg":
        xml.etree.ElementTree.fromstring(first.decode("utf-8"))
    assert [file.name for file in tmp_path.iterdir()] == [path.name]
    with pytest.raises(InputError, match="ending in .png or .svg"):
        sweep_plot.save_figure(str(tmp_path / "a.gif"), sample())


def test_nothing_measured_is_no_error():
    found = only_unmeasured()
    assert "Not measured: a batch of 10: not reached yet." in joined(found)
    assert findings(found) and sweep_text.render_markdown(found)
    assert sweep_plot.sweep_figure(found).texts[-1].get_text() == "nothing was timed"
