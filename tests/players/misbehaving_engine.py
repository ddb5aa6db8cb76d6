"""Engines that do what no engine should, once they are asked for a move: python misbehaving_engine.py HOW [WHAT]"""

from __future__ import annotations

import os
import socket
import sys
import time
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
        case "files":
            write_files(what)
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
