"""Runs the programs of TensorFlow 1's time, each in a process and an empty folder of its own.

On TensorFlow 1.15, `python tests/tf1_scripts/program_runs.py` writes anew what they print natively,
to programs/expected/: the numbers that every other run is held against. It takes a minute.
"""

import gzip
import os
import pathlib
import struct
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
PROGRAMS = HERE / "programs"
EXPECTED = PROGRAMS / "expected"
ROOT = HERE.parents[1]
SCRIPTS = sorted(PROGRAMS.glob("*.py"))
SECONDS = 180

ARGUMENTS = {"app_with_flags": ["--steps=21", "--name", "valley", "rest"]}
STATUS = {"app_with_flags": 3}
DIGITS = "MNIST_data"


def run(script, folder, launcher=()):
    """Run a script in a folder and return (status, stdout, stderr).

    Args:
        script: its path.
        folder: where it runs; given the bundled digits, in the files that TensorFlow 1 reads.
        launcher: what stands between `python` and the script.
    """
    write_digits(os.path.join(str(folder), DIGITS))
    paths = [str(ROOT)] + [path for path in [os.environ.get("PYTHONPATH")] if path]
    environment = dict(os.environ, PYTHONPATH=os.pathsep.join(paths), TF_CPP_MIN_LOG_LEVEL="3")
    command = [sys.executable] + list(launcher) + [str(script)]
    arguments = ARGUMENTS.get(script.stem, [])
    done = subprocess.run(
        command + (["--"] if launcher and arguments else []) + arguments,
        cwd=str(folder),
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        timeout=SECONDS,
    )
    # TensorFlow 1's reader of digits says on stdout what it unpacks; ours does not.
    lines = done.stdout.decode().splitlines(True)
    printed = "".join(line for line in lines if not line.startswith("Extracting " + DIGITS))
    return done.returncode, printed, done.stderr.decode()


def write_digits(folder):
    """Write the bundled digits as the four gzipped IDX files, 4,000 to train and 1,000 to test."""
    from tf1_updates.datasets import bundled

    os.makedirs(folder, exist_ok=True)
    pixels = bundled.read()
    for part, images, labels in [
        ("train", pixels.train_images, pixels.train_labels),
        ("t10k", pixels.test_images, pixels.test_labels),
    ]:
        for kind, array in [("images", images.reshape(-1, 28, 28)), ("labels", labels)]:
            name = "{}-{}-idx{}-ubyte.gz".format(part, kind, array.ndim)
            header = struct.pack(">{}I".format(1 + array.ndim), 0x800 + array.ndim, *array.shape)
            with open(os.path.join(folder, name), "wb") as file:
                file.write(gzip.compress(header + array.tobytes(), 1))


def write_expected(scripts):
    """Write what the scripts print natively; only TensorFlow 1.15 may say what is right."""
    import tensorflow

    if not tensorflow.__version__.startswith("1.15"):
        sys.exit("TensorFlow {} was found; 1.15 is needed".format(tensorflow.__version__))
    for script in scripts:
        with tempfile.TemporaryDirectory() as folder:
            status, printed, errors = run(script, folder)
        if status != STATUS.get(script.stem, 0):
            print("{}: status {}\n{}".format(script.name, status, errors[-1500:]))
            continue
        with open(str(EXPECTED / (script.stem + ".txt")), "w", encoding="utf-8") as file:
            file.write(printed)
        print(script.name, "ok", flush=True)


if __name__ == "__main__":
    chosen = sys.argv[1:]
    write_expected([script for script in SCRIPTS if not chosen or script.stem in chosen])
