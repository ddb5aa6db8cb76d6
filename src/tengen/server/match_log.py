"""What happens to games, for the administrator: one line each, and none for moves.

A line names its game by the beginning of its watch id, and nobody by a name: whoever reads the log can neither play
a game nor watch it, and nothing that people typed is in it.
"""

from __future__ import annotations

from typing import Final

import structlog

from tengen.core import COLORS
from tengen.match import Ended, Event, Match, Redone, Rematched, Restarted, Undone
from tengen.match.service import watch_id_of
from tengen.protocol import NAMES, message_of

_log: Final = structlog.get_logger("tengen.games")

_SHOWN: Final = 8
"""So many characters of a watch id tell games apart and open none."""

_WORDS: Final[dict[type[Event], str]] = {
    Undone: "undo",
    Redone: "redo",
    Restarted: "restart",
    Ended: "game over",
    Rematched: "rematch",
}


def log_begin(match: Match, *, is_loaded: bool) -> None:
    """A game was begun, or loaded from a save or record."""
    players = {NAMES[color].lower(): match.seat(color).player for color in COLORS}
    _log.info("game loaded" if is_loaded else "game started", **_facts(match), **players)


def log_event(event: Event, after: Match) -> None:
    """Something happened to a game. Cheap for what is not told."""
    words = _WORDS.get(type(event))
    if words is None:
        return
    more: dict[str, str] = {}
    if isinstance(event, Ended):
        more = {"reason": str(event.outcome.reason), "result": message_of(after)}
    elif isinstance(event, Rematched):
        more = {"next": _short(event.next_id)}
    _log.info(words, **_facts(after), **more)


def log_save(match: Match, ending: str) -> None:
    """The record of a game was fetched, as a file with this ending."""
    _log.info("game saved", **_facts(match), format=ending)


def _facts(match: Match) -> dict[str, str | int]:
    kind, size = match.ruleset.KIND, match.ruleset.size
    return {"game": _short(match.match_id), "kind": kind, "size": size, "ply": match.timeline.cursor}


def _short(match_id: str) -> str:
    return watch_id_of(match_id)[:_SHOWN]
