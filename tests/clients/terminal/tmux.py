"""A program of ours in a real tmux pane: keys go in as a person types them, and the text of the screen comes out.

Every pane has a tmux server of its own, on a socket of its own, without anybody's settings.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Final, Self

import pytest

from tengen.core.printing import width

PATIENCE_S: Final = 60.0
"""A person's patience on a slow machine: what is not seen by then never comes."""
_LOOK_S: Final = 0.05
_ENVIRONMENT: Final = {"LC_ALL": "C.UTF-8", "PYTHONUTF8": "1", "TENGEN_LOG_LEVEL": "warning"}
_EXIT_MARK: Final = "TENGEN-LEFT"
_EXIT: Final = re.compile(rf"{_EXIT_MARK} (\d+)")

IS_REQUIRED: Final = bool(os.environ.get("CI") or os.environ.get("TENGEN_REQUIRE_ALL"))
needs_tmux = pytest.mark.skipif(shutil.which("tmux") is None and not IS_REQUIRED, reason="tmux is not installed")


class Pane:
    """One pane with a shell in it that has started `tengen` with these arguments, until the `with` ends.

    `term` is the terminal's name that programs see (`TERM`); with a `command` that is run instead of tengen.
    """

    def __init__(
        self,
        *arguments: object,
        columns: int = 80,
        rows: int = 24,
        term: str = "tmux-256color",
        environment: Mapping[str, str] | None = None,
        cwd: Path | None = None,
        command: tuple[str, ...] = (sys.executable, "-m", "tengen"),
    ) -> None:
        self._folder = tempfile.mkdtemp(prefix="tengen-tmux-")
        self._socket = str(Path(self._folder) / "s")
        self.columns, self.rows = columns, rows
        self._term = term
        self._environment = {**_ENVIRONMENT, **(environment or {})}
        self._cwd = cwd or Path.cwd()
        self._command = shlex.join([*command, *map(str, arguments)])

    def __enter__(self) -> Self:
        # A shell stays, so that what the program leaves behind can be looked at; it prints no prompt of anybody.
        shell = f"exec env -i PATH={shlex.quote(os.environ['PATH'])} HOME={shlex.quote(self._folder)}"
        settings = " ".join(f"{name}={shlex.quote(value)}" for name, value in self._environment.items())
        self._tmux(
            "new-session", "-d", "-x", str(self.columns), "-y", str(self.rows), "-c", str(self._cwd),
            f"{shell} TERM={self._term} {settings} PS1='$ ' /bin/bash --norc --noprofile",
        )  # fmt: skip
        self._tmux("set-option", "-g", "status", "off")
        self._tmux("set-option", "-g", "history-limit", "5000")
        self._tmux("set-option", "-s", "escape-time", "0")
        self.see("$")
        self.modes_before = self.modes()
        self.text(f"{self._command}; echo {_EXIT_MARK} $?")
        self.keys("Enter")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        pids = self._run("list-panes", "-s", "-F", "#{pane_pid}").stdout.split()
        self._run("kill-server")
        until = time.monotonic() + PATIENCE_S
        while any(Path(f"/proc/{pid}").exists() for pid in pids) and time.monotonic() < until:
            time.sleep(_LOOK_S)
        shutil.rmtree(self._folder, ignore_errors=True)

    # --- hands

    def keys(self, *names: str) -> None:
        """Press keys by tmux's names: `Enter`, `Left`, `C-c`; a word is its letters."""
        self._tmux("send-keys", *names)

    def text(self, typed: str) -> None:
        """Type a text as it is."""
        self._tmux("send-keys", "-l", typed)

    def click(self, column: int, row: int) -> None:
        """Press and release the left button at a place of the screen, counted from 0: an SGR mouse report."""
        at = f"{column + 1};{row + 1}"
        self.text(f"\x1b[<0;{at}M")
        self.text(f"\x1b[<0;{at}m")

    def click_words(self, words: str) -> None:
        """Click on words that are on the screen, in the column where they are shown."""
        lines = self.see(words)
        row = next(row for row, line in enumerate(lines) if words in line)
        self.click(width(lines[row].partition(words)[0]), row)

    def type_point(self, point: str) -> None:
        """Type a point of a board as a person does, who sees the field first."""
        before = self.screen()[-1]
        self.text("/")
        self.see(lambda lines: lines[-1] != before)
        self.text(point)
        self.see(lambda lines: lines[-1].strip() == point)
        self.keys("Enter")

    def resize(self, columns: int, rows: int) -> None:
        """Another size of the window."""
        self.columns, self.rows = columns, rows
        self._tmux("resize-window", "-x", str(columns), "-y", str(rows))

    # --- eyes

    def screen(self, *, colors: bool = False) -> list[str]:
        """The lines of the screen without spaces at their ends; with `colors`, the sequences that set them."""
        more = ("-e",) if colors else ()
        return [line.rstrip() for line in self._captured(*more)]

    def whole_lines(self) -> list[str]:
        """The lines of the screen with all that the program wrote, spaces at their ends too."""
        return self._captured("-N")

    def _captured(self, *more: str) -> list[str]:
        return self._tmux("capture-pane", "-p", *more).split("\n")[: self.rows]

    def see(self, found: Callable[[list[str]], bool] | str, seconds: float = PATIENCE_S) -> list[str]:
        """The screen as soon as it shows something."""
        until = time.monotonic() + seconds
        while True:
            lines = self.screen()
            if found in "\n".join(lines) if isinstance(found, str) else found(lines):
                return lines
            assert time.monotonic() < until, f"never seen: {found}; the screen is:\n" + "\n".join(lines)
            time.sleep(_LOOK_S)

    def left(self, seconds: float = PATIENCE_S) -> int:
        """Wait until the program has ended; its exit code."""
        lines = self.see(lambda lines: _EXIT.search("\n".join(lines)) is not None, seconds)
        found = _EXIT.search("\n".join(lines))
        assert found is not None
        return int(found[1])

    def modes(self) -> dict[str, str]:
        """What a program can have switched in the terminal: other screen, cursor, mouse, keypad, bracketed paste."""
        flags = ("alternate_on", "cursor_flag", "mouse_any_flag", "mouse_sgr_flag", "keypad_flag", "insert_flag")
        values = self._tmux("display-message", "-p", " ".join(f"#{{{flag}}}" for flag in flags)).split()
        tty = self._tmux("display-message", "-p", "#{pane_tty}").strip()
        stty = subprocess.run(["stty", "-F", tty, "-g"], capture_output=True, text=True, check=True).stdout.strip()
        return {**dict(zip(flags, values, strict=True)), "stty": stty}

    def see_as_before(self) -> None:
        """Wait for the shell's prompt on a terminal that is as it was before the program."""
        until = time.monotonic() + PATIENCE_S
        while self.modes() != self.modes_before or self.screen()[0] == "":
            assert time.monotonic() < until, f"the terminal was {self.modes_before} and is {self.modes()}"
            time.sleep(_LOOK_S)

    @property
    def program(self) -> int:
        """The process of the program that runs in the pane's shell."""
        shell = self._tmux("display-message", "-p", "#{pane_pid}").strip()
        until = time.monotonic() + PATIENCE_S
        while True:
            children = Path(f"/proc/{shell}/task/{shell}/children").read_text().split()
            if children:
                return int(children[0])
            assert time.monotonic() < until, "no program runs"
            time.sleep(_LOOK_S)

    def _tmux(self, *arguments: str) -> str:
        done = self._run(*arguments)
        assert done.returncode == 0, f"tmux {arguments[0]}: {done.stderr}"
        return done.stdout

    def _run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        kept = {name: value for name, value in os.environ.items() if name not in ("TMUX", "TMUX_PANE")}
        return subprocess.run(
            ["tmux", "-u", "-f", "/dev/null", "-S", self._socket, *arguments],
            capture_output=True,
            check=False,
            text=True,
            encoding="utf-8",
            env={**kept, "LC_ALL": "C.UTF-8"},
        )
