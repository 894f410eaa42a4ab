import os
import stat
import tempfile

import pytest

from tf1_updates.errors import InputError
from tf1_updates.files import check_writable, write_atomically


@pytest.fixture
def target(tmp_path):
    """A file with old content, alone in its folder."""
    path = tmp_path / "result.json"
    path.write_bytes(b"old")
    return path


def assert_untouched(target, content=b"old"):
    assert target.read_bytes() == content
    assert os.listdir(str(target.parent)) == [target.name]


@pytest.mark.parametrize(
    "data, written",
    [
        (b"\x00\xff\r\n", b"\x00\xff\r\n"),
        (bytearray(b"ab"), b"ab"),
        ("σ = 1\n\r\n", "σ = 1\n\r\n".encode("utf-8")),
        ("", b""),
        (b"x" * 5000000, b"x" * 5000000),
    ],
    ids=["bytes", "bytearray", "text", "nothing", "much"],
)
@pytest.mark.parametrize("is_new", [True, False])
def test_what_is_written_is_there_and_nothing_else(target, data, written, is_new):
    if is_new:
        target.unlink()
    write_atomically(target, data)
    assert_untouched(target, written)


def test_a_bare_name_is_in_the_current_folder(target, monkeypatch):
    monkeypatch.chdir(target.parent)
    write_atomically(target.name, "new")
    assert_untouched(target, b"new")


def test_a_reader_that_has_the_old_file_open_keeps_it_whole(target):
    with target.open("rb") as reader:
        write_atomically(target, b"new")
        assert reader.read() == b"old"
    assert_untouched(target, b"new")


@pytest.mark.parametrize("name", ["fsync", "replace"])
@pytest.mark.parametrize("problem", [OSError(28, "No space left"), KeyboardInterrupt()])
def test_a_failure_leaves_the_old_file_and_no_other(target, monkeypatch, name, problem):
    def fail(*_):
        raise problem

    monkeypatch.setattr(os, name, fail)
    with pytest.raises(type(problem)):
        write_atomically(target, "new")
    assert_untouched(target)


@pytest.mark.parametrize("data", [None, 3, ["text"], "\ud800"], ids=["None", "3", "list", "half"])
def test_what_is_no_text_and_no_bytes_leaves_the_old_file(target, data):
    with pytest.raises((TypeError, UnicodeEncodeError)):
        write_atomically(target, data)
    assert_untouched(target)


@pytest.mark.parametrize("mask, mode", [(0o022, 0o644), (0o077, 0o600), (0o002, 0o664)])
def test_a_new_file_has_the_permissions_that_open_gives(tmp_path, mask, mode):
    path, before = tmp_path / "result.json", os.umask(mask)
    try:
        write_atomically(path, "new")
    finally:
        os.umask(before)
    assert stat.S_IMODE(path.stat().st_mode) == 0o666 & ~mask == mode


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o755])
def test_an_old_file_keeps_its_permissions(target, mode):
    target.chmod(mode)
    write_atomically(target, "new")
    assert stat.S_IMODE(target.stat().st_mode) == mode


def test_a_symbolic_link_stays_one(target):
    link = target.parent / "latest.json"
    link.symlink_to(target.name)
    write_atomically(link, "new")
    assert link.is_symlink() and target.read_bytes() == b"new"


def test_a_folder_and_a_pipe_are_not_replaced(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(str(pipe))
    for path in (tmp_path, pipe):
        with pytest.raises(InputError):
            write_atomically(path, "new")
        with pytest.raises(InputError, match="--output: "):
            check_writable("--output", path)
    assert stat.S_ISFIFO(pipe.stat().st_mode) and os.listdir(str(tmp_path)) == ["pipe"]


def test_a_folder_that_is_missing_is_an_error(tmp_path):
    with pytest.raises(FileNotFoundError):
        write_atomically(tmp_path / "missing" / "result.json", "new")
    assert os.listdir(str(tmp_path)) == []


def test_the_check_leaves_no_trace(target):
    before = target.stat()
    assert check_writable("--output", target) is None
    assert check_writable("--output", str(target)) is None
    after = target.stat()
    assert (before.st_mtime_ns, before.st_ino) == (after.st_mtime_ns, after.st_ino)
    target.unlink()
    assert check_writable("--output", target) is None
    assert os.listdir(str(target.parent)) == []


def test_the_check_accepts_a_bare_name(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert check_writable("--output", "result.json") is None
    assert os.listdir(str(tmp_path)) == []


@pytest.mark.parametrize(
    "path, words",
    [
        ("missing/result.json", "'{}/missing' does not exist"),
        ("result.json/result.json", "'{}/result.json' is not a folder"),
        ("", "not that of a folder"),
        ("missing/", "not that of a folder"),
    ],
)
def test_a_path_that_cannot_be_written_is_refused_in_one_line(target, path, words):
    folder = str(target.parent)
    with pytest.raises(InputError) as refusal:
        check_writable("--output", os.path.join(folder, path))
    assert words.format(folder) in str(refusal.value)
    assert str(refusal.value).startswith("--output: ") and "\n" not in str(refusal.value)
    assert_untouched(target)


def test_an_empty_path_is_refused():
    with pytest.raises(InputError, match="--output: '' was given"):
        check_writable("--output", "")


def test_a_folder_or_file_without_permission_is_refused():
    # Permissions do not bind an administrator: be somebody else for a while.
    is_administrator = os.geteuid() == 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "result.json")
        write_atomically(path, "old")
        os.chmod(folder, 0o555)
        try:
            if is_administrator:
                os.seteuid(65534)
            with pytest.raises(InputError, match="Permission denied"):
                check_writable("--output", path)
        finally:
            if is_administrator:
                os.seteuid(0)
            os.chmod(folder, 0o755)


def test_a_read_only_file_is_refused(target, monkeypatch):
    target.chmod(0o444)
    monkeypatch.setattr(os, "access", lambda path, mode: mode != os.W_OK)  # not an administrator
    with pytest.raises(InputError, match="read-only"):
        check_writable("--output", target)
    assert_untouched(target)
