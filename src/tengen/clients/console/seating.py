"""Who sits at a new board: the two people of the session, or players who are none. Plays no game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from tengen.core import COLORS, Color, GameError, GameKind, kinds, text
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

    def take(self, kind: GameKind, color: Color, board_number: int, name_there: str = "") -> Taken:
        """Who plays this colour in a game of this kind; a person may have another name at that board.

        In a game that cannot be won any player plays by chance; otherwise a player who does not know the game
        leaves the seat to a person.
        """
        name = self._players[color]
        seed = self._seed + 2 * board_number + (color == Color.WHITE)
        try:
            player = make_player(name, kind, seed, allow_commands=True)
        except GameError:
            name = HUMAN if kind.can_be_won else RANDOM
            player = make_player(name, kind, seed)
        if player is None:
            called = _tidy(name_there) or self._names.get(color) or text(self._language, f"color.{color.word}")
            return Taken(Seat(called))
        return Taken(Seat(player.name, player=name), player)


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
