"""Engines that do what no engine should, once they are asked for a move: python misbehaving_engine.py HOW [WHAT]"""

from __future__ import annotations

import ctypes
import mmap
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from typing import NoReturn

FOREVER_S = 600


def say(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def wait() -> NoReturn:
    time.sleep(FOREVER_S)
    sys.exit()


def flood(stream: int, piece: bytes) -> NoReturn:
    """A gigabyte, or as much as anybody takes."""
    for _ in range(1_000_000_000 // len(piece)):
        os.write(stream, piece)
    wait()


def begin_child(*, leaves_session: bool) -> None:
    """A child that has nothing to do with anybody."""
    if os.fork() == 0:
        if leaves_session:
            os.setsid()
            if os.fork():
                os._exit(0)
            for number in range(3):
                os.close(number)
        wait()


def fork_on(count: int) -> None:
    """Children that have children, so many in all; the limit may come first."""
    for _ in range(count):
        try:
            if os.fork() == 0:
                continue
        except OSError:
            pass
        wait()
    wait()


def hop(seconds: float) -> None:
    """A child that is another process every moment, so that nobody finds it where it was. Not for ever."""
    until = time.monotonic() + seconds
    if os.fork() == 0:
        while time.monotonic() < until:
            if os.fork():
                os._exit(0)
        os._exit(0)


def hide(megabytes: int) -> NoReturn:
    """Files without names in the own folder."""
    kept = []
    for number in range(megabytes):
        name = f"hidden{number}"
        kept.append(os.open(name, os.O_CREAT | os.O_RDWR))
        os.unlink(name)  # noqa: PTH108 - begins quickly without pathlib
        os.write(kept[-1], b"x" * 1024 * 1024)
    say("= E5\n\n")
    wait()


def map_away(megabytes: int) -> NoReturn:
    """The same, mapped and not even open."""
    kept = []
    for number in range(megabytes):
        name = f"mapped{number}"
        file = os.open(name, os.O_CREAT | os.O_RDWR)
        os.unlink(name)  # noqa: PTH108 - as above
        os.write(file, b"x" * 1024 * 1024)
        kept.append(mmap.mmap(file, 1024 * 1024))
        os.close(file)
    say("= E5\n\n")
    wait()


def clog() -> NoReturn:
    """An error stream that takes nothing more and makes nobody wait, a child apart, and a folder that is full."""
    os.set_blocking(2, False)
    begin_child(leaves_session=True)
    try:
        while True:
            os.write(2, b"x" * 65536)
    except BlockingIOError:
        fill_folder("large")


def write_files(folder: str) -> NoReturn:
    """A file larger than allowed, in the own folder."""
    try:
        with open("large", "wb") as file:  # noqa: PTH123
            for _ in range(64):
                file.write(bytes(1024 * 1024))
                file.flush()
    except OSError as error:
        print(f"{error.strerror} {os.path.getsize('large')} {os.getcwd() != folder}", file=sys.stderr, flush=True)  # noqa: PTH109, PTH202
        sys.exit(5)
    say("= E5\n\n")
    wait()


def call_home(port: str) -> NoReturn:
    """Say something over the network."""
    try:
        with socket.create_connection(("127.0.0.1", int(port)), timeout=1) as line:
            line.sendall(b"hello")
        print("called", file=sys.stderr)
    except OSError as error:
        print(f"no network: {type(error).__name__}", file=sys.stderr, flush=True)
    sys.exit(6)


def take_memory() -> NoReturn:
    """More than there is."""
    try:
        kept = [bytes(1024 * 1024) for _ in range(100_000)]
        say(f"= {len(kept)}\n\n")
    except MemoryError:
        print("out of memory", file=sys.stderr, flush=True)
    sys.exit(7)


def fill_folder(kind: str) -> NoReturn:
    """Without end: large files, many files, or folders one in another."""
    piece = bytes(1024 * 1024)
    for number in range(1_000_000):
        if kind == "deep":
            os.mkdir("d")  # noqa: PTH102
            os.chdir("d")
        else:
            put(f"part{number}", piece if kind == "large" else b"")
        time.sleep(0.01 if kind == "large" else 0)
    wait()


def dig(depth: int) -> None:
    """A deep folder with one at its end that nobody may enter."""
    for _ in range(depth):
        os.mkdir("d")  # noqa: PTH102
        os.chdir("d")
    put("x", b"")
    os.chmod(".", 0)  # noqa: PTH101
    say("= E5\n\n")


# --- reaching for what is not its own


def put(path: str, what: bytes = b"mine") -> None:
    with open(path, "wb") as file:  # noqa: PTH123
        file.write(what)


def move_in_own_folder() -> None:
    """What every program may do at home."""
    os.makedirs("a/b")  # noqa: PTH103
    put("a/x")
    os.rename("a/x", "a/y")  # noqa: PTH104
    os.truncate("a/y", 1)
    os.symlink("y", "a/s")  # noqa: PTH211
    os.mkfifo("a/f")
    for end in socket.socketpair():
        end.close()
    for name in ("y", "s", "f"):
        os.remove(f"a/{name}")  # noqa: PTH107
    os.removedirs("a/b")
    put(os.path.join(os.environ["TMPDIR"], "x"))  # noqa: PTH118
    put("/dev/null")


def link_over(path: str) -> None:
    """Give a file of others a name of one's own, to write to it by that."""
    os.link(path, "mine")
    put("mine")


def point_at(path: str) -> None:
    os.symlink(path, "mine")  # noqa: PTH211
    put("mine")


def carry_out(path: str) -> None:
    put("mine")
    os.rename("mine", path)  # noqa: PTH104


def move_at_home() -> None:
    """From one folder of one's own to another."""
    os.mkdir("a")  # noqa: PTH102
    put("x")
    os.rename("x", "a/x")  # noqa: PTH104
    os.link("a/x", "x")


def let_write(path: str, *command: str) -> None:
    done = subprocess.run([*command, "sh", "-c", 'echo mine > "$0"', path], stderr=subprocess.PIPE, check=False)
    if done.returncode:
        raise PermissionError(done.stderr)


def signal_own_child() -> None:
    child = subprocess.Popen(["sleep", "60"])
    child.terminate()
    assert child.wait() == -signal.SIGTERM


def call_abstract(name: str) -> None:
    with socket.socket(socket.AF_UNIX) as line:
        line.connect(f"\0{name}")


def call_path(path: str) -> None:
    with socket.socket(socket.AF_UNIX) as line:
        line.connect(path)


def send_to_path(path: str) -> None:
    """By a socket that needs no connection."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.sendto(b"hello", path)


def send_from_pair(path: str, kind: str) -> None:
    """By one of two that belong together, and that can send to others as well."""
    for end in socket.socketpair(socket.AF_UNIX, int(kind)):
        with end:
            end.sendto(b"hello", path)


def listen_as_gpu_libraries_do() -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as listener:
        listener.bind("\0" + os.urandom(8).hex())
        listener.listen()


def talk_at_home() -> None:
    """By a socket in the own folder."""
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind("mine")
        listener.listen()
        call_path("mine")


def send_datagram(port: str) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        line.sendto(b"hello", ("127.0.0.1", int(port)))


def begin_ring() -> None:
    """A queue by which calls pass every filter of calls."""
    system = ctypes.CDLL(None, use_errno=True)
    if system.syscall(425, 8, ctypes.create_string_buffer(256)) < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def tell_privileges() -> str:
    """Those lines of the own status that tell what a process may do."""
    with open("/proc/self/status") as file:  # noqa: PTH123
        lines = [line.split() for line in file if line.startswith(("Cap", "NoNewPrivs", "Seccomp:"))]
    return ",".join(f"{name}{value}" for name, value in lines)


def read(path: str) -> None:
    with open(path, "rb") as file:  # noqa: PTH123
        file.read(1)


REACHES: dict[str, Callable[..., object]] = {
    "live": move_in_own_folder,
    "move": move_at_home,
    "write": put,
    "append": lambda path: os.close(os.open(path, os.O_WRONLY | os.O_APPEND)),
    "truncate": lambda path: os.truncate(path, 0),
    "remove": os.remove,
    "mkdir": os.mkdir,
    "take": lambda path: os.rename(path, "mine"),  # noqa: PTH104
    "put": carry_out,
    "link": link_over,
    "symlink": point_at,
    "device": lambda path: os.mknod("mine", 0o600 | 0o020000, os.stat(path).st_rdev),  # noqa: PTH116
    "child": let_write,
    "grandchild": lambda path: let_write(path, "setsid", "-w", "nice"),
    "read": read,
    "list": os.listdir,
    "run": lambda path: subprocess.run([path], check=True),
    "kill": lambda pid: os.kill(int(pid), signal.SIGKILL),
    "ask": lambda pid: os.kill(int(pid), 0),
    "kill_launcher": lambda: os.kill(os.getppid(), signal.SIGKILL),
    "end_child": signal_own_child,
    "abstract": call_abstract,
    "path": call_path,
    "send": send_to_path,
    "send_from_pair": send_from_pair,
    "listen_unix": listen_as_gpu_libraries_do,
    "own_socket": talk_at_home,
    "datagram": send_datagram,
    "ring": begin_ring,
    "tell": tell_privileges,
    "call": lambda port: socket.create_connection(("127.0.0.1", int(port)), timeout=1).close(),
    "listen": lambda: socket.create_server(("127.0.0.1", 0)).close(),
}


def reach(what: str, *arguments: str) -> None:
    """Try it, tell on the error stream what came of it, and play on."""
    try:
        said = REACHES[what](*arguments)
        print(said if what == "tell" else "done", file=sys.stderr, flush=True)
    except OSError as error:
        print("refused", error, file=sys.stderr, flush=True)
    say("= E5\n\n")


def misbehave(how: str, what: str) -> None:
    match how:
        case "silent":
            wait()
        case "slow":
            time.sleep(3)
            say("= E5\n\n")
        case "drip":
            while True:
                say("# not yet\n")
                time.sleep(0.05)
        case "floods":
            flood(1, b"# blah blah blah\n" * 4096)
        case "no_newline":
            flood(1, b"x" * 65536)
        case "complains":
            os.write(1, b"= E5\n\n")
            flood(2, b"error\n" * 10_000)
        case "illegal":
            say("= A1\n\n")
        case "crashes":
            print("segmentation fault", file=sys.stderr, flush=True)
            os.abort()
        case "forks":
            begin_child(leaves_session=False)
            begin_child(leaves_session=True)
            say("= E5\n\n")
        case "bomb":
            fork_on(int(what))
        case "leaves":
            say("= E5\n\n")
            sys.exit(6)
        case "hops":
            hop(float(what))
            say("= E5\n\n")
        case "hides":
            hide(int(what))
        case "maps":
            map_away(int(what))
        case "clogs":
            clog()
        case "files":
            write_files(what)
        case "fills":
            fill_folder(what)
        case "digs":
            dig(int(what))
        case "reaches":
            reach(what, *sys.argv[3:])
        case "network":
            call_home(what)
        case "memory":
            take_memory()
        case "closes":
            os.close(1)
            wait()
        case "burns":
            while True:
                pass
        case "stays":
            say("= E5\n\n")


def main() -> None:
    how, what = sys.argv[1], "".join(sys.argv[2:3])
    if how == "crashes_at_start":
        sys.exit(9)
    for line in sys.stdin:
        if how == "dawdles":
            time.sleep(float(what))
        match line.split()[0]:
            case "list_commands":
                say("= genmove boardsize clear_board play quit\n\n")
            case "genmove":
                misbehave(how, what)
            case "quit" if how == "stays":
                say("=\n\n")
            case _:
                say("=\n\n")
    if how == "stays":
        wait()


if __name__ == "__main__":
    main()
