"""The lock of a data folder: one server at a time, told apart by its address, and nothing is left of a dead one."""

from __future__ import annotations

import errno
import json
import os
import signal
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tengen.storage.lock import LOCK_NAME, FolderInUse, FolderLock, Holder, find_holder

HOLD = """
import sys
from pathlib import Path
from tengen.storage.lock import FolderLock
FolderLock.take(Path(sys.argv[1])).tell("http://127.0.0.1:9999")
print("held", flush=True)
sys.stdin.read()
"""


@contextmanager
def another_holder(folder: Path) -> Iterator[subprocess.Popen[str]]:
    """A process that holds the folder until it ends."""
    command = [sys.executable, "-c", HOLD, str(folder)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        try:
            yield process
        finally:
            process.kill()


def test_who_holds_a_folder_is_told_and_nothing_is_changed(tmp_path: Path) -> None:
    with another_holder(tmp_path) as process:
        before = (tmp_path / LOCK_NAME).read_bytes()
        assert find_holder(tmp_path) == Holder(process.pid, "http://127.0.0.1:9999")
        with pytest.raises(FolderInUse) as refused:
            FolderLock.take(tmp_path)
        assert str(refused.value) == (
            f"{tmp_path} is in use by the server at http://127.0.0.1:9999 (pid {process.pid})"
        )
        assert (tmp_path / LOCK_NAME).read_bytes() == before
        assert stat.S_IMODE((tmp_path / LOCK_NAME).stat().st_mode) == 0o600


def test_a_killed_process_leaves_no_stale_lock(tmp_path: Path) -> None:
    with another_holder(tmp_path) as process:
        process.send_signal(signal.SIGKILL)
        process.wait(5)
        assert (tmp_path / LOCK_NAME).read_bytes(), "what it wrote is still there"
        assert find_holder(tmp_path) is None
        FolderLock.take(tmp_path).release()


def test_whoever_looks_does_not_take_the_lock_away(tmp_path: Path) -> None:
    assert find_holder(tmp_path) is None
    assert list(tmp_path.iterdir()) == []
    lock = FolderLock.take(tmp_path)
    assert find_holder(tmp_path) == Holder(os.getpid(), "")
    lock.tell("http://127.0.0.1:1")
    assert find_holder(tmp_path) == Holder(os.getpid(), "http://127.0.0.1:1")
    with pytest.raises(FolderInUse):
        FolderLock.take(tmp_path)
    lock.release()
    assert find_holder(tmp_path) is None
    FolderLock.take(tmp_path).release()


def test_a_client_says_its_name_and_a_server_says_none(tmp_path: Path) -> None:
    lock = FolderLock.take(tmp_path, program="tengen desktop")
    assert find_holder(tmp_path) == Holder(os.getpid(), "", "tengen desktop")
    with pytest.raises(FolderInUse, match=rf"is in use by tengen desktop \(pid {os.getpid()}\)$"):
        FolderLock.take(tmp_path)
    lock.release()
    lock = FolderLock.take(tmp_path)
    assert json.loads((tmp_path / LOCK_NAME).read_bytes()) == {"pid": os.getpid(), "address": ""}
    lock.release()


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"[]", b'{"pid": "1", "address": 2}', b'{"pid": 1, "address": "", "program": 3}', b"\xff" * 10_000],
)
def test_a_lock_file_with_anything_in_it_is_no_holders_word(tmp_path: Path, content: bytes) -> None:
    lock = FolderLock.take(tmp_path)
    (tmp_path / LOCK_NAME).write_bytes(content)
    assert find_holder(tmp_path) is None
    with pytest.raises(FolderInUse, match="in use by another server"):
        FolderLock.take(tmp_path)
    lock.release()


def test_a_disk_that_knows_no_locks_keeps_nobody_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.ENOLCK, "no locks available")

    monkeypatch.setattr("fcntl.flock", refuse)
    locks = [FolderLock.take(tmp_path) for _ in range(2)]
    assert find_holder(tmp_path) is None
    for lock in locks:
        lock.release()
