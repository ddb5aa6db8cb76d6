"""Who thinks for an engine: a built-in player who chooses, and the strongest one for those who want to watch.

Everything here blocks the caller until it is done or stopped.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from random import Random
from typing import Final

from tengen.core import Action, ErrorCode, GameError, GameKind
from tengen.players import (
    LEVELS,
    NO_INTEREST,
    RANDOM,
    Analysis,
    Budget,
    Interest,
    Player,
    StopToken,
    Turn,
    make_player,
    player_of_level,
)
from tengen.players.levels import nodes_of

USUAL_LEVEL: Final = 5
_FIRST_SEARCHING: Final = 3


@dataclass(frozen=True, slots=True)
class Strength:
    """How well to play: a level, or by chance when there is none. `is_given` tells that somebody asked for it."""

    level: int | None
    is_given: bool = False

    @classmethod
    def of(cls, kind: GameKind, level: int | None, player: str | None) -> Strength:
        """What the command line asks for. Raises BAD_PLAYER for what this game does not offer."""
        if player is not None:
            if level is not None or player != RANDOM:
                raise GameError(ErrorCode.BAD_PLAYER, text=player[:40], players=f"{RANDOM}, --level")
            return cls(None, True)
        if level is not None:
            make_player(f"level:{level}", kind, 0)
            return cls(level, True)
        return cls(USUAL_LEVEL if kind.can_be_won else None)

    @property
    def searches(self) -> bool:
        """Whether the player of this strength thinks ahead."""
        return self.level is not None and self.level >= _FIRST_SEARCHING

    @property
    def nodes(self) -> int | None:
        """How many nodes a player who thinks ahead may visit; None for as many as there is time."""
        return nodes_of(self.level) if self.level is not None and self.searches else None

    @property
    def name(self) -> str:
        """The name of the player."""
        return RANDOM if self.level is None else f"level:{self.level}"


class Thinker:
    """The player of an engine, and the one who tells what a position is worth. One question at a time, one thread."""

    def __init__(self, kind: GameKind, strength: Strength, seed: int) -> None:
        self.kind = kind
        self._seed = seed
        self._runner = asyncio.Runner()
        self.strength = strength
        self._player = self._seated(strength)
        self._analyst = player_of_level(LEVELS[-1], Random(seed))

    def become(self, strength: Strength) -> None:
        """Play with another strength from now on."""
        if strength != self.strength:
            self._runner.run(self._player.close())
            self.strength, self._player = strength, self._seated(strength)

    def choose(self, turn: Turn, budget: Budget, stop: StopToken) -> Action:
        """The player's choice."""
        return self._runner.run(self._player.choose(turn, budget, stop))

    def choose_aloud(self, turn: Turn, budget: Budget, stop: StopToken, interest: Interest) -> Action:
        """The player's choice, and what it thinks on the way, if it does."""
        return self._runner.run(self._player.choose_aloud(turn, budget, stop, interest))

    def examine(self, turn: Turn, budget: Budget, stop: StopToken, interest: Interest = NO_INTEREST) -> Analysis:
        """What the position is worth, looked at up to the budget or until stopped, however well we play."""
        return self._runner.run(self._analyst.analyze(turn, budget, stop, interest))

    def close(self) -> None:
        """Nothing more is asked."""
        self._runner.run(self._player.close())
        self._runner.run(self._analyst.close())
        self._runner.close()

    def _seated(self, strength: Strength) -> Player:
        player = make_player(strength.name, self.kind, self._seed)
        assert player is not None, "only people are no players"
        return player
