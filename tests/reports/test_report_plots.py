"""The figure shows what the document holds, changes nothing else and is written whole."""

import itertools
import os
import sys
import xml.etree.ElementTree

import matplotlib
import numpy as np
import pytest
from matplotlib.colors import same_color
from sample_documents import approach, document, ladder, refused

from tf1_updates.errors import InputError
from tf1_updates.reports import plots
from tf1_updates.reports.colours import LOOKS, look
from tf1_updates.reports.panels import running_median

REFERENCE = approach("group_assign", "A2")
ODD = {
    "nothing timed": document([approach("group_assign", "A2", steps=0)], complete=False),
    "no approach": document([], complete=False),
    "one step": document([approach("group_assign", "A2", steps=1)]),
    "only the reference": document([REFERENCE]),
    "all refused": document([refused("compiled", "wrong", "step 1", error=1.0)]),
    "a clock that stands still": document([approach("group_assign", "A2", step_seconds=[0.0] * 5)]),
    "no ratio": document([approach("constraint", ratio=None, ratio_ci95=None)]),
    "no interval": document([REFERENCE, approach("constraint", ratio_ci95=None)]),
    "dollars": document([REFERENCE, approach("a $x$ b")], problem="$\\frac$ and $"),
    "no settings": dict(document([REFERENCE]), settings={}),
    "long names": document(
        [REFERENCE, approach("a" * 45)],
        rule=dict({"name": "long"}, **{"hyper_parameter_{}".format(at): 0.1 for at in range(12)}),
    ),
    "late stops": document(
        [
            REFERENCE,
            approach("session_run_in_update", growth=2.0, steps=180, stopped_early_at_step=180),
            approach("eval_after_step", growth=0.3, steps=150, stopped_early_at_step=150),
        ]
    ),
    "ladder": ladder(),
}


def panels(found):
    figure = plots.comparison_figure(found)
    figure.canvas.draw()
    axes = [axes for part in figure.subfigs for axes in part.axes]
    assert len(axes) == 3
    return figure, axes


def lines_of(axes, name, least=2):
    colour, line = look(name).colour, look(name).line
    return [
        drawn
        for drawn in axes.get_lines()
        if same_color(drawn.get_color(), colour)
        and drawn.get_marker() == look(name).marker
        and len(drawn.get_xdata()) >= least
        and line
    ]


def texts_of(axes):
    return [text for text in axes.texts if text.get_text()]


def test_step_times_are_points_and_their_running_median():
    _, (times, _, _) = panels(ladder())
    record = ladder()["approaches"][1]
    milliseconds = [1000.0 * seconds for seconds in record["step_seconds"]]
    (line,) = lines_of(times, "eval_after_step")
    assert list(line.get_xdata()) == list(range(1, 200 + 1))
    np.testing.assert_allclose(line.get_ydata(), running_median(np.array(milliseconds)))
    points = [
        each
        for each in times.get_lines()
        if each.get_marker() == "." and same_color(each.get_color(), look("eval_after_step").colour)
    ]
    np.testing.assert_allclose(points[0].get_ydata(), milliseconds)
    assert times.get_yscale() == "log" and times.get_xscale() == "linear"


def test_graph_sizes_are_the_recorded_ones():
    _, (_, sizes, _) = panels(ladder())
    for record in ladder()["approaches"]:
        drawn = lines_of(sizes, record["name"])
        assert len(drawn) == (1 if record["status"] == "ok" else 0)
        if drawn:
            assert list(drawn[0].get_ydata()) == record["graph_ops"]


def test_bars_begin_at_one_and_end_at_the_ratio():
    found = ladder()
    _, (_, _, ratios) = panels(found)
    ends = {}
    for bar in ratios.patches:
        row = int(round(bar.get_y() + bar.get_height() / 2))
        ends[found["approaches"][row]["name"]] = bar.get_x() + bar.get_width()
        assert bar.get_x() == 1 or bar.get_x() + bar.get_width() == 1
    expected = {
        each["name"]: each["ratio"] for each in found["approaches"] if each["status"] == "ok"
    }
    assert ends == pytest.approx(expected)
    assert ratios.get_xscale() == "log"


def test_intervals_are_the_recorded_ones_and_the_reference_has_a_line():
    found = ladder()
    _, (_, _, ratios) = panels(found)
    drawn = [list(line.get_xdata()) for line in ratios.get_lines() if line.get_marker() == "|"]
    timed = [each for each in found["approaches"] if each["status"] == "ok"]
    assert drawn == [each["ratio_ci95"] for each in timed if each["name"] != "group_assign"]
    assert [1, 1] in [list(line.get_xdata()) for line in ratios.get_lines()]


def test_every_row_says_its_ratio_or_why_there_is_none():
    found = ladder()
    found["approaches"].append(refused("mine", "wrong", "step 3"))
    found["approaches"].append(approach("yours", steps=0))
    _, (_, _, ratios) = panels(found)
    said = [text.get_text() for text in texts_of(ratios)]
    assert said[:4] == ["60x [57, 62]", "36.2x [34.7, 37.6]", "1.78x [1.71, 1.85]", "unsupported"]
    assert said[6] == "the reference" and said[-2:] == ["WRONG", "not timed"]
    names = [label.get_text() for label in ratios.get_yticklabels()]
    assert names == [each["name"] for each in found["approaches"]]


