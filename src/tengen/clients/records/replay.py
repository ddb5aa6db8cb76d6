"""A record in lines: every position of its main line once. The screen of a terminal is in `clients.terminal`."""

from __future__ import annotations

import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from tengen.clients.console.streams import Terminal
from tengen.clients.console.symbols import DISCS, LETTERS
from tengen.clients.language import ENGLISH
from tengen.clients.records.files import InFile, pick, read_records
from tengen.clients.records.main_line import ReplayPosition, positions_of
from tengen.clients.records.report import Report, until_the_reader_leaves
from tengen.clients.records.text_page import Pages
from tengen.core import GameError, Record, text
from tengen.formats import Notice


@dataclass(frozen=True, slots=True)
class OpenedRecord:
    """A record that can be shown: `index` is its place among those of its file; `notices` are to be known of it."""

    records: tuple[Record, ...]
    index: int
    positions: list[ReplayPosition]
    notices: tuple[Notice, ...]

    @property
    def record(self) -> Record:
        """The record itself."""
        return self.records[self.index]


def open_record(path: Path, game: int | None) -> OpenedRecord:
    """A record of a file, the first unless another is asked for. Raises GameError for what cannot be shown."""
    reading = read_records(path)
    record = pick(reading, game, path)
    try:
        positions = positions_of(record)
    except GameError as reason:
        raise InFile(path, reason) from reason
    return OpenedRecord(reading.records, (game or 1) - 1, positions, (*reading.notices, *_doubts(record)))


def replay(file: str, *, game: int | None, language: str) -> None:
    """Write every position of the main line of a record once. Raises GameError for what cannot be read.

    A reader who goes away ends it quietly.
    """
    terminal = Terminal(None, sys.stdout)
    if not terminal.can_write(text(language, "color.black")):
        language = ENGLISH
    path = Path(file)
    opened = open_record(path, game)
    report = Report(language)
    report.note(path, opened.notices)
    report.tell()
    symbols = DISCS if terminal.can_write(DISCS.characters) else LETTERS
    of_file = (opened.index + 1, len(opened.records))
    with until_the_reader_leaves():
        _write(Pages(opened.record, opened.positions, language, symbols, of_file), terminal)


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
