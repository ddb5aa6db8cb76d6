"""Who thinks for an engine: a built-in player who chooses, and the strongest one for those who want to watch; or an
engine of somebody else's, for which ours then speaks another protocol.

Everything here blocks the caller until it is done or stopped.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from random import Random
from typing import Final

from tengen.core import Action, ErrorCode, GameError, GameKind, Ruleset, Timeline
from tengen.core.printing import printable
from tengen.players import (
    LEVELS,
    NO_INTEREST,
    RANDOM,
    Analysis,
    Budget,
    Failure,
    How,
    Interest,
    Player,
    StopToken,
    Turn,
    drive_turn,
    make_player,
    nodes_of,
    player_of_level,
    prepare_player,
)

USUAL_LEVEL: Final = 5
_FIRST_SEARCHING: Final = 3
_LEVEL: Final = "level:"


@dataclass(frozen=True, slots=True)
class Strength:
    """Who thinks: the player of a level; without one the player of a name, which may be another engine's.

    `is_given` tells that somebody asked for it.
    """

    level: int | None
    is_given: bool = False
    player: str = RANDOM

    @classmethod
    def of(cls, kind: GameKind, level: int | None, player: str | None) -> Strength:
        """What the command line asks for. Raises BAD_PLAYER for what this game does not offer."""
        if player is not None:
            if level is not None:
                raise GameError(ErrorCode.BAD_PLAYER, "engine_out.level_or_player")
            _made(player, kind)
            number = player.removeprefix(_LEVEL)
            return cls(None, True, player) if number == player else cls(int(number), True)
        if level is not None:
            _made(f"{_LEVEL}{level}", kind)
            return cls(level, True)
        return cls(USUAL_LEVEL if kind.can_be_won else None)

    @property
    def searches(self) -> bool:
        """Whether the player of this strength thinks ahead."""
        return self.level is not None and self.level >= _FIRST_SEARCHING

    def nodes(self, ruleset: Ruleset) -> int | None:
        """How many nodes to look at under these rules to think as this player does; None for as many as there is time.

        Who does not think ahead looks as far as the first level that does.
        """
        return nodes_of(max(self.level or 0, _FIRST_SEARCHING), ruleset)

    @property
    def name(self) -> str:
        """The name of the player."""
        return self.player if self.level is None else f"{_LEVEL}{self.level}"


class Thinker:
    """The player of an engine, and the one who tells what a position is worth. One question at a time, one thread.

    Where another engine plays, its own word on a position counts. Its faults are raised as EngineFault.
    """

    def __init__(self, kind: GameKind, strength: Strength, seed: int) -> None:
        self.kind = kind
        self._seed = seed
        self._runner = asyncio.Runner()
        self._rules: Ruleset | None = None
        self._analyst_rng = Random(seed)
        self._own_analyst = player_of_level(LEVELS[-1], kind, None, self._analyst_rng)
        self._take_up(strength)

    @property
    def other(self) -> str | None:
        """What the other engine calls itself for which we speak; None where we think ourselves."""
        player = self._player
        return printable(player.title or player.name) if player.is_external else None

    def prepare(self, ruleset: Ruleset) -> None:
        """Start another engine if one is to play, so that nobody's clock pays for it. Raises BAD_PLAYER."""
        failure = self._runner.run(prepare_player(self._player, Turn.of(Timeline.begin(ruleset))))
        if failure is None or failure.how is How.CANNOT:  # it may know another size, or other rules
            return
        if failure.fault is None:
            raise failure.error
        raise GameError(ErrorCode.BAD_PLAYER, failure.fault.key, **failure.fault.values) from failure.error

    def become(self, strength: Strength) -> None:
        """Play with another strength from now on."""
        if strength != self.strength:
            self._runner.run(self._player.close())
            self._take_up(strength)

    def choose(self, turn: Turn, budget: Budget, stop: StopToken, interest: Interest | None = None) -> Action:
        """The player's choice; what a built-in one thinks on the way is told to `interest`."""
        self._settle(turn.ruleset)
        player = self._player
        player.faults = 0  # whoever asks for it by name is not given up for it
        driving = drive_turn(player, turn, budget, stop, interest=interest, ends_when_stopped=True)
        answer = self._runner.run(driving)
        if isinstance(answer, Failure):
            raise answer.error
        return answer

    def examine(self, turn: Turn, budget: Budget, stop: StopToken, interest: Interest = NO_INTEREST) -> Analysis:
        """What the position is worth, looked at up to the budget or until stopped, however well we play."""
        self._settle(turn.ruleset)
        analyst = self._player if self.other is not None else self._own_analyst
        return self._runner.run(analyst.analyze(turn, budget, stop, interest))

    def close(self) -> None:
        """Nothing more is asked."""
        self._runner.run(self._player.close())
        self._runner.run(self._own_analyst.close())
        self._runner.close()

    def _take_up(self, strength: Strength) -> None:
        self.strength = strength
        self._rng = Random(self._seed)
        self._player = self._of_level() or _made(strength.name, self.kind, self._seed)

    def _of_level(self) -> Player | None:
        """The player of our level under the rules of the game as they are now; None where somebody else plays."""
        level = self.strength.level
        return None if level is None else player_of_level(level, self.kind, self._rules, self._rng)

    def _settle(self, ruleset: Ruleset) -> None:
        """The game is played under these rules: have players who suit them. Chance goes on as it was."""
        if ruleset != self._rules:
            self._rules = ruleset
            self._runner.run(self._own_analyst.close())
            self._own_analyst = player_of_level(LEVELS[-1], self.kind, ruleset, self._analyst_rng)
            if (player := self._of_level()) is not None:
                self._runner.run(self._player.close())
                self._player = player


def _made(name: str, kind: GameKind, seed: int = 0) -> Player:
    """The player of a name. Raises BAD_PLAYER, for people too."""
    player = make_player(name, kind, seed, allow_commands=True)
    if player is None:
        raise GameError(ErrorCode.BAD_PLAYER, "engine_out.no_people")
    return player
