"""Leaves nothing of a program behind: no process that came of it, and no folder."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import time
from pathlib import Path

_LONG_PATH = 300
"""The system takes paths of four thousand letters, and names of 255."""
_CLEARING_S = 0.01
_LONGEST_CLEARING_S = 5.0
"""Who begins processes faster than they are found and leaves its group each time is not caught, so this ends, too."""
_PROCESSES = Path("/proc")


def clear() -> None:
    """Kill whatever came of the program, until there is nothing any more. The end of its world ends all of it."""
    until = time.monotonic() + _LONGEST_CLEARING_S
    while _bury() and time.monotonic() < until:
        own = os.getpgrp()
        for pid, group in _below():
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
                if group != own:
                    os.killpg(group, signal.SIGKILL)  # nobody of a group can begin another one meanwhile
        time.sleep(_CLEARING_S)


def _bury() -> bool:
    """Take note of all who are dead; whether anybody is left."""
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        return False
    return True


def remove(folder: str) -> None:
    """Remove the folder, however deep it goes and whatever it forbids. What lies too deep is brought up first."""
    top, fresh = Path(folder), os.urandom(8).hex()
    folders = [top]
    with contextlib.suppress(OSError):
        top.chmod(0o700)
    for each in folders:  # which grows meanwhile
        with contextlib.suppress(OSError), os.scandir(each) as entries:
            for entry in list(entries):
                path = Path(entry.path)
                if not entry.is_dir(follow_symlinks=False):
                    path.unlink()
                    continue
                path.chmod(0o700)
                too_deep = len(entry.path) > _LONG_PATH
                folders.append(path.rename(top / f"{fresh}{len(folders)}") if too_deep else path)
    for each in reversed(folders):
        with contextlib.suppress(OSError):
            each.rmdir()


def descendants() -> list[int]:
    """Every process below this one."""
    return [pid for pid, _ in _below()]


def _below() -> list[tuple[int, int]]:
    """Every process below this one and its group, by the parents that the system names."""
    children: dict[int, list[tuple[int, int]]] = {}
    for pid, parent, group in _processes():
        children.setdefault(parent, []).append((pid, group))
    found, ahead = [], [os.getpid()]
    while ahead:
        below = children.get(ahead.pop(), [])
        found += below
        ahead += [pid for pid, _ in below]
    return found


def _processes() -> list[tuple[int, int, int]]:
    """Every process, its parent and its group."""
    found = []
    for folder in _PROCESSES.glob("[0-9]*"):
        with contextlib.suppress(OSError, ValueError, IndexError):
            parent, group = (folder / "stat").read_text().rpartition(")")[2].split()[1:3]
            found.append((int(folder.name), int(parent), int(group)))
    if not found:  # not Linux
        command = ["/bin/ps", "-A", "-o", "pid=,ppid=,pgid="]
        lines = subprocess.run(command, capture_output=True, text=True, check=False).stdout.splitlines()
        found = [(int(pid), int(parent), int(group)) for pid, parent, group in map(str.split, lines)]
    return found
