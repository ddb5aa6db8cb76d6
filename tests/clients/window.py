"""A terminal with a program of ours in it, seen and typed at by a test."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios
import time
from collections.abc import Callable
from pathlib import Path

from tests.clients.command import ENGLISH


class Window:
    """A terminal with the program in it; `screen` is what a person sees."""

    def __init__(self, *arguments: object, shell: str = "") -> None:
        """`shell` is a script for the program to run in, as `$@`; without one it runs by itself."""
        self.output = b""
        command = [sys.executable, "-m", "tengen", *map(str, arguments)]
        if shell:
            command = ["/bin/bash", "-c", shell, "bash", *command]
        self.pid, self.master = pty.fork()
        if self.pid == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
            os.execve(command[0], command, ENGLISH)  # noqa: S606
        self.code: int | None = None

    def asks_for_lines(self) -> bool:
        """Whether the terminal shows what is typed and gives it on line by line."""
        modes: int = termios.tcgetattr(self.master)[3]
        return bool(modes & termios.ICANON and modes & termios.ECHO)

    def resize(self, columns: int, rows: int) -> None:
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def type(self, keys: bytes) -> None:
        os.write(self.master, keys)

    @property
    def screen(self) -> list[str]:
        text = self.output.decode("utf-8", "replace").rpartition("\x1b[H")[2]
        return [line.replace("\x1b[K", "") for line in text.partition("\x1b[J")[0].split("\r\n")]

    def see(self, found: Callable[[list[str]], bool] | str, seconds: float = 60) -> list[str]:
        """The screen as soon as it shows something."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            self._read(0.05)
            screen = self.screen
            if found in "\n".join(screen) if isinstance(found, str) else found(screen):
                return screen
        raise AssertionError(f"never seen: {found}; the screen is:\n" + "\n".join(self.screen))

    def hear(self, found: bytes, seconds: float = 60) -> None:
        """Wait until something was written."""
        until = time.monotonic() + seconds
        while found not in self.output:
            assert time.monotonic() < until, f"never heard: {found!r}"
            self._read(0.05)

    def await_prompt(self, seconds: float = 60) -> None:
        """Wait until the program waits for a key; to be called before a Ctrl-C at a prompt.

        readline writes the prompt before it waits, and CPython looks for signals only when the wait is interrupted:
        a Ctrl-C between the two is noticed with the next key. A program that waits sleeps and uses no processor time.
        """
        until = time.monotonic() + seconds
        looks, known = 0, ""
        while looks < 5:
            assert time.monotonic() < until, "it does not wait for a key"
            self._read(0.02)
            state, used = self._work()
            looks = looks + 1 if (state, used) == ("S", known) else 0
            known = used

    def _work(self) -> tuple[str, str]:
        """The state of the program's main thread (`S` sleeps) and the processor time that it has used."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return fields[0], f"{fields[11]} {fields[12]}"

    def end(self, seconds: float = 60) -> int:
        """The exit code, negative for a signal."""
        until = time.monotonic() + seconds
        while self.code is None and time.monotonic() < until:
            self._read(0.02)
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.code = os.waitstatus_to_exitcode(status)
        assert self.code is not None, "it does not end"
        self._read(0.1)
        return self.code

    def close(self) -> None:
        if self.code is None:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        os.close(self.master)

    def _read(self, seconds: float) -> None:
        ready, _, _ = select.select([self.master], [], [], seconds)
        if ready:
            try:
                self.output += os.read(self.master, 65536)
            except OSError:  # the other side is closed
                time.sleep(0.01)
