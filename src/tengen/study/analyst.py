"""What one position is worth, as well as this machine can tell. Knows no files and prints nothing."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random
from types import TracebackType
from typing import Final, Self

from tengen.core import BLACK, ErrorCode, GameError, GameState, Ruleset, find_kind
from tengen.players import LEVELS, Analysis, Budget, Interest, StopToken, Turn, native, player_of_level

_USUAL_MS: Final = 3000
_PROOF_MS: Final = 600_000
"""Whoever wants a proof and sets no limit waits for it, but not for ever."""
_SEED: Final = 1


@dataclass(frozen=True, slots=True)
class Effort:
    """How far to look at a position: the first limit reached ends it, and without one there is a usual time.

    `exact` asks for a proof of the result, where the game can have one; `lines` is how many moves to value in full.
    """

    ms: int | None = None
    nodes: int | None = None
    exact: bool = False
    lines: int = 1

    def doubled(self) -> Effort:
        """Twice as far."""
        return replace(
            self,
            ms=None if self.ms is None else 2 * self.ms,
            nodes=None if self.nodes is None else 2 * self.nodes,
        )


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a position is worth, and the time that it took to find out: on the wall, and of all processors together."""

    analysis: Analysis
    ms: float = 0.0
    cpu_ms: float = 0.0


class Analyst:
    """Looks at positions of one rule set, one at a time, and keeps what it learns from one to the next.

    Raises BAD_PLAYER for a game that nobody can win. To be closed, or used in a `with` block, by the thread that made
    it; Ctrl-C ends the thinking.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        kind = find_kind(ruleset.KIND)
        if not kind.can_be_won:
            raise GameError(ErrorCode.BAD_PLAYER, "analyze.nothing", game=kind.name)
        self.ruleset = ruleset
        self._can_prove = native.available() and native.plays(ruleset)
        self._player = player_of_level(LEVELS[-1], kind, ruleset, Random(_SEED))
        self._runner = asyncio.Runner()
        self._is_warm = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Give back what it holds; it looks at nothing more."""
        self._runner.run(self._player.close())
        self._runner.close()

    def look(self, turn: Turn, effort: Effort, tell: Callable[[Analysis], None] | None = None) -> Verdict:
        """What the position is worth; `tell` hears on the way what is thought so far."""
        began, cpu_began = time.perf_counter(), time.process_time()
        if turn.state.outcome is not None:
            analysis = worth_of_end(turn.state)
        else:
            interest = Interest(lines=effort.lines, exact=effort.exact)
            if tell is not None:
                interest = replace(interest, tell=tell)
            self._warm_up(turn)
            thinking = self._player.analyze(turn, self._budget(effort), StopToken(), interest)
            found = self._runner.run(thinking)
            analysis = replace(found, best=found.best[: effort.lines])
        return Verdict(analysis, 1000 * (time.perf_counter() - began), 1000 * (time.process_time() - cpu_began))

    def _warm_up(self, turn: Turn) -> None:
        """Have the search take its memory before anything is looked at: that can take longer than a short look may."""
        if not self._is_warm:
            self._is_warm = True
            self._runner.run(self._player.analyze(turn, Budget(nodes=1), StopToken()))

    def _budget(self, effort: Effort) -> Budget:
        ms = effort.ms
        if ms is None and effort.nodes is None:
            ms = _PROOF_MS if effort.exact and self._can_prove else _USUAL_MS
        return Budget(ms=ms, nodes=effort.nodes)


def worth_of_end(state: GameState) -> Analysis:
    """What a game that is over was worth: its result."""
    outcome = state.outcome
    assert outcome is not None, "the game goes on"
    if outcome.no_result:
        return Analysis()
    win = 0.5 if outcome.winner is None else float(outcome.winner is BLACK)
    if outcome.margin is None:
        return Analysis(win)
    margin = float(outcome.margin if win >= 0.5 else -outcome.margin)
    exact = margin if state.position.to_move is BLACK else -margin
    return Analysis(win, margin, exact=int(exact) if exact.is_integer() else None)
