"""A sitting at the console with lines typed by a script. Judges nothing."""

from __future__ import annotations

import io
from collections.abc import Iterable
from itertools import count

from tengen.clients.console.seating import Seating
from tengen.clients.console.session import Session
from tengen.clients.console.streams import Terminal
from tengen.clients.play.local import LocalGames
from tengen.clients.sitting.folder import LocalFolder
from tengen.clients.sitting.folder_accounts import FolderAccounts
from tengen.core import BLACK, WHITE
from tengen.storage import DataFolder

MARK = "> "
"""Stands before every typed line in a transcript."""


class Keyboard(io.StringIO):
    """Types the lines of a script and shows each on the screen, marked."""

    def __init__(self, lines: Iterable[str], screen: io.StringIO) -> None:
        super().__init__("".join(f"{line}\n" for line in lines), newline="\n")
        self._screen = screen

    def isatty(self) -> bool:
        return True

    def readline(self, size: int = -1, /) -> str:  # type: ignore[override]  # a text stream reads text
        line = super().readline(size)
        if line:
            start = "" if self._screen.getvalue().endswith("\n") or not self._screen.getvalue() else "\n"
            self._screen.write(f"{start}{MARK}{line}")
        return line


def transcript(
    lines: Iterable[str], *, black: str = "human", white: str = "human", lang: str = "en", seed: int = 1
) -> str:
    """What is on the paper after these lines and then the end of the input; time passes a second a question."""
    screen = io.StringIO()
    keyboard = Keyboard(lines, screen)
    clock = count(0, 1000)
    games = LocalGames(lambda: next(clock), seed=seed, drives=False)
    seating = Seating({BLACK: black, WHITE: white}, lang, games)
    people = FolderAccounts(LocalFolder(_no_folder))
    Session(Terminal(keyboard, screen), seating, games, lang, lambda: next(clock), people=people).play()
    return screen.getvalue()


def _no_folder() -> DataFolder:
    raise AssertionError("nothing that is typed here needs the data folder")


def answers(lines: Iterable[str], **options: str) -> list[str]:
    """The lines of the transcript that were written, without those that were typed."""
    said = transcript(("Alice", "Bob", *lines), **options)  # type: ignore[arg-type]  # the options are all words
    return [line for line in said.splitlines() if not line.startswith(MARK)]
