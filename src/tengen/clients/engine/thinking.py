"""Who thinks for an engine: a built-in player who chooses, and the generic search for those who want to watch.

Everything here blocks the caller until it is done or stopped.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Final, NamedTuple

from tengen.clients.engine.root_search import RootSearch
from tengen.core import AGREE, Action, ErrorCode, GameError, GameKind
from tengen.players import RANDOM, Analysis, Budget, Player, StopToken, Turn, make_player
from tengen.players.levels import nodes_of
from tengen.players.mcts import DEFAULT_MS

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


class _Limit(NamedTuple):
    """What a search may cost; None sets no limit."""

    nodes: int | None
    ms: int | None


class Thinker:
    """The player of an engine. One question at a time, always from the same thread."""

    def __init__(self, kind: GameKind, strength: Strength, seed: int) -> None:
        self.kind = kind
        self._seed = seed
        self._runner = asyncio.Runner()
        self.strength = strength
        self._player = self._seated(strength)

    def become(self, strength: Strength) -> None:
        """Play with another strength from now on."""
        if strength != self.strength:
            self._runner.run(self._player.close())
            self.strength, self._player = strength, self._seated(strength)

    def choose(self, turn: Turn, budget: Budget, stop: StopToken) -> Action:
        """The player's choice."""
        return self._runner.run(self._player.choose(turn, budget, stop))

    def choose_aloud(
        self, turn: Turn, budget: Budget, stop: StopToken, interval_s: float, tell: Callable[[Analysis], None]
    ) -> Action:
        """A choice of the same strength, with the thoughts behind it now and then and at the end."""
        if not self.strength.searches or turn.state.phase == AGREE:
            return self.choose(turn, budget, stop)
        nodes, ms = self.strength.nodes, budget.thinking_ms(turn.actor)
        if budget.nodes is not None:
            nodes = budget.nodes if nodes is None else min(nodes, budget.nodes)
        if nodes is None and ms is None:
            ms = DEFAULT_MS
        return self._search(turn, _Limit(nodes, ms), stop, interval_s, tell)

    def watch(
        self, turn: Turn, nodes: int | None, stop: StopToken, interval_s: float, tell: Callable[[Analysis], None]
    ) -> Action:
        """Think up to so many nodes or until stopped, and tell the thoughts now and then and at the end."""
        return self._search(turn, _Limit(nodes, None), stop, interval_s, tell)

    def examine(self, turn: Turn, ms: int, stop: StopToken) -> Analysis:
        """What so much time of thought comes to."""
        told: list[Analysis] = []
        self._search(turn, _Limit(None, ms), stop, ms / 1000, told.append)
        return told[-1]

    def close(self) -> None:
        """Nothing more is asked."""
        self._runner.run(self._player.close())
        self._runner.close()

    def _seated(self, strength: Strength) -> Player:
        player = make_player(strength.name, self.kind, self._seed)
        assert player is not None, "only people are no players"
        return player

    def _search(
        self,
        turn: Turn,
        limit: _Limit,
        stop: StopToken,
        interval_s: float,
        tell: Callable[[Analysis], None],
    ) -> Action:
        search = RootSearch(turn.ruleset, turn.state, Random(self._seed))
        ended = threading.Event()
        found: list[Action] = []

        def run() -> None:
            try:
                found.append(search.run(limit.nodes, limit.ms, stop))
            finally:
                ended.set()

        thread = threading.Thread(target=run, name="engine-search", daemon=True)
        thread.start()
        try:
            while not ended.wait(interval_s):
                tell(search.analysis())
        except BaseException:
            stop.stop()
            raise
        finally:
            thread.join()
        tell(search.analysis())
        assert found, "the search ended without a word"
        return found[0]
