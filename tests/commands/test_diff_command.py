"""`diff` as it is typed: what it prints, where it fails, what it refuses."""

import json
import pathlib
import subprocess
import sys

import pytest

from tf1_updates.cli import main

SAVED = str(pathlib.Path(__file__).parents[1] / "saved" / "compare.json")


def written(path, factor=1.0, **fields):
    """Write the saved comparison with scaled steps and other fields; return the path as text."""
    with open(SAVED, encoding="utf-8") as file:
        document = json.load(file)
    for row in document["approaches"]:
        row["step_seconds"] = [factor * seconds for seconds in row["step_seconds"]]
    path.write_text(json.dumps(dict(document, **fields)), encoding="utf-8")
    return str(path)


def test_the_same_file_twice(capsys):
    assert main(["diff", SAVED, SAVED, "--fail-over", "1"]) == 0
    shown, said = capsys.readouterr()
    assert said == ""
    assert shown.count("1.00x [0.92, 1.09]      not resolved") == 9
    assert "No difference is resolved for all 9 approaches." in shown
    assert "No ratio to group_assign has changed by more than its uncertainty" in shown
    assert "slower" not in shown and "faster" not in shown and "warning" not in shown


@pytest.mark.parametrize("factor, verdict, status", [(1.2, "slower", 1), (1 / 1.2, "faster", 0)])
def test_a_scaled_copy(factor, verdict, status, tmp_path, capsys):
    other = written(tmp_path / "b.json", factor)
    assert main(["diff", SAVED, other]) == 0
    assert "B is {} for all 9 approaches.".format(verdict) in capsys.readouterr().out
    assert main(["diff", SAVED, other, "--fail-over", "1.10"]) == status
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 9 * status
    line = "tf1-updates: --fail-over: constraint takes 1.2 times as long, which is over 1.1"
    assert (line in said) == bool(status)
    assert main(["diff", SAVED, other, "--fail-over", "1.21"]) == 0


def test_one_row_as_text_and_as_markdown(tmp_path, capsys):
    other = written(tmp_path / "b.json", 1.2)
    assert main(["diff", SAVED, other]) == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    row = next(line for line in lines if line[:1] == ["constraint"])
    assert " ".join(row) == (
        "constraint 6 to 205 0.32 ms 0.38 ms 1.20x [1.10, 1.30] slower 1.00x [0.92, 1.09] "
        "not resolved"
    )
    assert main(["diff", SAVED, other, "--markdown"]) == 0
    assert (
        "| constraint | 6 to 205 | 0.32 ms | 0.38 ms | 1.20x [1.10, 1.30] | slower "
        "| 1.00x [0.92, 1.09] | not resolved |"
    ) in capsys.readouterr().out


def test_the_differences_are_saved(tmp_path, capsys):
    target = tmp_path / "diff.json"
    other = written(tmp_path / "b.json", 1.2, complete=False)
    assert main(["diff", SAVED, other, "--json", str(target), "--run-to-run", "0"]) == 0
    shown = capsys.readouterr().out
    assert "- warning: B is incomplete: its measurement was interrupted" in shown
    assert "(--run-to-run 0)" in shown
    found = json.loads(target.read_text(encoding="utf-8"))
    assert found["schema"] == "tf1-updates/diff/1" and found["complete"] is False
    rows = {row["name"]: row for row in found["approaches"]}
    assert rows["built_in"]["ratio_ci95"] == pytest.approx([1.2, 1.2])
    assert rows["process_gradients"]["ratio"] is None
    assert (rows["built_in"]["first_step"], rows["built_in"]["steps"]) == (5, 200)


def test_no_approach_in_common(tmp_path, capsys):
    empty = written(tmp_path / "b.json", approaches=[])
    assert main(["diff", SAVED, empty]) == 0
    assert "No approach was measured in both files" in capsys.readouterr().out
    assert main(["diff", empty, empty, "--markdown"]) == 0
    assert main(["diff", empty, empty]) == 0
    capsys.readouterr()
    assert main(["diff", SAVED, empty, "--fail-over", "1.1"]) == 1
    assert "no approach was measured in both" in capsys.readouterr().err


