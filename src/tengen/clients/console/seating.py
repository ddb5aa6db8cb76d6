"""Who sits at a new board: the two people of the session, or programs. Plays no game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from tengen.clients.play import Games, Seats
from tengen.core import BLACK, COLORS, WHITE, Color, GameError, GameKind, kinds, text
from tengen.core.printing import clip, printable
from tengen.players import HUMAN, RANDOM

LONGEST_NAME: Final = 24
"""In columns of the terminal."""

OPEN: Final = "open"
"""Stands for a person who is to be invited, in games on a server."""


class Seating:
    """What was asked for on the command line, seated anew at every board."""

    def __init__(self, players: Mapping[Color, str], language: str, games: Games) -> None:
        """Raises BAD_PLAYER for a name that is no player of any game."""
        self._players = dict(players)
        self._names: dict[Color, str] = {}
        self._present: Callable[[], Sequence[str]] = tuple
        self._language = language
        self._games = games
        for name in players.values():
            _check_player(name, games)

    @property
    def people(self) -> tuple[Color, ...]:
        """The colours that people play."""
        return tuple(color for color in COLORS if self._players[color] == HUMAN)

    @property
    def own_name(self) -> str:
        """What the first person of the session is called."""
        return next(iter(self._names.values()), "")

    def call(self, color: Color, name: str) -> None:
        """Give the person at this colour a name; a blank one leaves the colour's."""
        self._names[color] = _tidy(name)

    def follow(self, present: Callable[[], Sequence[str]]) -> None:
        """Ask here who is logged in: they have new boards in their order, under these names."""
        self._present = present

    def take(self, kind: GameKind, names_there: tuple[str, str] = ("", "")) -> Seats:
        """Who plays Black and White in a game of this kind; people may have other names at that board.

        In a game that cannot be won any player plays by chance; otherwise a player who does not know the game
        leaves the seat to a person.
        """
        return self._seats({color: self._player(self._players[color], kind) for color in COLORS}, names_there)

    def take_asked(self, kind: GameKind, players: Sequence[str]) -> Seats:
        """The same for players that were asked for at this board: Black's and White's, or White's alone.

        Raises BAD_PLAYER for one that is none, or none of this game.
        """
        first, second = (HUMAN, *players)[-2:]
        if OPEN in (first, second):
            return self._invited(WHITE if first == OPEN else BLACK)
        for name in (first, second):
            self._games.check_player(kind, name)
        names = ("", "") if self._present() else (self._sole(first, second), self._sole(second, first))
        return self._seats({BLACK: first, WHITE: second}, names)

    def take_recorded(self, kind: GameKind, players: Mapping[Color, str], names: Mapping[Color, str]) -> Seats:
        """The players of a record. Programs that are not on offer leave their seats to people: no file starts any."""
        offered = self._games.players(kind)
        there = {color: players[color] if players[color] in offered else HUMAN for color in COLORS}
        called = {color: _tidy(names[color]) or text(self._language, f"color.{color.word}") for color in COLORS}
        return Seats(there, {color: called[color] for color in COLORS if there[color] == HUMAN})

    def _invited(self, own: Color) -> Seats:
        """The first person of the session against whoever is invited."""
        return Seats({BLACK: HUMAN, WHITE: HUMAN}, {own: self.own_name}, own=own)

    def _player(self, name: str, kind: GameKind) -> str:
        try:
            self._games.check_player(kind, name)
        except GameError:
            return HUMAN if kind.can_be_won else RANDOM
        return name

    def _seats(self, players: Mapping[Color, str], names_there: tuple[str, str]) -> Seats:
        people = [color for color in COLORS if players[color] == HUMAN]
        accounts = dict(zip(people, map(_tidy, self._present()), strict=False))
        there = dict(zip(COLORS, names_there, strict=True))
        return Seats(players, {color: _tidy(there[color]) or self._name(color, accounts) for color in people})

    def _name(self, color: Color, accounts: Mapping[Color, str]) -> str:
        return accounts.get(color) or self._names.get(color) or text(self._language, f"color.{color.word}")

    def _sole(self, seat: str, other: str) -> str:
        """The name of the session's only person for a seat that is a person's, the other being none."""
        names = list(self._names.values())
        return names[0] if len(names) == 1 and seat == HUMAN != other else ""


def _tidy(name: str) -> str:
    return clip(" ".join(printable(name).split()), LONGEST_NAME).strip()


def _check_player(name: str, games: Games) -> None:
    """Refuse what no game knows, with the reason of a game that can be won."""
    refusals = []
    for kind in sorted(kinds(), key=lambda kind: not kind.can_be_won):
        try:
            games.check_player(kind, name)
        except GameError as error:
            refusals.append(error)
        else:
            return
    raise refusals[0]
