"""Runs a foreign program within bounds, and leaves nothing of it behind. A program of its own, of a few files.

    python -I -S launch.py '{"parent": 1234, "folder": "/tmp/x", "bounds": {...}, ...}' PROGRAM [ARGUMENT...]

The program gets this one's input and output. When it ends, when this one is told to end (SIGTERM), or when the thread
that started this one is gone, every process that came of it is killed, also those that left its session, and the
folder is removed. Where the system lets us, the program and all that comes of it live in a world of their own, in which
they see no other process and which ends as a whole; elsewhere they are looked for and killed, as well as that goes. Who
insists that the program be confined gets no program where the system cannot do that.
"""

from __future__ import annotations

import contextlib
import errno
import functools
import json
import os
import resource
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn, TypedDict

if TYPE_CHECKING:
    from tengen.players.sandbox import capabilities, cleanup, confine, namespaces, syscall_filter
else:
    sys.path.append(str(Path(__file__).parent))  # last, so that nothing there hides a module of Python's own
    import capabilities
    import cleanup
    import confine
    import namespaces
    import syscall_filter

_SET_PARENT_DEATH_SIGNAL, _SET_CHILD_SUBREAPER, _SET_NO_NEW_PRIVILEGES = 1, 36, 38
_CANNOT_CONFINE = 126
_MEBIBYTE = 1024 * 1024
_SHORTAGES = (errno.EAGAIN, errno.ENOMEM, errno.EMFILE, errno.ENFILE, errno.ENOSPC)
_LOOK_S = 0.5
"""How often that is looked at for which the system has no limit."""
_MOST_FILES = 10_000
_DELETED = " (deleted)"
_PROCESSES = Path("/proc")


class Orders(TypedDict):
    """Whose child this is, the folder that is the program's own, its bounds (0 is none), and where else it may go.

    `short` is the code that says that this machine could not start the program; it is never the program's own. A
    `confined` program gets as little as the system can leave it; if it `insists`, it does not begin without.
    """

    parent: int
    short: int
    folder: str
    bounds: dict[str, int]
    confined: bool
    insists: bool
    unix_sockets: bool
    writes: list[str]
    reads: list[str] | None


def main() -> NoReturn:
    """Start the program, wait for it, clear up behind it, and exit with its code, as a shell tells it."""
    orders: Orders = json.loads(sys.argv[1])
    folder = orders["folder"]
    namespaces.control(_SET_CHILD_SUBREAPER, 1)
    signal.signal(signal.SIGTERM, lambda *_: _leave(143, folder))
    namespaces.control(_SET_PARENT_DEATH_SIGNAL, signal.SIGTERM)
    if os.getppid() != orders["parent"]:  # gone before we could be told
        _leave(143, folder)
    try:
        code = _run(orders)
    except BaseException as error:  # whatever it is, nothing of the program may stay
        _complain(str(error) or type(error).__name__)
        code = _code_of(error, 1, orders)
    _leave(code, folder)


def _run(orders: Orders) -> int:
    """The program from its beginning to its end, and its code."""
    threads = _own_threads()
    is_isolated = namespaces.begin_world()
    if orders["insists"] and not is_isolated:
        _complain(confine.NO_NAMESPACES)
        return _CANNOT_CONFINE
    if is_isolated and os.getuid() and namespaces.is_linux(5, 14):
        threads = 2  # the names of users are new as well, and since then count anew
    keeper = os.fork()  # there are no threads here, so that something may be done in a copy of this process
    if keeper == 0:
        _keep(orders, threads)
    for number in (0, 1):  # the program's now; its end must be seen by whoever reads
        os.close(number)
    _look_now_and_then(orders)
    return _wait(keeper)


