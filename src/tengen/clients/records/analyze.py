"""What positions are worth: one of a line of text, or every one of a record. How it reads is in `analysis_page`."""

from __future__ import annotations

import sys
from pathlib import Path

from tengen.clients.console.streams import Terminal
from tengen.clients.console.symbols import DISCS, LETTERS, Symbols
from tengen.clients.language import ENGLISH
from tengen.clients.records.analysis_page import GamePage, PositionPage, searched
from tengen.clients.records.files import InFile, pick, read_records
from tengen.clients.records.main_line import main_line
from tengen.clients.records.report import Report, progress, status, until_the_reader_leaves
from tengen.core import GameError, Ruleset, Setup, Timeline, text
from tengen.players import Analysis, Turn
from tengen.study import Analyst, Course, Effort, review

A_GAMES_POSITION_MS = 200
"""How long each position of a record is looked at where nobody sets a limit."""


def analyze_position(ruleset: Ruleset, setup: Setup, effort: Effort, *, language: str, as_json: bool = False) -> None:
    """Write what one position is worth. Raises GameError for a set-up that cannot stand and a game nobody can win."""
    turn = Turn.of(Timeline.begin(ruleset, setup))
    terminal, language, symbols = _screen(language)
    with Analyst(ruleset) as analyst, status() as show:

        def tell(found: Analysis) -> None:
            show(searched(found, language))

        verdict = analyst.look(turn, effort, tell)
    page = PositionPage(ruleset, turn.state, verdict, effort, language, symbols)
    with until_the_reader_leaves():
        terminal.say(*([page.as_json()] if as_json else page.lines()))


def analyze_record(file: str, effort: Effort, *, game: int | None = None, language: str, as_json: bool = False) -> None:
    """Write what every move of a record's main line is worth and gave away, and a summary.

    Raises GameError for what cannot be read or replayed, and for a game nobody can win.
    """
    path = Path(file)
    reading = read_records(path)
    record = main_line(pick(reading, game, path))
    try:
        course = Course.of(record)
    except GameError as reason:
        raise InFile(path, reason) from reason
    if effort.ms is None and effort.nodes is None and len(course) > 1:
        effort = Effort(A_GAMES_POSITION_MS, None, effort.exact, effort.lines)
    terminal, language, symbols = _screen(language)
    with Analyst(record.ruleset) as analyst:
        found = dict(progress(review(course, analyst, effort), len(course)))
    verdicts = [found[at] for at in range(len(course))]
    page = GamePage(course, verdicts, effort, language, symbols)
    report = Report(language)
    report.note(path, reading.notices)
    report.tell()
    with until_the_reader_leaves():
        terminal.say(*(page.json_lines() if as_json else page.lines()))


def _screen(language: str) -> tuple[Terminal, str, Symbols]:
    """Where to write, and the language and the stones that can be written there."""
    terminal = Terminal(None, sys.stdout)
    if not terminal.can_write(text(language, "color.black")):
        language = ENGLISH
    return terminal, language, DISCS if terminal.can_write(DISCS.characters) else LETTERS
