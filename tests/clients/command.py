"""The program as a shell calls it: in this process, which is fast, or as a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from tengen import cli

ENGLISH = {**os.environ, "LC_ALL": "C.UTF-8", "PYTHONUTF8": "1", "TERM": "xterm", "COLUMNS": "80"}


@dataclass(frozen=True, slots=True)
class Done:
    """What came of a command."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        """The lines on the error stream."""
        return self.err.splitlines()


Command = Callable[..., Done]


def command_here(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    """Calls the program inside this process, in English."""
    monkeypatch.setenv("LC_ALL", "C.UTF-8")

    def call(*arguments: object) -> Done:
        capsys.readouterr()
        monkeypatch.setattr(sys, "argv", ["tengen", *map(str, arguments)])
        code = 0
        try:
            cli.main()
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else int(bool(end.code))
        captured = capsys.readouterr()
        return Done(code, captured.out, captured.err)

    return call


def call_process(*arguments: object, timeout: float = 60) -> Done:
    """Calls the program as a process of its own, in English, without a terminal."""
    command = [sys.executable, "-m", "tengen", *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, timeout=timeout, check=False, env=ENGLISH, input=b"")
    return Done(done.returncode, done.stdout.decode(), done.stderr.decode())