def _keep(orders: Orders, threads: int) -> NoReturn:
    """Be the first process of the program's world: begin the program, bury its orphans, and end when it does."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    namespaces.control(_SET_PARENT_DEATH_SIGNAL, signal.SIGKILL)  # should the launcher itself be killed
    namespaces.see_own_processes()
    code = 127
    try:
        before = functools.partial(_bound, orders, threads)
        # There are no threads here, which is what makes it safe to do something between fork and exec.
        child = subprocess.Popen(sys.argv[2:], preexec_fn=before, start_new_session=True)  # noqa: PLW1509
        for number in (0, 1):
            os.close(number)
        code = _wait(child.pid)
        code -= code == orders["short"]  # that one is ours to say
    except (OSError, subprocess.SubprocessError) as error:
        _complain(getattr(error, "strerror", None) or str(error))
        code = _code_of(error, code, orders)
    finally:
        os._exit(code)


def _code_of(error: BaseException, usual: int, orders: Orders) -> int:
    """The code with which to end after this error."""
    return orders["short"] if getattr(error, "errno", None) in _SHORTAGES else usual


def _complain(text: str) -> None:
    """Say it to whoever listens. The program has the same error stream, and may have done anything to it."""
    with contextlib.suppress(OSError):
        os.write(2, f"{text}\n".encode(errors="replace"))


# --- before the program begins


def _bound(orders: Orders, threads: int) -> None:
    """Set the limits of the process that becomes the program, and confine it."""
    bounds = orders["bounds"]
    namespaces.control(_SET_NO_NEW_PRIVILEGES, 1)
    limits = {
        resource.RLIMIT_AS: bounds["memory_mb"] * _MEBIBYTE,
        resource.RLIMIT_CPU: bounds["cpu_s"],
        resource.RLIMIT_FSIZE: bounds["file_mb"] * _MEBIBYTE,
        resource.RLIMIT_NOFILE: bounds["files"],
        resource.RLIMIT_NPROC: bounds["processes"] and threads + bounds["processes"],
    }
    for kind, value in limits.items():
        if value:
            _limit(kind, value)
    _limit(resource.RLIMIT_CORE, 0)
    has_left = bounds["network"] or namespaces.leave_network()  # after the limits: where it goes, processes count anew
    if orders["insists"] and not has_left:
        _refuse(confine.NO_NAMESPACES)
    if orders["confined"]:
        _confine(orders)
    namespaces.control(_SET_PARENT_DEATH_SIGNAL, signal.SIGKILL)  # should this launcher itself be killed
    os.nice(bounds["niceness"])


def _limit(kind: int, value: int) -> None:
    with contextlib.suppress(ValueError, OSError):
        _, most = resource.getrlimit(kind)
        wanted = value if most == resource.RLIM_INFINITY else min(value, most)
        resource.setrlimit(kind, (wanted, wanted))


def _confine(orders: Orders) -> None:
    """Keep the program to its folder and what its entry names, as far as the system can.

    Where something goes wrong with that, it does not begin. Of root it keeps the name alone, not what else root may do.
    """
    writes, reads = (orders["folder"], *orders["writes"]), None
    network = bool(orders["bounds"]["network"])
    try:
        version = confine.landlock_version()
        if orders["insists"] and version == 0:
            _refuse(confine.NO_LANDLOCK)
        if orders["reads"] is not None:
            program = Path(sys.argv[2])
            reads = (str(program.parent), str(program.resolve().parent), str(Path.cwd()), *orders["reads"])
        confine.confine(confine.Freedom(writes, reads, network=network))
        capabilities.drop_capabilities()
        unix = orders["unix_sockets"] or version >= confine.KNOWS_SOCKETS
        syscall_filter.filter_sockets(network=network, unix=unix)
    except Exception as error:  # such as too little memory, by its own bounds
        _refuse(f"it cannot be confined: {str(error) or type(error).__name__}")


def _refuse(reason: str) -> NoReturn:
    """The process that was to become the program ends instead, and says why."""
    _complain(reason)
    os._exit(_CANNOT_CONFINE)


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


def _look_now_and_then(orders: Orders) -> None:
    """End the program when it fills its folder, or has too many processes: root may, whatever the limit says."""
    bounds, folder = orders["bounds"], orders["folder"]
    processes = bounds["processes"] if os.getuid() == 0 else 0
    octets = bounds["folder_mb"] * _MEBIBYTE
    places = tuple(str(Path(place).resolve()) for place in (folder, *orders["writes"]))

    def look(*_: object) -> None:
        below = cleanup.descendants() if processes or _PROCESSES.exists() else []
        if processes and len(below) > processes + 1:  # and the one who keeps them
            end("too many processes")
        if octets and _takes_more(folder, octets - _unlinked(below, places)):
            end(f"more than {bounds['folder_mb']} MB or {_MOST_FILES} files in its folder")
        signal.setitimer(signal.ITIMER_REAL, _LOOK_S)

    def end(reason: str) -> NoReturn:
        _complain(reason)
        _leave(137, folder)

    if processes or octets:
        signal.signal(signal.SIGALRM, look)
        signal.setitimer(signal.ITIMER_REAL, _LOOK_S)


def _unlinked(pids: list[int], places: tuple[str, ...]) -> int:
    """What files take, open or mapped, that had their names below these places and have none any more."""
    found: dict[str, int] = {}
    for pid in pids:
        with contextlib.suppress(OSError):  # it may be gone
            for key, octets in (*_open_files(pid, places), *_mapped_files(pid, places)):
                found[key] = max(found.get(key, 0), octets)
    return sum(found.values())


def _open_files(pid: int, places: tuple[str, ...]) -> list[tuple[str, int]]:
    """The open files of a process that have no names any more, and what they take on the disk."""
    found = []
    for path in Path(f"/proc/{pid}/fd").iterdir():
        with contextlib.suppress(OSError):
            status, name = path.stat(), str(path.readlink())
            if status.st_nlink == 0 and name.startswith(places):
                found.append((f"{status.st_ino} {name}", status.st_blocks * 512))
    return found


def _mapped_files(pid: int, places: tuple[str, ...]) -> list[tuple[str, int]]:
    """The files without names that a process has in its memory, and how much of each."""
    found: dict[str, int] = {}
    for line in Path(f"/proc/{pid}/maps").read_text(errors="replace").splitlines():
        area, _, _, _, inode, *name = line.split(maxsplit=5)
        if name and name[0].endswith(_DELETED) and name[0].startswith(places):
            begin, end = (int(number, 16) for number in area.split("-"))
            key = f"{inode} {name[0]}"
            found[key] = found.get(key, 0) + end - begin
    return list(found.items())


def _takes_more(folder: str, octets: int) -> bool:
    """Whether the files below take more than that, or are more than are counted, or hidden from us."""
    files, folders = _MOST_FILES, [folder]
    while folders and octets >= 0:
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
    return octets < 0


def _taken_by(entry: os.DirEntry[str]) -> int:
    """What it takes on the disk; nothing when it is gone."""
    with contextlib.suppress(FileNotFoundError):
        return entry.stat(follow_symlinks=False).st_blocks * 512
    return 0


# --- at the end


def _leave(code: int, folder: str) -> NoReturn:
    for number in (signal.SIGTERM, signal.SIGALRM):
        signal.signal(number, signal.SIG_IGN)
    cleanup.clear()
    cleanup.remove(folder)
    os._exit(code)


if __name__ == "__main__":
    main()
