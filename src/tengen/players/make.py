"""From a player's name to the player: `human`, `random`, `level:N`, `engine:NAME`; locally also commands."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Final

from tengen.core import ErrorCode, GameError, GameKind, Ruleset
from tengen.core import text as words
from tengen.core.errors import shown
from tengen.players.builtin import RandomPlayer
from tengen.players.engines import (
    NAME,
    PROTOCOLS,
    EngineSpec,
    ExternalPlayer,
    GomocupPlayer,
    GtpPlayer,
    NboardPlayer,
    engine_of_command,
    engines,
    engines_for,
    is_refused,
    is_unconfined,
)
from tengen.players.levels import LEVELS, player_of_level
from tengen.players.native_player import policy_of
from tengen.players.player import Player
from tengen.players.sandbox import why_unconfined
from tengen.players.time_policy import TimePolicy

HUMAN: Final = "human"
RANDOM: Final = "random"

_ENGINE: Final = "engine"
_LEVEL: Final = "level"
_BRIDGES: Final[dict[str, type[ExternalPlayer]]] = {
    "gtp": GtpPlayer,
    "gomocup": GomocupPlayer,
    "nboard": NboardPlayer,
}


def offered_players(kind: GameKind) -> tuple[str, ...]:
    """The names that every client may offer for this game: built-in ones, weakest first, then the engines."""
    levels = tuple(f"{_LEVEL}:{level}" for level in LEVELS) if kind.can_be_won else ()
    return (HUMAN, RANDOM, *levels, *(f"{_ENGINE}:{name}" for name in engines_for(kind)))


def engine_named(text: str) -> EngineSpec | None:
    """The engine that a player's name stands for, if it is the name of one in this program's list."""
    form, colon, name = text.partition(":")
    return engines().get(name) if form == _ENGINE and colon else None


def unconfined_note(players: Iterable[str], language: str) -> str:
    """A line about those of these players that this machine should confine and cannot; empty where there are none."""
    found = [name for name in players if (spec := engine_named(name)) is not None and is_unconfined(spec)]
    names = ", ".join(dict.fromkeys(found))
    return words(language, "engine.unconfined", players=names, reason=why_unconfined()) if names else ""


def time_policy_of(text: str) -> TimePolicy:
    """How long the player of this name may take for an answer, known without making it."""
    spec = engine_named(text)
    if spec is not None:
        return spec.time_policy
    return policy_of(LEVELS[-1]) if text == f"{_LEVEL}:{LEVELS[-1]}" else TimePolicy()


def make_player(
    text: str, kind: GameKind, seed: int, *, ruleset: Ruleset | None = None, allow_commands: bool = False
) -> Player | None:
    """The player of this name for a game, its chance taken from the seed; None for a person.

    Who is to play under a `ruleset` is told, and may be another player for it; without one it plays under any.

    `allow_commands` admits `gtp:CMD`, `gomocup:CMD` and `nboard:CMD`, which start programs: only for the
    command line. Raises BAD_PLAYER for a name that is none, and for players that this game or this program
    does not have.
    """
    if text == HUMAN:
        return None
    if text == RANDOM:
        return RandomPlayer(Random(seed))
    form, colon, value = text.partition(":")
    if form == _LEVEL and colon:
        return player_of_level(_level(text, value, kind), kind, ruleset, Random(seed))
    if form == _ENGINE and NAME.fullmatch(value):
        return _bridge(_listed(text, value, kind), kind, text)
    for protocol in PROTOCOLS if allow_commands and value.strip() else ():
        if form == protocol:
            return _bridge(engine_of_command(protocol, value), kind, text)
    names = [HUMAN, RANDOM, f"{_LEVEL}:1", "engine:NAME"] if kind.can_be_won else [HUMAN, RANDOM, "engine:NAME"]
    if allow_commands:
        names += [f"{protocol}:CMD" for protocol in PROTOCOLS]
    raise GameError(ErrorCode.BAD_PLAYER, text=shown(text), players=", ".join(names))


def _listed(text: str, name: str, kind: GameKind) -> EngineSpec:
    spec = engines().get(name)
    if spec is None:
        known = ", ".join(f"{_ENGINE}:{other}" for other in engines_for(kind)) or "-"
        raise GameError(ErrorCode.BAD_PLAYER, "player.no_such_engine", text=shown(text), engines=known)
    if is_refused(spec):
        raise GameError(ErrorCode.BAD_PLAYER, "player.engine_unconfined", text=shown(text))
    return spec


def _bridge(spec: EngineSpec, kind: GameKind, text: str) -> ExternalPlayer:
    """The player of an engine. It is started when it is first asked."""
    if not spec.plays(kind):
        raise GameError(ErrorCode.BAD_PLAYER, "player.engine_other_game", text=shown(text), game=kind.name)
    return _BRIDGES[spec.protocol](spec)


def _level(text: str, value: str, kind: GameKind) -> int:
    if not kind.can_be_won:
        raise GameError(ErrorCode.BAD_PLAYER, "player.no_levels", text=shown(text), game=kind.name)
    for level in LEVELS:
        if value == str(level):
            return level
    raise GameError(ErrorCode.BAD_PLAYER, "player.no_such_level", text=shown(text), first=LEVELS[0], last=LEVELS[-1])
