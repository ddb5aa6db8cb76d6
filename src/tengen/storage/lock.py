"""One program a data folder: a lock that says who holds it. Opens no database; clients read it to find the server.

`server.lock` in the data folder is locked (flock) for as long as its server runs and holds `{"pid", "address"}` as
JSON; a client that has the folder while it is open holds the same lock and adds its `program`. The system lets go of
the lock with the process, however that ends, so that a file left behind means nothing: ask `find_holder`, which looks
at the lock and not at the file alone. The file is never removed: whoever waits for the lock would wait for another
file than whoever comes next.

Without fcntl (Windows), or on a disk that knows no locks, nobody is kept out and nobody is found.
"""

from __future__ import annotations

import json
import os
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

LOCK_NAME: Final = "server.lock"
_LARGEST: Final = 4096
_PATIENCE_S: Final = 0.3
"""Who only looks whether somebody holds the lock holds it for a moment, too."""


@dataclass(frozen=True, slots=True)
class Holder:
    """Who holds a folder. A server's address is empty while it starts, or where it could not be written down.

    `program` is the name of a client that has the folder while it is open; a server has none.
    """

    pid: int
    address: str
    program: str = ""


class FolderInUse(Exception):
    """Another program holds this folder; the text says which in one line."""

    def __init__(self, path: Path, holder: Holder | None) -> None:
        where = f"the server at {holder.address}" if holder is not None and holder.address else "another server"
        if holder is not None and holder.program:
            where = holder.program
        pid = f" (pid {holder.pid})" if holder is not None else ""
        super().__init__(f"{path} is in use by {where}{pid}")
        self.holder = holder


class FolderLock:
    """Held from `take` to `release`, or until the process ends."""

    def __init__(self, fd: int, program: str = "") -> None:
        self._fd = fd
        self._program = program

    @classmethod
    def take(cls, folder: Path, name: str = LOCK_NAME, program: str = "") -> Self:
        """Take the lock of a folder, which must be there, as a server or as the client of this name.

        Raises FolderInUse, having changed nothing.
        """
        fd = os.open(folder / name, os.O_RDWR | os.O_CREAT, 0o600)
        until = time.monotonic() + _PATIENCE_S
        while not _lock(fd):
            if time.monotonic() > until:
                holder = _read(fd)
                os.close(fd)
                raise FolderInUse(folder, holder)
            time.sleep(0.02)
        lock = cls(fd, program)
        lock.tell("")
        return lock

    def tell(self, address: str) -> None:
        """Write down where this server answers. On a full disk the lock holds though nobody can read by whom."""
        named = {"program": self._program} if self._program else {}
        said = json.dumps({"pid": os.getpid(), "address": address, **named}).encode()
        with suppress(OSError):
            os.pwrite(self._fd, said, 0)
            os.ftruncate(self._fd, len(said))

    def release(self) -> None:
        """Let others have the folder."""
        with suppress(OSError):
            os.ftruncate(self._fd, 0)
        os.close(self._fd)


def find_holder(folder: Path, name: str = LOCK_NAME) -> Holder | None:
    """Who has this folder now; None where nobody does, or it cannot be told."""
    try:
        fd = os.open(folder / name, os.O_RDONLY)
    except OSError:
        return None
    try:
        return None if _lock(fd, is_shared=True) else _read(fd)
    finally:
        os.close(fd)


def _lock(fd: int, *, is_shared: bool = False) -> bool:
    """Lock the open file without waiting; whether nobody else holds it."""
    try:
        import fcntl
    except ImportError:  # not a POSIX system
        return True
    try:
        fcntl.flock(fd, (fcntl.LOCK_SH if is_shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # a disk that knows no locks
        return True
    return True


def _read(fd: int) -> Holder | None:
    """What the file says; None for anything that no program of ours wrote."""
    try:
        found = json.loads(os.pread(fd, _LARGEST, 0))
        pid, address, program = found["pid"], found["address"], found.get("program", "")
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return None
    are_texts = isinstance(address, str) and isinstance(program, str)
    return Holder(pid, address, program) if isinstance(pid, int) and are_texts else None
