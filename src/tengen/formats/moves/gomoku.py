"""Plain move strings of Gomoku such as `h8i9h7`: what is no game of Othello and has only points of a board of lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from tengen.core import GameError, Place, Point, Record
from tengen.core.record import RULES
from tengen.formats.gomoku_games import played
from tengen.formats.notices import Decoded, InGame, NoticeCollector, TextLocator, not_held, note_losses

SIZE: Final = 15
_SIZES: Final = (SIZE, 19, 20)
_TOKEN: Final = re.compile(
    r"(?P<gap>[\s,;|]++|-(?!-))|(?P<point>[a-t](?:20|1[0-9]|[1-9]))(?![0-9])|[0-9]{1,3}(?:[.):]|(?=\s))", re.IGNORECASE
)
_LEAST: Final = 3


@dataclass(slots=True)
class _Game:
    """A game as it is read: its points' names, and where it stops making sense."""

    names: list[str] = field(default_factory=list)
    broken: int | None = None


def are_points(text: str, cut: int = 0) -> bool:
    """Whether a text is points of a board of lines and nothing else. Its last `cut` characters may be half of one."""
    names, broken = _tokens(text, 0, len(text))
    return len(names) >= _LEAST and (broken is None or broken >= len(text) - cut)


def read_games(decoded: Decoded, collector: NoticeCollector, *, strict: bool) -> list[Record]:
    """The games of a text. Raises InGame for the first mistake when strict.

    A line that goes on with other points belongs to the game before it, unless an empty line is between them.
    """
    locator = TextLocator(decoded)
    records: list[Record] = []
    for number, game in enumerate(_games(decoded.text), 1):
        size = next((size for size in _SIZES if all(_fits(name, size) for name in game.names)), _SIZES[-1])
        line, reason = played(size, [(_point(name, size), None) for name in game.names])
        mistake: GameError | None = reason
        if game.broken is not None and mistake is None:
            mistake = locator.mistake("moves.unexpected", game.broken)
        if mistake is not None:
            if strict:
                raise InGame(number, mistake)
            collector.stop("format.stopped" if len(line.nodes) > 1 else "format.skipped", number, mistake)
        if len(line.nodes) > 1:
            collector.add("moves.gomoku", number, rules=line.rules.preset or "-")
            unstated = frozenset({RULES})
            records.append(Record(line.rules, nodes=tuple(line.nodes), result=line.state.outcome, unstated=unstated))
    return records


def write_game(record: Record, game: int, format_name: str, collector: NoticeCollector) -> str:
    """The points played, on one line. Raises InGame for a game that such a line cannot hold."""
    if record.setup is not None or any(record.nodes[index].setup for index in record.line()):
        raise InGame(game, not_held("format.setup", format_name))
    try:
        end = record.end()
    except GameError as reason:
        raise InGame(game, reason) from reason
    size = record.ruleset.size
    points = [action.point for action in record.main_actions() if isinstance(action, Place)]
    names = [record.ruleset.board_spec().name(point).lower() for point in points]
    if next((other for other in _SIZES if all(_fits(name, other) for name in names)), 0) != size:
        raise InGame(game, not_held("format.wrong_size", format_name, size=size))
    line = "".join(names)
    if not are_points(line):
        raise InGame(game, not_held("format.empty_game", format_name))
    note_losses(collector, game, record, holds=frozenset())
    again, _ = played(size, [(point, None) for point in points])
    if again.rules != record.ruleset or RULES not in record.unstated:
        collector.add("format.lost.rules", game)
    if (record.result or end.outcome) != again.state.outcome:
        collector.add("format.lost.result", game)
    return line


def _games(text: str) -> Iterator[_Game]:
    game = _Game()
    at, after_gap = 0, False
    for content in text.splitlines(keepends=True):
        end = at + len(content)
        names, broken = _tokens(text, at, end)
        if names or broken is not None:
            goes_on = not after_gap and game.broken is None and not set(names) & set(game.names)
            if (game.names or game.broken is not None) and not goes_on:
                yield game
                game = _Game()
            game = replace(game, names=[*game.names, *names], broken=broken)
        after_gap = not content.strip()
        at = end
    if game.names or game.broken is not None:
        yield game


def _tokens(text: str, at: int, end: int) -> tuple[list[str], int | None]:
    """The names of the points in a stretch of text, and the offset where it makes no sense, if it does not."""
    names: list[str] = []
    while at < end:
        token = _TOKEN.match(text, at, end)
        if not token:
            return names, at
        if token["point"]:
            names.append(token["point"].lower())
        at = token.end()
    return names, None


def _fits(name: str, size: int) -> bool:
    return ord(name[0]) - ord("a") < size and int(name[1:]) <= size


def _point(name: str, size: int) -> Point:
    """The point of a name: rows count from the bottom."""
    return Point(ord(name[0]) - ord("a"), size - int(name[1:]))
