"""What an arena writes down and what its processes tell each other, as JSON: one class a line or file.

arena.json      ArenaSettings: what is played; written once
results.jsonl   Result: a line for every game, on the disk before anybody is told of it
current.json    Current: the boards being played now; replaced whole, at most once a second
games.sgf       or games.jsonl: the games themselves, in the order in which they ended
"""

from __future__ import annotations

from typing import Any, Final, Literal, TypeAlias

import msgspec

from tengen.arena.pace import Pace
from tengen.jobs import EncodedGame

FORMAT: Final = "tengen-arena"
VERSION: Final = 1
LARGEST: Final = 2**53
"""No number of an arena is larger."""

_OPTIONS: Final = {
    "game": "--game",
    "size": "--size",
    "rules": "--rules",
    "players": "PLAYER",
    "gauntlet": "--gauntlet",
    "games": "--games",
    "pace": "--time, --nodes, --clock",
    "openings_digest": "--openings",
    "seed": "--seed",
    "sprt": "--sprt",
}
"""Where a setting comes from on the command line."""

Json: TypeAlias = dict[str, Any]
GamesEnding: TypeAlias = Literal[".sgf", ".jsonl"]


class ArenaSettings(msgspec.Struct, frozen=True, kw_only=True):
    """All that the results depend on. Two arenas with the same settings are the same arena.

    `games` is for each two who meet. `openings` is how they were asked for, `openings_digest` what tells them from
    others. `sprt` holds both claims in Elo.
    """

    format: Literal["tengen-arena"] = FORMAT
    version: int = VERSION
    game: str
    size: int
    rules: dict[str, str | int | float | bool]
    players: list[str]
    gauntlet: bool = False
    games: int
    pace: Pace = Pace()
    openings: str
    openings_digest: str
    seed: int
    sprt: tuple[float, float] | None = None

    def difference(self, other: ArenaSettings) -> str | None:
        """The option of the first setting that another arena has otherwise, or None when it is the same arena."""
        for name in self.__struct_fields__:
            if name != "openings" and getattr(self, name) != getattr(other, name):
                return _OPTIONS.get(name, name)
        return None


class StoredFault(msgspec.Struct, frozen=True):
    """Why a player lost without the rules: the key of the words with its values, and the words in English."""

    by: Literal["first", "second"]
    key: str
    values: dict[str, str | int | float]
    text: str


class Thinking(msgspec.Struct, frozen=True):
    """How long a player thought in a game, in milliseconds."""

    moves: int = 0
    total_ms: int = 0
    longest_ms: int = 0


class Result(msgspec.Struct, frozen=True, omit_defaults=True):
    """A game that was played, or (with `failed`) one that the arena itself could not play until now.

    `first` and `second` are the players' numbers in the settings, from 0; `first` began as Black and made `points`.
    `end` is where the game ends in the file of the games, in bytes.
    """

    index: int
    opening: int
    first: int
    second: int
    points: float = 0.5
    outcome: Json = {}
    plies: int = 0
    seconds: float = 0.0
    thinking: tuple[Thinking, Thinking] = (Thinking(), Thinking())
    fault: StoredFault | None = None
    too_long: bool = False
    failed: str | None = None
    end: int = 0


class BoardNow(msgspec.Struct, frozen=True, omit_defaults=True):
    """A board that is being played: rows from the top as in a save file, the players' numbers by colour."""

    index: int
    opening: int
    black: int
    white: int
    plies: int
    to_move: Literal["black", "white"]
    board: list[list[int]]
    last: tuple[int, int] | None = None


class Current(msgspec.Struct, frozen=True, kw_only=True):
    """What is being played now. `at` is the moment in UTC, `done` how many games were played.

    `over`: nothing is left to play, because all is played or a test is decided.
    """

    format: Literal["tengen-arena"] = FORMAT
    version: int = VERSION
    at: str
    done: int
    planned: int
    games: list[BoardNow]
    over: bool = False


# --- between the arena and those who play for it ---------------------------------------------


class GameToPlay(msgspec.Struct, frozen=True):
    """A game to be played, with all that a process must know: the opening, both players, and how it is written down."""

    opening: EncodedGame
    players: tuple[str, str]
    names: tuple[str, str]
    seeds: tuple[int, int]
    pace: Pace
    ending: GamesEnding
    round: str
    created: str


class Moment(msgspec.Struct, frozen=True):
    """How a game stands, told now and then while it is played."""

    plies: int
    to_move: Literal["black", "white"]
    swapped: bool
    board: list[list[int]]
    last: tuple[int, int] | None


class GamePlayed(msgspec.Struct, frozen=True):
    """A game that was played: the parts of its Result, and its text for the file of the games."""

    points: float
    outcome: Json
    plies: int
    thinking: tuple[Thinking, Thinking]
    fault: StoredFault | None
    too_long: bool
    text: str
