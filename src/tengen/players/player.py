"""What a player is: given a turn and a budget it chooses an action. People act through a match instead."""

from __future__ import annotations

import asyncio
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from tengen.core import BLACK, Action, Clock, Color, GameState, Ruleset, Setup, Timeline
from tengen.players.analysis import NO_INTEREST, Analysis, Interest

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Turn:
    """A game at the moment of choice, with its whole past, so that an engine can set itself up from nothing.

    `color` says for which side to choose; it matters only where both may act at once.
    """

    ruleset: Ruleset
    setup: Setup | None
    actions: tuple[Action, ...]
    state: GameState
    color: Color | None = None

    @classmethod
    def of(cls, timeline: Timeline, color: Color | None = None) -> Turn:
        """The turn that a timeline has come to."""
        return cls(timeline.ruleset, timeline.setup, timeline.actions, timeline.state, color)

    @property
    def actor(self) -> Color:
        """The side to choose for. The game is not over; a side that has agreed already is not asked again."""
        actors = [actor for actor in self.ruleset.actors(self.state) if actor not in self.state.agreed]
        assert actors, "nobody has anything to choose"
        assert self.color is None or self.color in actors, "it is the other side's turn"
        return actors[0] if self.color is None else self.color


@dataclass(frozen=True, slots=True)
class Budget:
    """How much thinking a choice may cost; None sets no limit, and the first limit reached ends it.

    `ms` is for this one choice. `clock` holds both sides' clocks in full, for players who plan their time.
    """

    ms: int | None = None
    nodes: int | None = None
    clock: Clock | None = None

    def thinking_ms(self, color: Color) -> int | None:
        """The time to spend on this choice: `ms`, else a fair share of the side's clock, else no limit."""
        if self.ms is not None or self.clock is None:
            return self.ms
        return _share_ms(self.clock, color)


_MOVES_AHEAD = 30
"""Main time is shared as if this many moves were still to come."""
_SPARE_SHARE = 5
_MOST_SPARE_MS = 3000
"""A fifth of the main time is kept for delays, but no more than this."""


def _share_ms(clock: Clock, color: Color) -> int:
    """A share of the main time and most of what comes back after the move; never near all that is left.

    A little of the main time is never planned: pipes, wires and a busy machine take some of every move.
    """
    control, side = clock.control, clock.black if color is BLACK else clock.white
    spare_ms = min(control.main_ms / _SPARE_SHARE, _MOST_SPARE_MS)
    renewed_ms = control.increment_ms + side.period_ms / max(side.stones, 1)
    planned_ms = max(side.main_ms - spare_ms, 0) / _MOVES_AHEAD + 0.8 * renewed_ms
    return int(min(planned_ms, 0.8 * side.total_ms))


class StopToken:
    """Tells a thinking player to answer now, from any thread and for good. Every choice gets a new one."""

    __slots__ = ("_event",)

    def __init__(self) -> None:
        self._event = threading.Event()

    def stop(self) -> None:
        """Ask for the answer."""
        self._event.set()

    @property
    def stopped(self) -> bool:
        """Whether the answer is asked for."""
        return self._event.is_set()

    def within(self, ms: int | None) -> Callable[[], bool]:
        """A question to ask often: whether to answer now, because that is asked for or so much time has passed."""
        if ms is None:
            return lambda: self.stopped
        deadline = time.monotonic() + ms / 1000
        return lambda: self.stopped or time.monotonic() >= deadline

    def wait(self, timeout_s: float | None = None) -> bool:
        """Block this thread until the stop or the timeout; says whether it was the stop."""
        return self._event.wait(timeout_s)


async def in_thread(think: Callable[[], _T], stop: StopToken) -> _T:
    """Think without blocking the loop; whoever is cancelled stops thinking."""
    try:
        return await asyncio.to_thread(think)
    except asyncio.CancelledError:
        stop.stop()
        raise


class Player(ABC):
    """A strategy. One choice at a time; what it keeps between choices may only make it quicker."""

    name: str

    @abstractmethod
    async def choose(self, turn: Turn, budget: Budget, stop: StopToken) -> Action:
        """A legal action for `turn.actor`, without blocking the event loop; when stopped, the best so far."""

    async def choose_aloud(self, turn: Turn, budget: Budget, stop: StopToken, interest: Interest) -> Action:
        """The same choice, with the thoughts behind it on the way and at the end, of a player who has any."""
        del interest
        return await self.choose(turn, budget, stop)

    async def analyze(self, turn: Turn, budget: Budget, stop: StopToken, interest: Interest = NO_INTEREST) -> Analysis:
        """What the player thinks of a turn, until the budget is spent or it is stopped; told on the way, too.

        Without a limit only the stop ends it, or the end of all patience with an engine (ten minutes).

        A player of limited strength thinks as far as the budget goes, not its strength. One who does not think has an
        empty analysis.
        """
        del turn, budget, stop, interest
        return Analysis()

    async def close(self) -> None:
        """Give back what the player holds: threads, processes, memory. It chooses no more."""
