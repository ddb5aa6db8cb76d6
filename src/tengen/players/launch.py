"""Runs a foreign program within bounds, and leaves nothing of it behind. A program of its own: of ours it has one file.

    python -I -S launch.py '{"parent": 1234, "folder": "/tmp/x", "bounds": {...}, ...}' PROGRAM [ARGUMENT...]

The program gets this one's input and output. When it ends, when this one is told to end (SIGTERM), or when the thread
that started this one is gone, every process that came of it is killed, also those that left its session, and the
folder is removed.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn, TypedDict

if TYPE_CHECKING:
    from tengen.players import confine
else:
    sys.path.append(str(Path(__file__).parent))  # last, so that nothing there stands in for what is Python's own
    import confine

_SET_PARENT_DEATH_SIGNAL, _DROP_CAPABILITY, _SET_CHILD_SUBREAPER, _SET_NO_NEW_PRIVILEGES = 1, 24, 36, 38
_AMBIENT_CAPABILITIES, _CLEAR_ALL = 47, 4
_CAPABILITIES = 64
_NEW_USER_NAMES, _NEW_NETWORK = 0x10000000, 0x40000000
_MEBIBYTE = 1024 * 1024
_LOOK_S = 0.5
"""How often that is looked at for which the system has no limit."""
_MOST_FILES = 10_000
_LONG_PATH = 300
"""The system takes paths of four thousand letters, and names of 255."""
_CLEARING_S = 0.01
_PROCESSES = Path("/proc")


class Orders(TypedDict):
    """Whose child this is, the folder that is the program's own, its bounds (0 is none), and where else it may go."""

    parent: int
    folder: str
    bounds: dict[str, int]
    confined: bool
    writes: list[str]
    reads: list[str] | None


def main() -> NoReturn:
    """Start the program, wait for it, clear up behind it, and exit with its code, as a shell tells it."""
    orders: Orders = json.loads(sys.argv[1])
    folder, bounds = orders["folder"], orders["bounds"]
    _control(_SET_CHILD_SUBREAPER, 1)
    signal.signal(signal.SIGTERM, lambda *_: _leave(143, folder))
    _control(_SET_PARENT_DEATH_SIGNAL, signal.SIGTERM)
    if os.getppid() != orders["parent"]:  # gone before we could be told
        _leave(143, folder)
    try:
        # There are no threads here, so that something may be done between fork and exec.
        child = subprocess.Popen(sys.argv[2:], preexec_fn=lambda: _bound(orders), start_new_session=True)  # noqa: PLW1509
    except (OSError, subprocess.SubprocessError) as error:
        print(getattr(error, "strerror", None) or error, file=sys.stderr)
        _leave(127, folder)
    for number in (0, 1):  # the program's now; its end must be seen by whoever reads
        os.close(number)
    _look_now_and_then(bounds, folder)
    _leave(_wait(child.pid), folder)


