"""A board: one match of the session, and those who think for its seats. Draws nothing, says nothing."""

from __future__ import annotations

from tengen.clients.console.screen import due
from tengen.clients.console.seating import Taken
from tengen.core import Color, Game, Record, Ruleset
from tengen.match import Command, Ended, Match, advance, create, evolve
from tengen.players import Player


class BoardGame:
    """Holds a match while it is played. Where only computers play, they wait while it `is_paused`."""

    def __init__(self, match: Match, first: Player | None, second: Player | None) -> None:
        self.match = match
        self._first = first
        self._second = second
        self.is_paused = False

    @classmethod
    def begin(cls, ruleset: Ruleset, first: Taken, second: Taken, now: int) -> BoardGame:
        """A new match; `first` is Black."""
        match, _ = create("console", ruleset, first.seat, second.seat, now)
        return cls(match, first.player, second.player)

    @classmethod
    def resume(cls, record: Record, game: Game, first: Taken, second: Taken, now: int) -> BoardGame:
        """The match of a record that was replayed to this game; the times of its moves lie before now.

        A result that only the record knows, such as a lost clock, ends the match.
        """
        acted = [node for index in record.line() if (node := record.nodes[index]).action is not None]
        times = [node.ms or 0 for node in acted][len(acted) - len(game.actions) :]
        at = now - sum(times)
        match, _ = create("console", game.ruleset, first.seat, second.seat, at, setup=game.timeline.setup)
        for action, ms in zip(game.actions, times, strict=True):
            at += ms
            match, _ = advance(match, action, at)
        if record.result is not None and not match.is_over:
            match = evolve(match, Ended(match.number + 1, now, record.result))
        return cls(match, first.player, second.player)

    def do(self, command: Command, now: int) -> None:
        """Carry a command out. Raises GameError when it is refused; then nothing has changed."""
        self.match, _ = advance(self.match, command, now)

    def thinker(self) -> tuple[Color, Player] | None:
        """The player who must act now and is no person. People who may act as well go first."""
        waiting = due(self.match)
        if any(self.match.seat(color).is_human for color in waiting):
            return None
        for color in waiting:
            player = self._first if self.match.state.is_first_seat(color) else self._second
            if player is not None:
                return color, player
        return None

    @property
    def is_show(self) -> bool:
        """Whether nobody here is a person."""
        return self.match.is_between_programs

    @property
    def players(self) -> tuple[Player, ...]:
        """Those who think here."""
        return tuple(player for player in (self._first, self._second) if player is not None)
