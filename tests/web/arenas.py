"""Arenas for the page to show, really played."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

PLAYED: Final = "2026.1"
"""Three players who have all met; named without a word, which would be none of any language."""


def _command(out: Path, *words: str) -> list[str]:
    return [sys.executable, "-m", "tengen", "arena", *words, "--out", str(out)]


def play_arena(data_dir: Path) -> None:
    """A small arena in the folder that a server with this data shows."""
    words = ["random", "level:1", "level:2", "--game", "othello", "--size", "4", "--games", "4"]
    command = _command(data_dir / "arenas" / PLAYED, *words)
    (data_dir / "arenas").mkdir(parents=True, exist_ok=True)
    subprocess.run(command, check=True, capture_output=True, timeout=120)


@contextmanager
def running_arena(data_dir: Path, name: str, *words: str) -> Iterator[None]:
    """An arena that is played meanwhile."""
    process = subprocess.Popen(
        _command(data_dir / "arenas" / name, *words), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        yield
    finally:
        process.terminate()
        process.wait(20)
