"""A record that plays itself: live on a terminal, once through in a pipe."""

from __future__ import annotations

import os
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tengen.clients.console.streams import Terminal
from tengen.clients.console.symbols import DISCS, LETTERS
from tengen.clients.language import ENGLISH
from tengen.clients.records.files import InFile, pick, read_records
from tengen.clients.records.keys import HAS_KEYS, RESIZED, Keyboard
from tengen.clients.records.main_line import positions_of
from tengen.clients.records.report import Report
from tengen.clients.records.text_page import Pages
from tengen.core import GameError, Record, text
from tengen.core.printing import clip, pad
from tengen.formats import Notice

FASTEST_SECONDS: Final = 0.05
SLOWEST_SECONDS: Final = 60.0
_FALLBACK_SIZE: Final = (80, 24)


def replay(file: str, *, game: int | None, delay: float, language: str) -> None:
    """Show the main line of a record. Raises GameError for what cannot be read.

    On a terminal it plays by itself and obeys keys until the person quits; elsewhere every position is written
    once. A reader who goes away ends it quietly.
    """
    terminal = Terminal(None, sys.stdout)
    if not terminal.can_write(text(language, "color.black")):
        language = ENGLISH
    path = Path(file)
    reading = read_records(path)
    record = pick(reading, game, path)
    try:
        positions = positions_of(record)
    except GameError as reason:
        raise InFile(path, reason) from reason
    report = Report(language)
    report.note(path, (*reading.notices, *_doubts(record)))
    report.tell()
    symbols = DISCS if terminal.can_write(DISCS.characters) else LETTERS
    pages = Pages(record, positions, language, symbols, (game or 1, len(reading.records)))
    try:
        if HAS_KEYS and sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb":
            _show(pages, delay)
        else:
            _write(pages, terminal)
    except BrokenPipeError:
        # What is still in the buffer must not be written when the program ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _doubts(record: Record) -> tuple[Notice, ...]:
    """What is to be known of a file that names accounts and that this user's data folder has not signed."""
    if record.seal is None:
        return ()
    from tengen.people import SaveSigner
    from tengen.storage import DataFolder

    with suppress(ValueError):  # a folder whose settings cannot be read has signed nothing
        secret = DataFolder.of_environment().find_secret()
        if secret is not None and SaveSigner(secret).is_ours(record.seal):
            return ()
    return (Notice("save.review_only"),)


def _write(pages: Pages, terminal: Terminal) -> None:
    terminal.say(*pages.head())
    for at in range(len(pages.positions)):
        terminal.say(*pages.position(at))
    terminal.say(*pages.foot())


# --- on a terminal -----------------------------------------------------------------------------


@dataclass(slots=True)
class Film:
    """Where a replay stands and whether it goes on by itself."""

    count: int
    delay: float
    at: int = 0
    is_playing: bool = True
    shows_help: bool = False

    def __post_init__(self) -> None:
        self.is_playing = self.count > 1

    @property
    def is_at_end(self) -> bool:
        """Whether nothing follows."""
        return self.at == self.count - 1

    def press(self, key: str) -> bool:
        """Obey a key; false when the person wants to quit."""
        if self.shows_help:
            self.shows_help = False
            return key != "q"
        match key:
            case "q" | "Q" | "\x04":
                return False
            case "?":
                self.shows_help, self.is_playing = True, False
            case " ":
                self._pause_or_play()
            case "left" | "up" | "h" | "k":
                self._go(self.at - 1)
            case "right" | "down" | "l" | "j":
                self._go(self.at + 1)
            case "page_up":
                self._go(self.at - 10)
            case "page_down":
                self._go(self.at + 10)
            case "home" | "g":
                self._go(0)
            case "end" | "G":
                self._go(self.count - 1)
            case "+" | "=":
                self.delay = max(self.delay / 2, FASTEST_SECONDS)
            case "-" | "_":
                self.delay = min(self.delay * 2, SLOWEST_SECONDS)
        return True

    def tick(self) -> None:
        """The time of a position is over."""
        self.at = min(self.at + 1, self.count - 1)
        self.is_playing = self.is_playing and not self.is_at_end

    def _pause_or_play(self) -> None:
        if self.is_at_end and self.count > 1:
            self.at, self.is_playing = 0, True
        else:
            self.is_playing = not self.is_playing and self.count > 1

    def _go(self, at: int) -> None:
        self.at = min(max(at, 0), self.count - 1)
        self.is_playing = False


def _show(pages: Pages, delay: float) -> None:
    film = Film(len(pages.positions), delay)
    try:
        with Keyboard(sys.stdin, sys.stdout) as keyboard:
            due = time.monotonic() + film.delay
            while True:
                keyboard.show(_screen(film, pages))
                key = keyboard.wait(max(due - time.monotonic(), 0.0) if film.is_playing else None)
                if key == RESIZED:
                    continue
                if key is None:
                    film.tick()
                elif not film.press(key):
                    return
                due = time.monotonic() + film.delay
    except KeyboardInterrupt:
        return


def _screen(film: Film, pages: Pages) -> str:
    """The screen, to be written over the one before line by line, so that nothing flickers."""
    columns, rows = _size()
    if film.shows_help:
        lines = [clip(line, columns) for line in text(pages.language, "replay.help").split("\n")[: rows - 1]]
    else:
        lines = pages.screen(film.at, columns, rows - 1)
    lines += [""] * (rows - 1 - len(lines)) + [_status(film, pages.language, columns)]
    body = "\n".join(f"{line}\x1b[K" for line in lines)
    return f"\x1b[H{body}\x1b[J"


def _status(film: Film, language: str, columns: int) -> str:
    """The last line: what goes on, and the keys."""
    state = "playing" if film.is_playing else "end" if film.is_at_end else "paused"
    words = text(language, f"replay.{state}", seconds=f"{film.delay:g}")
    keys = text(language, "replay.keys")
    return clip(f"{pad(words, 18)} {keys}", columns)


def _size() -> tuple[int, int]:
    """Columns and rows, at least one of each."""
    try:
        size = os.get_terminal_size(sys.stdout.fileno())
    except OSError:
        return _FALLBACK_SIZE
    columns, rows = size.columns or _FALLBACK_SIZE[0], size.lines or _FALLBACK_SIZE[1]
    return columns, max(rows, 2)