def test_an_early_stop_is_marked_where_it_happened():
    _, (times, _, _) = panels(ladder())
    crosses = [line for line in times.get_lines() if line.get_marker() == "x"]
    assert [float(line.get_xdata()[0]) for line in crosses] == [45.0]
    assert [text.get_text() for text in texts_of(times)] == ["stopped at step 45"]
    _, (times, _, _) = panels(document([REFERENCE]))
    assert not [line for line in times.get_lines() if line.get_marker() == "x"]


def test_the_title_is_problem_and_rule():
    figure, _ = panels(ladder())
    title = figure._suptitle.get_text()
    rule = "wrapped_noisy_descent(learning_rate=0.1, noise_stddev=0.01, bound=20, centred=False)"
    assert title.replace("\n", " ") == "softmax, " + rule
    lengths = [len(line) for line in title.split("\n")]
    assert max(lengths) < 2 * min(lengths)


@pytest.mark.parametrize("name", sorted(ODD))
@pytest.mark.filterwarnings("error")
def test_odd_documents_are_drawn_without_a_warning_and_nothing_is_cut_off(name):
    figure, axes = panels(ODD[name])
    renderer = figure.canvas.get_renderer()
    width, height = figure.canvas.get_width_height()
    # An axes' tight box holds its title, labels, ticks and texts.
    boxes = [each.get_tightbbox(renderer) for each in axes]
    titles = [figure._suptitle, figure.subfigs[1]._suptitle]
    for box in boxes + [title.get_window_extent(renderer) for title in titles]:
        assert box.x0 >= 0 and box.y0 >= 0 and box.x1 <= width and box.y1 <= height


@pytest.mark.parametrize("name", sorted(ODD))
def test_names_and_verdicts_do_not_overlap(name):
    figure, (times, sizes, ratios) = panels(ODD[name])
    renderer = figure.canvas.get_renderer()
    labels = ratios.get_yticklabels() + texts_of(ratios)
    boxes = [label.get_window_extent(renderer) for label in labels]
    for one, other in itertools.combinations(boxes, 2):
        assert not one.overlaps(other)
    parts = [axes.get_tightbbox(renderer) for axes in (times, sizes, ratios)]
    parts += [part._suptitle.get_window_extent(renderer) for part in (figure, figure.subfigs[1])]
    for one, other in itertools.combinations(parts, 2):
        assert not one.overlaps(other)


@pytest.mark.filterwarnings("error")
def test_a_png_is_a_png_of_a_width_that_can_be_halved(tmp_path):
    path = tmp_path / "ladder.png"
    plots.save_figure(path, ladder())
    data = path.read_bytes()
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    assert int.from_bytes(data[16:20], "big") == 12 * 150


def test_an_svg_is_the_same_each_time_and_says_no_date(tmp_path):
    first, second = tmp_path / "first.svg", tmp_path / "second.SVG"
    plots.save_figure(str(first), ladder())
    plots.save_figure(str(second), ladder())
    assert first.read_bytes() == second.read_bytes()
    assert xml.etree.ElementTree.fromstring(first.read_bytes()).tag.endswith("}svg")
    assert b"<dc:date>" not in first.read_bytes()


def test_a_long_series_does_not_make_a_long_svg(tmp_path):
    sizes = []
    for steps in (1000, 8000):
        path = tmp_path / "{}.svg".format(steps)
        plots.save_figure(path, document([approach("group_assign", "A2", steps=steps)]))
        sizes.append(os.path.getsize(str(path)))
    assert sizes[1] < 2 * sizes[0]


@pytest.mark.parametrize("name", ["ladder.pdf", "ladder", "ladder.png.gz", ".png", "svg"])
def test_another_suffix_is_refused_in_one_line_and_nothing_is_written(name, tmp_path):
    path = str(tmp_path / name)
    with pytest.raises(InputError) as refusal:
        plots.save_figure(path, ladder())
    assert str(refusal.value).startswith("--plot: ")
    assert str(refusal.value).endswith("allowed is a file ending in .png or .svg")
    assert os.listdir(str(tmp_path)) == []


def test_an_error_while_drawing_leaves_the_old_file(tmp_path, monkeypatch):
    path = tmp_path / "ladder.png"
    path.write_bytes(b"before")
    monkeypatch.setattr(plots, "comparison_figure", lambda document: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        plots.save_figure(path, ladder())
    assert path.read_bytes() == b"before" and os.listdir(str(tmp_path)) == ["ladder.png"]


def test_saving_changes_no_setting_and_opens_no_window(tmp_path):
    before = matplotlib.rcParams.copy()
    plots.save_figure(tmp_path / "ladder.svg", document([REFERENCE]))
    assert matplotlib.rcParams.copy() == before
    pyplot = sys.modules.get("matplotlib.pyplot")
    assert pyplot is None or pyplot.get_fignums() == []


def test_every_known_look_can_be_drawn():
    _, (times, sizes, _) = panels(document([approach(name) for name in LOOKS]))
    for name in LOOKS:
        assert len(lines_of(times, name)) == 1 and len(lines_of(sizes, name)) == 1


def test_a_running_median_follows_a_trend_and_ignores_a_single_outlier():
    series = np.arange(100.0)
    series[50] = 1e6
    middle = running_median(series)
    assert len(middle) == 100
    np.testing.assert_allclose(middle[10:40], np.arange(10.0, 40.0))
    assert middle.max() < 101