def _control(option: int, value: int) -> None:
    """Ask the system for something that only Linux has."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


# --- before the program begins


def _bound(orders: Orders) -> None:
    """Set the limits of the process that becomes the program, and confine it."""
    bounds = orders["bounds"]
    _control(_SET_NO_NEW_PRIVILEGES, 1)
    limits = {
        resource.RLIMIT_AS: bounds["memory_mb"] * _MEBIBYTE,
        resource.RLIMIT_CPU: bounds["cpu_s"],
        resource.RLIMIT_FSIZE: bounds["file_mb"] * _MEBIBYTE,
        resource.RLIMIT_NOFILE: bounds["files"],
        resource.RLIMIT_NPROC: bounds["processes"] and _own_threads() + bounds["processes"],
    }
    for kind, value in limits.items():
        if value:
            _limit(kind, value)
    _limit(resource.RLIMIT_CORE, 0)
    if not bounds["network"]:  # not before the limits: where it goes, processes are counted anew
        _leave_network()
    if orders["confined"]:
        _confine(orders)
    _control(_SET_PARENT_DEATH_SIGNAL, signal.SIGKILL)  # should this launcher itself be killed
    os.nice(bounds["niceness"])


def _limit(kind: int, value: int) -> None:
    with contextlib.suppress(ValueError, OSError):
        _, most = resource.getrlimit(kind)
        wanted = value if most == resource.RLIM_INFINITY else min(value, most)
        resource.setrlimit(kind, (wanted, wanted))


def _leave_network() -> None:
    """Go where there is no network. Not every system lets everybody; then the program keeps it."""
    user, group = os.getuid(), os.getgid()
    with contextlib.suppress(OSError, AttributeError):
        system = ctypes.CDLL(None)
        if user == 0:
            system.unshare(_NEW_NETWORK)
        elif system.unshare(_NEW_USER_NAMES | _NEW_NETWORK) == 0:
            Path("/proc/self/setgroups").write_text("deny")
            Path("/proc/self/uid_map").write_text(f"{user} {user} 1")
            Path("/proc/self/gid_map").write_text(f"{group} {group} 1")


def _confine(orders: Orders) -> None:
    """Keep the program to its folder and what its entry names, as far as the system can.

    Where something goes wrong with that, it does not begin. Of root it keeps the name alone, not what else root may do.
    """
    _control(_AMBIENT_CAPABILITIES, _CLEAR_ALL)
    for number in range(_CAPABILITIES):
        _control(_DROP_CAPABILITY, number)
    writes, reads = (orders["folder"], *orders["writes"]), None
    try:
        if orders["reads"] is not None:
            program = Path(sys.argv[2])
            reads = (str(program.parent), str(program.resolve().parent), str(Path.cwd()), *orders["reads"])
        confine.confine(confine.Freedom(writes, reads, network=bool(orders["bounds"]["network"])))
    except Exception as error:  # such as too little memory, by its own bounds
        print(f"it cannot be confined: {str(error) or type(error).__name__}", file=sys.stderr, flush=True)
        os._exit(126)


def _own_threads() -> int:
    """How many threads this user has already: the limit counts all of them."""
    count = 0
    for folder in _PROCESSES.glob("[0-9]*"):
        with contextlib.suppress(OSError, ValueError):
            if folder.stat().st_uid == os.getuid():
                count += sum(1 for _ in (folder / "task").iterdir())
    return count


# --- while it runs


def _wait(pid: int) -> int:
    """Wait for the program, and for strays that it left to us meanwhile."""
    while True:
        ended, status = os.waitpid(-1, 0)
        if ended == pid:
            code = os.waitstatus_to_exitcode(status)
            return code if code >= 0 else 128 - code


def _look_now_and_then(bounds: dict[str, int], folder: str) -> None:
    """End the program when it fills its folder, or has too many processes: root may, whatever the limit says."""
    processes = bounds["processes"] if os.getuid() == 0 else 0
    octets = bounds["folder_mb"] * _MEBIBYTE

    def look(*_: object) -> None:
        if processes and len(_descendants()) > processes:
            end("too many processes")
        if octets and _takes_more(folder, octets):
            end(f"more than {bounds['folder_mb']} MB or {_MOST_FILES} files in its folder")
        signal.setitimer(signal.ITIMER_REAL, _LOOK_S)

    def end(reason: str) -> NoReturn:
        print(reason, file=sys.stderr, flush=True)
        _leave(137, folder)

    if processes or octets:
        signal.signal(signal.SIGALRM, look)
        signal.setitimer(signal.ITIMER_REAL, _LOOK_S)


def _takes_more(folder: str, octets: int) -> bool:
    """Whether the files below take more than that, or are more than are counted, or hidden from us."""
    files, folders = _MOST_FILES, [folder]
    while folders:
        try:
            with os.scandir(folders.pop()) as entries:
                for entry in entries:
                    octets -= _taken_by(entry)
                    files -= 1
                    if octets < 0 or files < 0:
                        return True
                    if entry.is_dir(follow_symlinks=False):
                        folders.append(entry.path)
        except FileNotFoundError:  # removed meanwhile
            continue
        except OSError:
            return True
    return False


def _taken_by(entry: os.DirEntry[str]) -> int:
    """What it takes on the disk; nothing when it is gone."""
    with contextlib.suppress(FileNotFoundError):
        return entry.stat(follow_symlinks=False).st_blocks * 512
    return 0


# --- at the end


def _leave(code: int, folder: str) -> NoReturn:
    for number in (signal.SIGTERM, signal.SIGALRM):
        signal.signal(number, signal.SIG_IGN)
    _clear()
    _remove(folder)
    os._exit(code)


def _clear() -> None:
    """Kill whatever came of the program, until there is nothing any more."""
    while True:
        stopped: set[int] = set()
        while found := set(_descendants()) - stopped:  # what is stopped cannot begin others meanwhile
            _signal_all(found, signal.SIGSTOP)
            stopped |= found
        _signal_all(stopped, signal.SIGKILL)
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return
        time.sleep(_CLEARING_S)


def _signal_all(pids: set[int], number: int) -> None:
    for pid in pids:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(pid, number)


def _remove(folder: str) -> None:
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


def _descendants() -> list[int]:
    """Every process below this one, by the parents that the system names."""
    children: dict[int, list[int]] = {}
    for pid, parent in _processes():
        children.setdefault(parent, []).append(pid)
    found, ahead = [], [os.getpid()]
    while ahead:
        below = children.get(ahead.pop(), [])
        found += below
        ahead += below
    return found


def _processes() -> list[tuple[int, int]]:
    """Every process and its parent."""
    found = []
    for folder in _PROCESSES.glob("[0-9]*"):
        with contextlib.suppress(OSError, ValueError, IndexError):
            parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            found.append((int(folder.name), parent))
    if not found:  # not Linux
        lines = subprocess.run(["/bin/ps", "-A", "-o", "pid=,ppid="], capture_output=True, text=True, check=False)
        found = [(int(pid), int(parent)) for pid, parent in (line.split() for line in lines.stdout.splitlines())]
    return found


if __name__ == "__main__":
    main()
