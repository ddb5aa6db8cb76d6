"""A program that speaks GTP, one question and one answer at a time. Knows no game."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from types import TracebackType
from typing import Self


class GtpLines:
    """A running program to ask; leaving the `with` block ends it."""

    def __init__(self, command: Sequence[str]) -> None:
        self._process = subprocess.Popen(
            list(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.communicate()

    def ask(self, question: str) -> str:
        """The answer without its mark. Fails when the program refuses or falls silent."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(question + "\n")
        self._process.stdin.flush()
        lines: list[str] = []
        for line in self._process.stdout:
            lines.append(line.strip())
            if lines[-1] == "":
                break
        else:
            raise AssertionError(f"no answer to {question}")
        answer = "\n".join(lines).strip()
        assert answer.startswith("="), f"{question}: {answer}"
        return answer[1:].strip()
