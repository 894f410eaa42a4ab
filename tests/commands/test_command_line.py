"""Bad input is one line that names the argument, status 2, and leaves every file as it was."""

import os
import subprocess
import sys

import pytest

from tf1_updates.approaches import APPROACHES
from tf1_updates.cli import COMMANDS, main

# A tenth of a second for each.
LEAST_BUDGET = "at least {:.1f} seconds for {} approaches".format(
    0.1 * len(APPROACHES), len(APPROACHES)
)

REFUSED = {
    "compare --bound 0": ["--bound", "0.0", "a finite number above 0"],
    "compare --bound -1": ["--bound", "-1.0", "a finite number above 0"],
    "compare --bound -1e-3": ["--bound", "-0.001", "a finite number above 0"],
    "compare --bound nan": ["--bound", "nan", "a finite number above 0"],
    "compare --bound inf": ["--bound", "inf", "a finite number above 0"],
    "compare --bound twenty": ["--bound", "'twenty'", "a number"],
    "compare --noise-stddev -0.1": ["--noise-stddev", "-0.1", "at least 0"],
    "compare --noise -0.1": ["--noise-stddev", "-0.1", "at least 0"],
    "compare --noise-mean -inf": ["--noise-mean", "-inf", "a finite number"],
    "compare --learning-rate nan": ["--learning-rate", "nan", "a finite number"],
    "compare --rule projected_descent --low 1 --high 0": [
        "--high",
        "0.0",
        "above low, which is 1.0",
    ],
    "compare --rule projected_descent --high -2": ["--high", "-2.0", "above low, which is -1.0"],
    "compare --rule gradient_descent --bound 3": ["--bound", "'3'", "has no bound"],
    "compare --rule gradient_descent --centred": ["--centred", "is not wrapped"],
    "compare --rule wraped_noisy": ["--rule", "'wraped_noisy'", "mean wrapped_noisy_descent?"],
    "compare --problem quadratik": ["--problem", "'quadratik'", "mean quadratic?"],
    "compare --approaches group_asign": ["--approaches", "'group_asign'", "mean group_assign?"],
    "compare --approaches built_in,hack": ["--approaches", "'hack'", "one of"],
    "compare --approaches ,": ["--approaches", "at least one name"],
    "compare --variables refs": ["--variables", "'refs'", "resource, reference"],
    "compare --steps 0": ["--steps", "0", "at least 1"],
    "compare --steps -3": ["--steps", "-3", "at least 1"],
    "compare --steps 1.5": ["--steps", "'1.5'", "a whole number"],
    "compare --budget 0": ["--budget", "0.0", LEAST_BUDGET],
    "compare --budget -5": ["--budget", "-5.0", LEAST_BUDGET],
    "compare --budget nan": ["--budget", "nan", LEAST_BUDGET],
    "compare --seed -1": ["--seed", "-1", "a whole number from 0"],
    "compare --data nowhere": ["--data", "'nowhere'", "bundled, full"],
    "compare --problem coupled --data full": ["--data", "'full'", "coupled has none"],
    "compare --json no-folder/a.json": ["--json", "'no-folder/a.json'", "existing folder"],
    "compare --json .": ["--json", "'.'", "a file's path"],
    "compare --plot a.gif": ["--plot", "'a.gif'", ".png or .svg"],
    "compare --plot no-folder/a.png": ["--plot", "'no-folder/a.png'", "existing folder"],
    "compare --json a.svg --plot ./a.svg": ["--plot", "another file"],
    "compare --steps": ["--steps", "expected one argument"],
    "compare --bugdet 3": ["'--bugdet'", "mean --budget?"],
    "compare more": ["'more'"],
    "compere": ["command", "'compere'", "mean compare?"],
    "": ["command", "one of " + ", ".join(COMMANDS)],
    "show": ["FILE"],
    "show nothing.json": ["nothing.json", "no file"],
    "data --data nothing": ["nothing", "an existing folder of IDX files"],
}


@pytest.mark.parametrize("line", list(REFUSED))
def test_bad_input_is_one_line_and_status_2(line, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(line.split()) == 2
    said = capsys.readouterr().err
    assert said.startswith("tf1-updates: ") and said.count("\n") == 1 and said.endswith("\n")
    for part in REFUSED[line]:
        assert part in said
    assert os.listdir(str(tmp_path)) == []


@pytest.mark.parametrize("content", ["", "{", "[1, 2]", '{"schema": "other/1"}', "\x00\x01"])
def test_foreign_files_are_refused_and_stay_as_they_are(content, capsys, tmp_path):
    file = tmp_path / "saved.json"
    file.write_text(content, encoding="utf-8")
    assert main(["show", str(file)]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert file.read_text(encoding="utf-8") == content


def test_a_refusal_does_not_touch_the_file_that_would_have_been_written(tmp_path, capsys):
    file = tmp_path / "kept.json"
    file.write_text("kept", encoding="utf-8")
    assert main(["compare", "--json", str(file), "--steps", "0"]) == 2
    assert main(["compare", "--json", str(file), "--data", "nowhere"]) == 2
    assert file.read_text(encoding="utf-8") == "kept" and len(list(tmp_path.iterdir())) == 1


def test_help_names_every_command_and_list_every_name(capsys):
    with pytest.raises(SystemExit) as stopped:
        main(["--help"])
    assert stopped.value.code == 0
    shown = capsys.readouterr().out
    assert all(command in shown for command in COMMANDS)
    assert main(["list"]) == 0
    listed = capsys.readouterr().out
    for name in ("group_assign", "process_gradients", "projected_descent", "softmax_digits"):
        assert "  " + name in listed


def test_data_says_source_shapes_and_label_balance(capsys):
    assert main(["data"]) == 0
    shown = capsys.readouterr().out
    assert "bundled: " in shown and "train 4000x784, test 1000x784" in shown
    assert "0: 500, 1: 500" in shown


def test_a_reader_that_leaves_early_is_no_error():
    program = "import sys; from tf1_updates.cli import main; sys.exit(main(['list']))"
    with subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        process.stdout.close()
        said = process.stderr.read()
    assert said == b""


@pytest.mark.parametrize("kind", ["explain", "sweep", "compare"])
def test_show_finds_the_kind_of_a_file_by_its_schema_and_refuses_a_cut_one(kind, tmp_path, capsys):
    file = tmp_path / "saved.json"
    file.write_text('{{"schema": "tf1-updates/{}/1"}}'.format(kind))
    assert main(["show", str(file)]) == 2
    said = capsys.readouterr().err
    wanted = {"explain": "an explanation", "sweep": "a sweep", "compare": "a comparison"}[kind]
    assert said.count("\n") == 1 and 'JSON without "' in said and "allowed is " + wanted in said
    if kind != "compare":
        for option in ("--csv", "--pyperf"):
            assert main(["show", str(file), option, str(tmp_path / "out")]) == 2
            assert option + ": " in capsys.readouterr().err
    assert os.listdir(str(tmp_path)) == ["saved.json"]


def test_show_says_what_shows_a_saved_result_of_another_kind(tmp_path, capsys):
    file = tmp_path / "composed.json"
    file.write_text('{"schema": "tf1-updates/compose/1"}', "utf-8")
    assert main(["show", str(file)]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and "tf1-updates/compose/1" in said
    assert "`tf1-updates compose --from FILE`" in said
