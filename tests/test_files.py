import os
import signal
import stat
import sys
import tempfile

import pytest

from tf1_updates import files
from tf1_updates.errors import InputError
from tf1_updates.files import check_writable, write_atomically


def no_way(*_, **__):
    raise OSError(95, "Operation not supported")


@pytest.fixture(params=["a file without a name", "no such file", "no way to name it"])
def way(request, monkeypatch):
    """The systems that there are: each test that asks for this has to hold on all of them."""
    if request.param == "no such file":
        monkeypatch.delattr(os, "O_TMPFILE", raising=False)
    elif request.param == "no way to name it":
        monkeypatch.setattr(os, "link", no_way)


@pytest.fixture
def target(tmp_path, way):
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
def test_a_new_file_has_the_permissions_that_open_gives(tmp_path, way, mask, mode):
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


def test_a_folder_that_is_missing_is_an_error(tmp_path, way):
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


def test_the_check_accepts_a_bare_name(tmp_path, way, monkeypatch):
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


def test_a_folder_or_file_without_permission_is_refused(way):
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


def killed_before_line(number, act):
    """Do `act` in a child that is killed before it runs that many lines of `files`; was it?"""
    child = os.fork()
    if child == 0:
        left = [number]

        def trace(frame, event, argument):
            if frame.f_code.co_filename != files.__file__:
                return None
            if event == "line":
                left[0] -= 1
                if left[0] < 0:
                    os.kill(os.getpid(), signal.SIGKILL)
            return trace

        try:
            sys.settrace(trace)
            act()
        finally:
            os._exit(0)
    status = os.waitpid(child, 0)[1]
    return os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked to be killed")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
@pytest.mark.parametrize("next_act", ["write", "check"])
def test_a_kill_at_any_line_leaves_the_old_or_the_new_and_the_next_act_leaves_nothing_else(
    target, next_act
):
    import psutil  # noqa: F401  imported before the fork, as lines of it are not counted

    other = target.parent / ".tf1-updates-of-another-kind"
    other.write_bytes(b"kept")
    new, number, seen, most = b"new" * 10000, 0, set(), 0
    while killed_before_line(number, lambda: write_atomically(target, new)):
        seen.add(target.read_bytes())
        left = set(target.parent.iterdir()) - {target, other}
        most = max(most, len(left))
        if hasattr(os, "O_TMPFILE") and os.link is not no_way:
            assert all(path.read_bytes() == new for path in left)
        if next_act == "write":
            write_atomically(target, b"old")
        else:
            check_writable("--output", target)
            target.write_bytes(b"old")
        assert sorted(os.listdir(str(target.parent))) == [other.name, target.name]
        number += 1
    assert number > 25 and seen == {b"old", new} and most == 1
    assert target.read_bytes() == new and other.read_bytes() == b"kept"


def test_a_file_of_a_writer_that_lives_is_left_to_it(target, monkeypatch):
    monkeypatch.delattr(os, "O_TMPFILE", raising=False)
    living = target.parent / (os.path.basename(files._beside(str(target))) + "-%d-x" % os.getpid())
    living.write_bytes(b"half")
    write_atomically(target, b"new")
    check_writable("--output", target)
    assert living.read_bytes() == b"half" and target.read_bytes() == b"new"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the writers are forked")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_several_writers_of_one_target_do_not_disturb_each_other(target):
    contents, children = [bytes([65 + number]) * 5000 for number in range(3)], []
    for content in contents:
        child = os.fork()
        if child == 0:
            status = 1
            try:
                for _ in range(100):
                    write_atomically(target, content)
                status = 0
            finally:
                os._exit(status)
        children.append(child)
    assert [os.waitpid(child, 0)[1] for child in children] == [0, 0, 0]
    assert target.read_bytes() in contents
    assert os.listdir(str(target.parent)) == [target.name]
