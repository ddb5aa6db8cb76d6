"""From a player's name to the player: `human`, `random`, `level:N`, `engine:NAME`; locally also commands."""

from __future__ import annotations

import re
from random import Random
from typing import Final

from tengen.core import ErrorCode, GameError, GameKind
from tengen.players.levels import LEVELS, player_of_level
from tengen.players.player import Player
from tengen.players.random_player import RandomPlayer

HUMAN: Final = "human"
RANDOM: Final = "random"

_ENGINE_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
_COMMAND_FORMS: Final = ("gtp", "gomocup", "nboard")


def offered_players(kind: GameKind) -> tuple[str, ...]:
    """The names that every client may offer for this game, weakest first."""
    levels = tuple(f"level:{level}" for level in LEVELS) if kind.can_be_won else ()
    return (HUMAN, RANDOM, *levels)


def make_player(text: str, kind: GameKind, seed: int, *, allow_commands: bool = False) -> Player | None:
    """The player of this name for a game, its chance taken from the seed; None for a person.

    `allow_commands` admits `gtp:CMD`, `gomocup:CMD` and `nboard:CMD`, which start programs: only for the
    command line. Raises BAD_PLAYER for a name that is none, and for players that this game or this program
    does not have.
    """
    if text == HUMAN:
        return None
    if text == RANDOM:
        return RandomPlayer(Random(seed))
    form, colon, value = text.partition(":")
    if form == "level" and colon:
        return player_of_level(_level(text, value, kind), Random(seed))
    is_engine = form == "engine" and _ENGINE_NAME.fullmatch(value)
    is_command = allow_commands and form in _COMMAND_FORMS and value.strip()
    if is_engine or is_command:
        raise GameError(ErrorCode.BAD_PLAYER, "player.no_engines", text=_shown(text))
    names = [HUMAN, RANDOM, "level:1", "engine:NAME"] if kind.can_be_won else [HUMAN, RANDOM, "engine:NAME"]
    if allow_commands:
        names += [f"{form}:CMD" for form in _COMMAND_FORMS]
    raise GameError(ErrorCode.BAD_PLAYER, text=_shown(text), players=", ".join(names))


def _level(text: str, value: str, kind: GameKind) -> int:
    if not kind.can_be_won:
        raise GameError(ErrorCode.BAD_PLAYER, "player.no_levels", text=_shown(text), game=kind.name)
    for level in LEVELS:
        if value == str(level):
            return level
    raise GameError(ErrorCode.BAD_PLAYER, "player.no_such_level", text=_shown(text), first=LEVELS[0], last=LEVELS[-1])


def _shown(text: str) -> str:
    """The start of a user's text, fit to be printed."""
    return text[:40].encode("utf-8", "backslashreplace").decode("utf-8")
