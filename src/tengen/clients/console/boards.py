"""The boards of a session, and which of them is shown. Draws nothing."""

from __future__ import annotations

from typing import Final

from tengen.clients.play import Game, View

MOST_BOARDS: Final = 99


class Boards:
    """Numbered from 1 in the order in which they were added; one of them is shown."""

    def __init__(self) -> None:
        self._games: list[Game] = []
        self._shown = 0

    def __len__(self) -> int:
        return len(self._games)

    @property
    def is_full(self) -> bool:
        """Whether no more can be added."""
        return len(self._games) >= MOST_BOARDS

    @property
    def number(self) -> int:
        """The number of the board that is shown."""
        return self._shown + 1

    @property
    def game(self) -> Game:
        """The game that is shown."""
        return self._games[self._shown]

    @property
    def view(self) -> View:
        """That game as it stands."""
        return self.game.view

    @property
    def views(self) -> list[View]:
        """All games as they stand."""
        return [game.view for game in self._games]

    def add(self, game: Game) -> int:
        """One more board; its number. The board that is shown stays."""
        self._games.append(game)
        return len(self._games)

    def show(self, number: int) -> None:
        """Show the board of this number."""
        assert 1 <= number <= len(self._games), "there is such a board"
        self._shown = number - 1
