"""Who sits at a new board: the two people of the session, or players who are none. Plays no game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from tengen.core import BLACK, COLORS, WHITE, Color, GameError, GameKind, kinds, text
from tengen.core.printing import clip, printable
from tengen.match import Seat
from tengen.players import HUMAN, RANDOM, Player, make_player

LONGEST_NAME: Final = 24
"""In columns of the terminal."""


@dataclass(frozen=True, slots=True)
class Taken:
    """A seat of one board, and who thinks there; nobody where a person sits."""

    seat: Seat
    player: Player | None = None


class Seating:
    """What was asked for on the command line, seated anew at every board."""

    def __init__(self, players: Mapping[Color, str], language: str, seed: int) -> None:
        """Raises BAD_PLAYER for a name that is no player of any game."""
        self._players = dict(players)
        self._names: dict[Color, str] = {}
        self._language = language
        self._seed = seed
        for name in players.values():
            _check_player(name)

    @property
    def people(self) -> tuple[Color, ...]:
        """The colours that people play."""
        return tuple(color for color in COLORS if self._players[color] == HUMAN)

    def call(self, color: Color, name: str) -> None:
        """Give the person at this colour a name; a blank one leaves the colour's."""
        self._names[color] = _tidy(name)

    def take(self, kind: GameKind, board_number: int, names_there: tuple[str, str] = ("", "")) -> tuple[Taken, Taken]:
        """Who plays Black and White in a game of this kind; people may have other names at that board.

        In a game that cannot be won any player plays by chance; otherwise a player who does not know the game
        leaves the seat to a person.
        """
        first, second = (self._player(self._players[color], kind, color, board_number) for color in COLORS)
        return self._seated(BLACK, *first, names_there[0]), self._seated(WHITE, *second, names_there[1])

    def take_asked(self, kind: GameKind, board_number: int, players: Sequence[str]) -> tuple[Taken, Taken]:
        """The same for players that were asked for at this board: Black's and White's, or White's alone.

        Raises BAD_PLAYER for one that is none, or none of this game.
        """
        names = (HUMAN, *players)[-2:]
        first, second = (
            (name, make_player(name, kind, self._seed_of(color, board_number), allow_commands=True))
            for name, color in zip(names, COLORS, strict=True)
        )
        return self._seated(BLACK, *first, self._sole(*names)), self._seated(WHITE, *second, self._sole(*names[::-1]))

    def _player(self, name: str, kind: GameKind, color: Color, board_number: int) -> tuple[str, Player | None]:
        seed = self._seed_of(color, board_number)
        try:
            return name, make_player(name, kind, seed, allow_commands=True)
        except GameError:
            name = HUMAN if kind.can_be_won else RANDOM
            return name, make_player(name, kind, seed)

    def _seed_of(self, color: Color, board_number: int) -> int:
        return self._seed + 2 * board_number + (color == Color.WHITE)

    def _seated(self, color: Color, name: str, player: Player | None, name_there: str) -> Taken:
        if player is None:
            called = _tidy(name_there) or self._names.get(color) or text(self._language, f"color.{color.word}")
            return Taken(Seat(called))
        return Taken(Seat(" ".join(printable(player.name).split()) or name, player=name), player)

    def _sole(self, seat: str, other: str) -> str:
        """The name of the session's only person for a seat that is a person's, the other being none."""
        names = list(self._names.values())
        return names[0] if len(names) == 1 and seat == HUMAN != other else ""


def _tidy(name: str) -> str:
    return clip(" ".join(printable(name).split()), LONGEST_NAME).strip()


def _check_player(name: str) -> None:
    """Refuse what no game knows, with the reason of a game that can be won."""
    refusals = []
    for kind in sorted(kinds(), key=lambda kind: not kind.can_be_won):
        try:
            make_player(name, kind, 0, allow_commands=True)
        except GameError as error:
            refusals.append(error)
        else:
            return
    raise refusals[0]