def test_a_reversed_conclusion_is_told(tmp_path, capsys):
    with open(SAVED, encoding="utf-8") as file:
        rows = json.load(file)["approaches"]
    built_in = next(row for row in rows if row["name"] == "built_in")
    built_in["step_seconds"] = [2 * seconds for seconds in built_in["step_seconds"]]
    built_in.update(ratio=1.22, ratio_ci95=[1.18, 1.26])
    other = written(tmp_path / "b.json", approaches=rows)
    assert main(["diff", SAVED, other]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "built_in: slower than group_assign in one file, faster in the other." in shown
    assert "Against group_assign, B is slower for built_in; 7 of 8 ratios stand." in shown


@pytest.mark.parametrize("value", ["0", "-1", "0.99", "nan", "inf", "much", ""])
def test_a_limit_that_is_none_is_refused(value, capsys):
    assert main(["diff", SAVED, SAVED, "--fail-over", value]) == 2
    said = capsys.readouterr().err
    assert said.startswith("tf1-updates: --fail-over: ") and said.count("\n") == 1


@pytest.mark.parametrize("value", ["-0.1", "1.5", "nan", "inf", "3%"])
def test_a_share_that_is_none_is_refused(value, capsys):
    assert main(["diff", SAVED, SAVED, "--run-to-run", value]) == 2
    said = capsys.readouterr().err
    assert said.startswith("tf1-updates: --run-to-run: ") and said.count("\n") == 1


@pytest.mark.parametrize(
    "content, part",
    [
        ("", "no JSON"),
        ('{"schema": "tf1-updates/compare/1", "approaches": [', "cut"),
        ("[1, 2]", 'without "schema"'),
        ('{"schema": "tf1-updates/diff/1"}', "tf1-updates/diff/1"),
        ('{"schema": "tf1-updates/compare/2"}', "newer version"),
        (None, "no file"),
    ],
)
@pytest.mark.parametrize("place", [0, 1])
def test_a_file_that_is_no_comparison_is_refused_in_one_line(
    content, part, place, tmp_path, capsys
):
    file = tmp_path / "other.json"
    if content is not None:
        file.write_text(content, encoding="utf-8")
    files = [SAVED, SAVED]
    files[place] = str(file)
    target = tmp_path / "diff.json"
    assert main(["diff"] + files + ["--json", str(target), "--fail-over", "1.1"]) == 2
    shown, said = capsys.readouterr()
    assert shown == "" and said.count("\n") == 1 and part in said and "other.json" in said
    assert not target.exists()


def test_a_target_that_cannot_be_or_must_not_be_written(tmp_path, capsys):
    copied = written(tmp_path / "b.json")
    before = (tmp_path / "b.json").read_text(encoding="utf-8")
    for target in (copied, str(tmp_path), str(tmp_path / "none" / "d.json")):
        assert main(["diff", SAVED, copied, "--json", target]) == 2
        said = capsys.readouterr().err
        assert said.startswith("tf1-updates: --json: ") and said.count("\n") == 1
    assert (tmp_path / "b.json").read_text(encoding="utf-8") == before


@pytest.mark.parametrize("line", [["diff"], ["diff", "a.json"], ["diff", "a", "b", "c"]])
def test_it_takes_two_files(line, capsys):
    assert main(line) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_tensorflow_and_matplotlib_are_not_loaded():
    program = (
        "import sys; from tf1_updates.cli import main\n"
        "main(['diff', {0!r}, {0!r}])\n"
        "sys.exit(' '.join({{'tensorflow', 'matplotlib', 'mlxtend', 'pandas'}} & set(sys.modules)))"
    ).format(SAVED)
    result = subprocess.run([sys.executable, "-c", program], stderr=subprocess.PIPE)
    assert result.stderr.decode().strip() == ""
